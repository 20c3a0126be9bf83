// The box in a browser: draws what the box tells, and sends each button's real down and up, so that press, twice and
// hold are the box's own gestures.
import { screenKeeper } from "./awake.mjs";
import { connectTo } from "./connection.mjs";
import { make } from "./elements.mjs";
import { lampOn } from "./lamp.mjs";
import { panelOn } from "./panel.mjs";
import { soundOf } from "./sound.mjs";
import { fillWords } from "./words.mjs";

const byId = (id) => document.getElementById(id);
const showLamp = lampOn(byId("lamp"));
const keepScreen = screenKeeper();
const sound = soundOf(() => box);
const down = new Map(); // button name → what holds it, a pointer or a key
let texts = {};
let buttons = [];

// -- buttons ----------------------------------------------------------------------------------------------------------

function press(name, by) {
  if (down.has(name)) return;
  down.set(name, by);
  elementOf(name)?.classList.add("down");
  box.send({ kind: "down", button: name });
}

function letGo(by) {
  for (const [name, holder] of down) {
    if (holder !== by) continue;
    down.delete(name);
    elementOf(name)?.classList.remove("down");
    box.send({ kind: "up", button: name });
  }
}

function letAllGo() {
  for (const by of [...down.values()]) letGo(by);
}

const elementOf = (name) => byId("buttons").querySelector(`[data-button="${name}"]`);

function drawButtons(hands) {
  const drawn = buttons.map((button, index) => {
    const element = document.createElement("button");
    element.type = "button";
    element.dataset.button = button.name;
    element.disabled = !hands;
    if (index < 9) {
      element.dataset.key = index + 1;
      element.setAttribute("aria-keyshortcuts", String(index + 1));
    }
    element.classList.toggle("talks", button.talk);
    element.append(make("span", { className: "label" }, button.label));
    for (const [gesture, phrase] of Object.entries(button.phrases)) {
      element.append(make("span", { className: "phrase" }, make("b", {}, texts[gesture]), ` ${phrase}`));
    }
    if (button.talk) element.append(make("span", { className: "phrase" }, texts.talk));
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId); // a finger that slides off still comes up here
      press(button.name, `pointer ${event.pointerId}`);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
      element.addEventListener(kind, (event) => letGo(`pointer ${event.pointerId}`));
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return; // from a pointer, which has pressed already
      press(button.name, "click"); // from a screen reader, which neither holds nor lets go
      letGo("click");
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch holds
    return element;
  });
  byId("buttons").replaceChildren(...drawn);
}

function buttonOfKey(event) {
  if (event.target === byId("phrase") || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const marked = event.target.closest?.("[data-button]");
  if (marked && (event.key === "Enter" || event.key === " ")) return marked.dataset.button;
  return /^[1-9]$/.test(event.key) ? buttons[event.key - 1]?.name : undefined;
}

addEventListener("keydown", (event) => {
  const name = buttonOfKey(event);
  if (name === undefined) return;
  event.preventDefault();
  if (!event.repeat && !elementOf(name).disabled) press(name, `key ${event.code}`);
});
addEventListener("keyup", (event) => {
  letGo(`key ${event.code}`);
  if (buttonOfKey(event) !== undefined) event.preventDefault();
});
addEventListener("blur", letAllGo); // its keys come up elsewhere
document.addEventListener("visibilitychange", () => document.hidden && letAllGo());

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("phrase").value.trim();
  if (!text || !box.open) return;
  box.send({ kind: "say", text });
  byId("phrase").value = "";
});

// -- what the box tells -----------------------------------------------------------------------------------------------

const showPanel = panelOn(byId("panel"), byId("glass"), () => 0.42 * innerHeight); // the buttons are in view, too

const told = {
  hello(message) {
    texts = message.texts;
    fillWords(message);
    ({ buttons } = message);
    byId("keys").textContent = message.hands ? texts.keys : texts.real;
    byId("lamp").hidden = !message.lamp;
    drawButtons(message.hands);
    sound.greet(message);
    showConnection(true);
  },
  panel(message) {
    showPanel(message);
    keepScreen(message.light !== "dark");
  },
  lamp: showLamp,
  ...sound.told,
  heard({ source, text, why }) {
    byId("heard").textContent = `${texts.heard} (${source}): ${text}${why ? ` – ${why}` : ""}`;
    byId("trouble").textContent = "";
  },
  said({ text }) {
    byId("said").textContent = text;
  },
  trouble({ text }) {
    byId("trouble").textContent = text;
  },
  refused({ why }) {
    byId("trouble").textContent = why;
  },
};

// -- connection -------------------------------------------------------------------------------------------------------

function showConnection(there, why) {
  document.body.classList.toggle("away", !there);
  byId("connection").textContent = (there ? texts.connected : texts.lost) ?? why;
}

const lose = (why) => {
  for (const name of down.keys()) elementOf(name)?.classList.remove("down");
  down.clear(); // the box lets go of what a lost page held
  sound.lose();
  showConnection(false, why);
};
const box = connectTo("/socket", told, lose, sound.play);

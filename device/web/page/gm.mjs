// The game master's screen: the sheet with every number, what one tap does, and the history. It sends phrases and typed
// commands; the box decides, and tells all pages what came of it.
import { screenKeeper } from "./awake.mjs";
import { connectTo } from "./connection.mjs";
import { capital, draw, make } from "./elements.mjs";
import { drawHistory, lastDrawn, takeHistory } from "./history.mjs";
import { panelOn } from "./panel.mjs";
import { drawQuestion, drawRests } from "./rests.mjs";
import { drawTables } from "./tables.mjs";
import { drawSheet } from "./trackers.mjs";
import { fillWords } from "./words.mjs";

const byId = (id) => document.getElementById(id);
let texts = {};
let tables = null; // the danger tables that there are
let region = null; // where the party is

// -- what the box tells -----------------------------------------------------------------------------------------------

const told = {
  hello(message) {
    texts = message.texts;
    fillWords(message);
    showConnection(true);
    for (const title of document.querySelectorAll(".card > h2")) title.textContent = capital(title.textContent);
    for (const who of document.querySelectorAll(".who")) draw(who, message.characters, (names) => drawWho(names));
    byId("spell-names").replaceChildren(...message.spells.map((value) => make("option", { value })));
    const choice = (name, value, does, word) =>
      make("button", { name, value, ariaLabel: `${does}: ${word}` }, `+ ${word}`);
    draw(byId("kinds"), message.kinds, (kinds) =>
      kinds.map(({ kind, word }) => choice("kind", kind, texts.light_up, word)),
    );
    draw(byId("condition-names"), message.conditions, (conditions) =>
      conditions.map(({ name, word }) => choice("name", name, texts.mark, word)),
    );
    tables = message.tables;
    byId("numbers").textContent = capital(texts[message.numbers]);
  },
  sheet(sheet) {
    drawSheet(sheet, texts);
    drawRests(sheet, texts);
    drawQuestion(sheet, texts);
    region = sheet.region;
    drawTables(tables, region, lastDrawn(), texts);
  },
  history(message) {
    if (takeHistory(message)) {
      drawHistory(byId("history"), texts);
      drawTables(tables, region, lastDrawn(), texts);
    } else location.reload();
  },
  panel: panelOn(byId("panel"), byId("glass")),
  heard({ text, accepted, why }) {
    byId("heard").textContent = `${texts.heard}: ${text}${why ? ` – ${why}` : ""}`;
    say("");
    byId("trouble").textContent = "";
    byId("heard").classList.toggle("no", !accepted);
  },
  said({ text }) {
    if (text !== byId("said").textContent) say(text); // a refusal is said, too
  },
  aside({ text }) {
    byId("aside").textContent = text;
  },
  refusal({ text }) {
    say(text, true);
  },
  trouble({ text }) {
    byId("trouble").textContent = text;
  },
  refused({ why }) {
    byId("trouble").textContent = why;
  },
};

// Who it is for: the party, somebody of the settings with one tap, or anybody else by name.
function drawWho(names) {
  const radio = (label, value) => {
    const input = make("input", { type: "radio", name: "one", value, defaultChecked: value === "" });
    return make("label", {}, input, make("span", {}, label));
  };
  const other = make("input", { name: "other", maxLength: 80, autocomplete: "off" });
  other.placeholder = names.length ? texts.someone_else : texts.for_whom;
  other.ariaLabel = texts.for_whom;
  return [...(names.length ? [radio(texts.party, ""), ...names.map((name) => radio(name, name))] : []), other];
}

const holderOf = ({ one, other }) => other || one || null;

function say(text, no = false) {
  byId("said").textContent = text;
  byId("said").classList.toggle("no", no);
}

function showConnection(there, why) {
  document.body.classList.toggle("away", !there);
  byId("connection").textContent = (there ? texts.connected : texts.lost) ?? why;
  for (const element of document.querySelectorAll("main, .ask, .talk, .pair")) element.inert = !there;
}

const box = connectTo("/socket/gm", told, (why) => showConnection(false, why));
screenKeeper()(true);

// -- what is tapped and typed -----------------------------------------------------------------------------------------

function order(command) {
  byId("trouble").textContent = "";
  box.send({ kind: "order", command });
}

const FORMS = {
  light: (fields) => order({ type: "light_up", kind: fields.kind, holder: holderOf(fields) }),
  condition: (fields) => order({ type: "mark_condition", name: fields.name, holder: holderOf(fields) }),
  spell: ({ name, turns, unlimited }) => {
    const length = unlimited ? { unlimited: true } : { turns: turns ? Number(turns) : null };
    order({ type: "start_effect", name, ...length });
  },
  ritual: ({ turns }) => order({ type: "begin_ritual", turns: turns ? Number(turns) : null }),
  note: ({ text }) => order({ type: "add_note", text }),
  turn: ({ turn }) => order({ type: "set_turn", turn: Number(turn) }),
  phrase: ({ text }) => box.send({ kind: "say", text }),
};

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const entries = [...new FormData(form, event.submitter)];
  const fields = Object.fromEntries(entries.map(([name, value]) => [name, value.trim()]));
  FORMS[form.dataset.form](fields);
  form.reset();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-order], [data-say]");
  if (button?.dataset.order) order(JSON.parse(button.dataset.order));
  else if (button) box.send({ kind: "say", text: texts[button.dataset.say] });
});

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.name === "other") {
    event.preventDefault(); // what is meant for them is still to be chosen
    event.target.form.querySelector("button").focus();
  }
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
  const key = event.key.toLowerCase();
  const again = key === "y" || (key === "z" && event.shiftKey);
  if (!again && key !== "z") return;
  event.preventDefault();
  order({ type: again ? "redo" : "undo" });
});

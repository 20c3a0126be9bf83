// The settings: a field for each key with what the file says of it, and the file's own text. Both are saved by the box,
// which checks them as it does at its start, and writes nothing that has an error.
import { ask } from "./ask.mjs";
import { make } from "./elements.mjs";
import { fieldOf, fieldsOf } from "./setting_fields.mjs";
import { fillWords } from "./words.mjs";

const CHECK_MS = 400; // after the last letter
const byId = (id) => document.getElementById(id);
let texts = {};
let state = { base: "", keys: [], text: "" };
let timer = 0;

const inputs = () => [...byId("keys").querySelectorAll("[data-path]")];
const changed = () => inputs().filter((input) => input.value !== input.dataset.was);
const textChanged = () => byId("text").value !== state.text;
const say = (key) => texts[key] ?? key;

// -- drawing ----------------------------------------------------------------------------------------------------------

function draw(fresh) {
  const open = new Set([...byId("keys").querySelectorAll("details[open]")].map((each) => each.dataset.section));
  state = fresh;
  byId("file").textContent = state.file;
  byId("cure").hidden = !state.cure;
  byId("cure").querySelector("code").textContent = state.cure;
  byId("waits").hidden = !state.waits.length;
  byId("waits").querySelector("code").textContent = state.waits.join(", ");
  byId("keys").replaceChildren(...fieldsOf(state, texts, open));
  byId("text").value = state.text;
  byId("found").replaceChildren();
  list(byId("problems"), state.problems);
  mark(state.problems);
  look();
}

function list(element, problems) {
  element.replaceChildren(...problems.map(({ text }) => make("li", {}, text)));
}

// An error at its field too, for whoever does not see the list; the first one is gone to.
function mark(problems) {
  for (const input of inputs()) {
    const path = input.dataset.path.split(".");
    const own = problems.find((each) => path.every((part, index) => each.path[index] === part));
    input.toggleAttribute("aria-invalid", false);
    if (own) input.setAttribute("aria-invalid", "true");
    const error = byId(`error-${input.dataset.path}`);
    error.textContent = own ? own.text : "";
    if (own) input.closest("details").open = true;
  }
}

function look() {
  const count = changed().length + (textChanged() ? 1 : 0);
  byId("bar").hidden = !count && !byId("told").textContent;
  byId("save").disabled = byId("discard").disabled = !count;
  byId("save").textContent = count ? `${say("save")} (${count})` : say("save");
  byId("text").disabled = changed().length > 0;
  for (const input of inputs()) {
    input.disabled = textChanged();
    input.closest(".key").classList.toggle("changed", input.value !== input.dataset.was);
  }
}

function tell(text, well) {
  byId("told").textContent = text;
  byId("told").className = well ? "well" : "wrong";
  byId("bar").hidden = false;
}

// -- what a person does -----------------------------------------------------------------------------------------------

async function save() {
  byId("save").disabled = true;
  const edits = changed().map((input) => ({ path: input.dataset.path.split("."), typed: input.value }));
  const posted = textChanged() ? { base: state.base, text: byId("text").value } : { base: state.base, edits };
  const answer = await ask("/settings/file", posted);
  if (answer.why) {
    const problems = answer.problems ?? [];
    list(byId("problems"), problems);
    mark(problems);
    tell(say(answer.why), false);
    if (answer.cure) byId("cure").hidden = false;
    look();
    (byId("keys").querySelector("[aria-invalid]") ?? byId("problems")).focus();
    return;
  }
  draw(answer);
  tell(say("saved"), true);
}

async function load() {
  const fresh = await ask("/settings/file");
  if (fresh.why) tell(say(fresh.why), false);
  else draw(fresh);
}

byId("discard").addEventListener("click", () => {
  byId("told").textContent = "";
  load();
});
for (const kind of ["input", "change"]) byId("keys").addEventListener(kind, look); // assistive technology may send one
byId("keys").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
byId("keys").addEventListener("click", ({ target }) => {
  if (!target.dataset.without) return;
  const section = target.closest("fieldset");
  const path = ["buttons", target.dataset.without];
  const none = { path, text: "", default: "", comment: "", wanted: "", choices: [], counts: "next_start" };
  section.replaceChildren(fieldOf(none, texts));
  const input = section.querySelector("[data-path]");
  input.value = "null";
  look();
});
byId("text").addEventListener("input", () => {
  look();
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const { problems } = await ask("/settings/check", { text: byId("text").value });
    if (!problems) return;
    list(byId("found"), problems.length ? problems : [{ text: say("no_errors") }]);
    byId("found").className = problems.length ? "wrong" : "well";
  }, CHECK_MS);
});
byId("find").addEventListener("input", () => {
  const wanted = byId("find").value.trim().toLowerCase();
  for (const section of byId("keys").querySelectorAll("details")) {
    let found = 0;
    for (const key of section.querySelectorAll(".key")) {
      key.hidden = wanted !== "" && !key.textContent.toLowerCase().includes(wanted);
      found += key.hidden ? 0 : 1;
    }
    section.hidden = found === 0;
    if (wanted) section.open = found > 0;
  }
});
byId("new_button").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = byId("button_name").value;
  const model = state.keys.filter((key) => key.path[0] === "buttons" && key.path[1] === "turn");
  const keys = model.map((key) => ({ ...key, path: ["buttons", name, key.path[2]], text: "", default: "" }));
  if (!state.keys.some((key) => key.path[1] === name)) state.keys.push(...keys);
  byId("button_name").value = "";
  const typed = new Map(changed().map((input) => [input.dataset.path, input.value]));
  byId("keys").replaceChildren(...fieldsOf(state, texts, new Set(["buttons"])));
  for (const input of inputs()) if (typed.has(input.dataset.path)) input.value = typed.get(input.dataset.path);
  look();
  byId(`key-buttons.${name}.pin`)?.focus();
});
byId("forget").addEventListener("click", async () => {
  const { why } = await ask("/forget", {});
  byId("forgotten").textContent = say(why ?? "forgotten");
});
addEventListener("beforeunload", (event) => {
  if (changed().length || textChanged()) event.preventDefault();
});

const who = await ask("/who");
({ texts } = who);
fillWords(who);
byId("devices").hidden = !who.network;
byId("addresses").textContent = (who.addresses ?? []).join(" ");
await load();

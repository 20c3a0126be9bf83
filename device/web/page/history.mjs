// The turns that were played, the newest first, each with its dice; opened, every event with its cause and its rule.
import { BOXES, boxes, capital, draw, make, percent } from "./elements.mjs";
import { rolled } from "./trackers.mjs";

let lines = [];
let first = 0; // the place of the first of them in the delve
let delve = null;
const opened = new Set(); // places of lines that are shown whole

// Put what is told in its place; false where something before it is missing, and the page must be told all anew.
export function takeHistory(told) {
  if (told.delve !== delve) {
    delve = told.delve;
    [lines, first] = [[], told.first];
    opened.clear();
  }
  if (told.first > first + lines.length) return false;
  if (told.first < first) [lines, first] = [[], told.first];
  lines.splice(told.first - first, Infinity, ...told.lines);
  return true;
}

// What came of danger tables and was not taken back, the latest first.
export function lastDrawn() {
  const happened = lines.filter((line) => line.kind === "command" && !line.undone);
  return happened.flatMap(({ events }) => events.map(({ drawn }) => drawn).filter(Boolean)).reverse();
}

export function drawHistory(list, texts) {
  draw(list, [lines, texts.nothing_yet], () =>
    lines.length
      ? lines.map((line, place) => drawLine(line, first + place, texts)).reverse()
      : make("li", { className: "faint" }, capital(texts.nothing_yet)),
  );
}

function drawLine(line, place, texts) {
  if (line.kind !== "command") {
    const what = `${line.kind === "undo" ? texts.undo_line : texts.redo_line}: ${line.what}`;
    return make("li", { className: "faint", value: place + 1 }, capital(what));
  }
  const turns = line.events.filter((event) => event.turn).map((event) => event.turn);
  const said = line.events.map(({ what }) => what).filter(Boolean);
  const title = turns.length ? line.what : said.length ? [...new Set(said)].join("; ") : line.what;
  const roll = line.events.findLast((event) => event.roll);
  const filled = line.events.findLast((event) => event.boxes !== undefined)?.boxes;
  const summary = make(
    "summary",
    { "data-key": String(place) },
    make("span", { className: "when" }, turns.length ? range(turns) : "·"),
    make("span", { className: "what" }, capital(title), line.undone ? make("em", {}, ` (${texts.undone})`) : null),
    roll ? drawRoll(roll.roll, texts) : filled === undefined ? null : boxes(filled, BOXES),
  );
  const details = make("details", { open: opened.has(place) }, summary);
  const fill = () => details.append(make("ul", {}, ...line.events.map((event) => drawEvent(event, texts))));
  if (details.open) fill();
  details.addEventListener("toggle", () => {
    if (details.open) opened.add(place);
    else opened.delete(place);
    if (details.open && details.children.length === 1) fill(); // a long rest has hundreds
  });
  return make("li", { className: line.undone ? "undone" : "", value: place + 1 }, details);
}

const range = (turns) => (turns.length > 1 ? `${turns[0]}–${turns.at(-1)}` : String(turns[0]));

function drawRoll(roll, texts) {
  const told = `${rolled(roll, texts)}${roll.danger ? ` · ${texts.danger}` : ""}`;
  return make("span", { className: roll.danger ? "roll hit" : "roll" }, told);
}

function drawEvent({ what, cause, rule, roll, turn }, texts) {
  const dice = roll && `${texts.die_letter}${roll.sides}: ${rolled(roll, texts)}`;
  const about = roll && `${texts.chance_was} ${percent(roll.chance)}${roll.own ? `, ${texts.own_die}` : ""}`;
  const told = [turn ? `${texts.turn} ${turn}` : "", what, roll ? `${dice} (${about})` : ""];
  const title = told.filter(Boolean).join(" · ") || cause;
  return make(
    "li",
    { className: turn ? "begins" : "" },
    make("span", {}, capital(title)),
    make("small", {}, [title.startsWith(cause) ? "" : cause, rule].filter(Boolean).join(" — ")),
  );
}

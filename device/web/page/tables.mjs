// Danger tables: what was drawn last, where the party is, and one tap for a draw.
import { capital, draw, make, tap, toggle } from "./elements.mjs";

const byId = (id) => document.getElementById(id);
const MOST_DRAWN = 5; // the history has them all

export function drawTables({ names, kinds, regions }, region, drawn, texts) {
  byId("tables").hidden = !names.length && !drawn.length;
  draw(byId("drawn"), [drawn.slice(0, MOST_DRAWN), texts.no_draw_yet], ([latest]) =>
    latest.length
      ? latest.map((each) => drawResult(each, texts))
      : [make("li", { className: "faint" }, capital(texts.no_draw_yet))],
  );
  const known = region && !regions.includes(region) ? [...regions, region] : regions;
  draw(byId("regions"), [known, region], () =>
    known.map((each) => toggle(each, each === region, { type: "enter_region", region: each === region ? null : each })),
  );
  draw(byId("table-kinds"), kinds, () => kinds.map(({ kind, word }) => drawTap(word, kind, texts)));
  draw(byId("table-names"), [names, texts.every_table], () => (names.length ? everyTable(names, texts) : []));
}

function everyTable(names, texts) {
  const taps = names.map((name) => drawTap(name, name, texts));
  return make("details", {}, make("summary", {}, `${capital(texts.every_table)} ▾`), make("div", { className: "taps" }, ...taps));
}

function drawTap(word, table, texts) {
  return tap(word, { type: "roll_on_table", table }, { "aria-label": `${texts.draw}: ${word}` });
}

function drawResult({ table, result, reaction, feet, asked }, texts) {
  const about = [table, asked ? "" : texts.for_danger, reaction, feet === null ? "" : `${feet} ${texts.feet}`];
  return make("li", {}, make("span", {}, result), make("small", {}, ` ${about.filter(Boolean).join(" · ")}`));
}

// The trackers of the paper sheet, exact, and what one tap changes in them.
import { BOXES, MOST_BOXES, boxes, capital, draw, make, percent, tap, toggle } from "./elements.mjs";

const byId = (id) => document.getElementById(id);
const SUPPLY_BOXES = 6;
const LIGHT_BOXES = 6; // of one that has more turns than are told apart: each filled as far as it is burnt
const ACTIONS = [
  ["next_turn", { type: "take_next_turn" }],
  ["move", { type: "take_action", action: "move" }],
  ["search", { type: "take_action", action: "search" }],
  ["investigate", { type: "take_action", action: "investigate" }],
  ["obstacle_loud", { type: "take_action", action: "obstacle", loud: true }],
  ["obstacle_quiet", { type: "take_action", action: "obstacle" }],
  ["lookout", { type: "take_action", action: "lookout" }],
  ["talk", { type: "take_action", action: "talk" }],
  ["talk_loud", { type: "take_action", action: "talk", loud: true }],
  ["heal", { type: "take_action", action: "heal" }],
  ["gear", { type: "take_action", action: "gear" }],
  ["secure", { type: "take_action", action: "secure" }],
  ["cleanup", { type: "take_action", action: "cleanup" }],
  ["lost_way", { type: "take_action", action: "lost" }],
  ["rest_one_turn", { type: "rest_one_turn" }],
  ["other", { type: "take_action", action: "other" }],
];

export function drawSheet(sheet, texts) {
  drawNow(sheet, texts);
  drawDanger(sheet, texts);
  drawTurns(sheet, texts);
  drawLights(sheet, texts);
  drawSpells(sheet, texts);
  drawSupplies(sheet, texts);
  drawConditions(sheet, texts);
  draw(byId("notes"), sheet.notes, (notes) => notes.map((note) => make("li", {}, note)));
}

function drawNow({ turn, time, mode, suspended, bright, split, area }, texts) {
  byId("now").replaceChildren(make("strong", {}, `${capital(texts.turn)} ${turn}`), make("span", {}, time));
  const signs = { fast: mode === "fast", bright, split, secured: area.secured };
  const told = Object.keys(signs).filter((sign) => signs[sign]);
  const waits = suspended ? [`${texts[suspended]}: ${texts.time_waits}`] : [];
  byId("signs").textContent = [...waits, ...told.map((sign) => texts[sign])].join(" · ");
  document.body.classList.toggle("suspended", Boolean(suspended));
  document.title = `${capital(texts.turn)} ${turn} – ${texts.title}`;
}

function drawDanger(sheet, texts) {
  const { danger, completed, escalation, last_danger, danger_word, bright, split, waiting_marks, kept_dice } = sheet;
  const { chance, near, faces, die, staying_adds } = danger;
  const on = `${texts.die_letter}${die}: ${faces ?? `1-${die}`}`.replace("-", "–");
  draw(byId("odds"), [danger, kept_dice, waiting_marks], () => [
    make("strong", { className: near ?? "none" }, chance === null ? "–" : percent(chance)),
    make(
      "span",
      {},
      chance === null ? texts.no_roll : `${texts.next_turn_odds} · ${on}`,
      ...(staying_adds ? [make("br"), `+ ${texts.staying}`] : []),
      ...(waiting_marks.length ? [make("br"), `${waiting_marks.join(", ")}: ${texts.waiting}`] : []),
      ...(kept_dice.length ? [make("br"), `${texts.own_dice}: ${kept_dice.join(", ")}`] : []),
    ),
  ]);
  draw(byId("boxes"), escalation, () =>
    Array.from({ length: BOXES }, (_, box) => {
      const boxesTo = box + 1 === escalation ? box : box + 1; // the last filled one is taken back
      return tap(`+${box + 1}`, { type: "set_boxes", boxes: boxesTo }, {
        className: box < escalation ? "box full" : "box",
        "aria-pressed": String(box < escalation),
        "aria-label": `${texts.boxes_to} ${boxesTo}`,
        "data-key": `box ${box}`,
      });
    }),
  );
  byId("last").textContent = last_danger
    ? `${capital(texts.last_roll)}: ${texts.turn} ${last_danger.turn}: ${rolled(last_danger, texts)}, ${
        last_danger.danger ? `${texts.danger}${danger_word ? `: ${danger_word}` : ""}` : texts.quiet
      }`
    : capital(texts.no_roll_yet);
  byId("last").classList.toggle("news", Boolean(last_danger?.danger && last_danger.turn === completed));
  draw(byId("marks"), [bright, split, texts.noise], () => [
    tap(`+ ${texts.noise}`, { type: "add_marks", cause: "noise" }),
    tap(`+ ${texts.attention}`, { type: "add_marks", cause: "attention" }),
    tap(`− ${texts.calm_one}`, { type: "calm", count: 1 }),
    tap(texts.all_calm, { type: "calm" }),
    toggle(texts.bright, bright, { type: "set_bright_light", on: !bright }),
    toggle(texts.split, split, { type: split ? "rejoin_party" : "split_party" }),
  ]);
}

export function rolled({ die, total }, texts) {
  if (die === null) return texts.sixth_box;
  return total === die ? String(die) : `${die} + ${total - die} = ${total}`;
}

function drawTurns({ completed, turn, area, mode, suspended, activity }, texts) {
  const filled = completed % 10;
  draw(byId("row"), filled, () =>
    Array.from({ length: 10 }, (_, box) => {
      const className = box < filled ? "full" : box === filled ? "next" : "";
      return make("li", { className }, make("small", {}, String(10 * box)));
    }),
  );
  byId("row").setAttribute("aria-label", `${texts.turn} ${turn}`);
  const here = [
    area.searches ? `${texts.searched}: ${area.searches}` : "",
    area.lingered ? `${texts.stayed}: ${area.lingered}` : "",
    area.secured ? texts.secured : "",
  ].filter(Boolean);
  draw(byId("area"), [here, area.secured], () => [
    here.length ? `${capital(texts.area)}: ${here.join(" · ")} ` : "",
    area.secured ? tap(texts.unsafe, { type: "unsecure_area" }) : "",
  ]);
  draw(byId("actions"), [texts.next_turn, mode], () => [
    ...ACTIONS.map(([key, command]) => tap(texts[key], command, { className: key === "next_turn" ? "main" : "" })),
    toggle(texts.fast, mode === "fast", { type: "set_mode", mode: mode === "fast" ? "normal" : "fast" }),
  ]);
  draw(byId("suspend"), [suspended, texts.over], () =>
    ["combat", "chase", "roleplay"].map((kind) => {
      const its = { "aria-pressed": String(suspended === kind), "data-key": kind };
      return suspended === kind
        ? tap(`${texts[kind]} ${texts.over}`, { type: "end_suspension", kind }, its)
        : tap(texts[kind], { type: "suspend", kind }, its);
    }),
  );
}

// A row of a list: what it is, its boxes, how much is left, and what can be done with it.
function listed(name, left, row, ...buttons) {
  return make(
    "li",
    {},
    make("span", { className: "name" }, capital(name)),
    row,
    make("span", { className: "left" }, left),
    make("span", { className: "taps" }, ...buttons),
  );
}

const empty = (text) => make("li", { className: "faint" }, capital(text));

function drawLights({ lights, stock }, texts) {
  draw(byId("lights"), [lights, stock], () => [
    ...lights.map((light) => {
      const { number, kind, word, holder, turns_left: left, full_turns: full, lit } = light;
      const name = holder ? `${word} · ${holder}` : word;
      const its = { kind, number };
      const total = full === null ? 0 : full <= MOST_BOXES ? full : LIGHT_BOXES;
      const row = listed(
        name,
        `${left ?? "∞"}${lit ? "" : ` ${texts.doused}`}`,
        boxes(full === null ? 0 : ((full - left) * total) / full, total),
        ...(left === null ? [] : [
          tap("−", { type: "adjust_light", ...its, turns: -1 }, { "aria-label": `${name}: ${texts.one_less}` }),
          tap("+", { type: "adjust_light", ...its, turns: 1 }, { "aria-label": `${name}: ${texts.one_more}` }),
        ]),
        lit
          ? tap(texts.douse, { type: "douse", ...its }, { "data-key": `light ${number}` })
          : tap(texts.relight, { type: "relight", ...its }, { "data-key": `light ${number}` }),
      );
      row.classList.toggle("out", !lit);
      return row;
    }),
    ...(lights.some(({ lit }) => lit) ? [] : [empty(texts.no_lights)]),
    ...stock.map(({ kind, word, left }) =>
      listed(
        `${texts.spares}: ${word}`,
        String(left),
        null,
        tap("−", { type: "adjust_stock", kind, count: -1 }, { "aria-label": `${word}: ${texts.one_less}` }),
        tap("+", { type: "adjust_stock", kind, count: 1 }, { "aria-label": `${word}: ${texts.one_more}` }),
      ),
    ),
  ]);
}

function drawSpells({ effects }, texts) {
  draw(byId("spells"), [effects, texts.end], () =>
    effects.length
      ? effects.map(({ name, turns_left: left }) =>
          listed(
            name,
            left === null ? texts.no_limit : String(left),
            boxes(0, left !== null && left <= MOST_BOXES ? left : 0),
            tap(texts.end, { type: "end_effect", name }, { "aria-label": `${name}: ${texts.end}` }),
          ),
        )
      : [empty(texts.no_spells)],
  );
}

function drawSupplies({ supplies, ammunition }, texts) {
  draw(byId("supplies"), [supplies, ammunition], () => {
    const row = (supply, left, total, use) =>
      listed(
        texts[supply],
        String(left),
        boxes(total - left, total),
        tap("−", { type: "adjust_supply", supply, boxes: -1 }, { "aria-label": `${texts[supply]}: ${texts.one_less}` }),
        tap("+", { type: "adjust_supply", supply, boxes: 1 }, { "aria-label": `${texts[supply]}: ${texts.one_more}` }),
        use ? tap(use, { type: "use_supply", supply }) : null,
      );
    return [
      row("rations", supplies.rations, SUPPLY_BOXES, texts.eat),
      row("water", supplies.water, SUPPLY_BOXES, texts.drink),
      ...(ammunition === null ? [] : [row("ammunition", ammunition, 0, null)]),
    ];
  });
}

function drawConditions({ conditions }, texts) {
  draw(byId("conditions"), [conditions, texts.clear], () =>
    conditions.length
      ? conditions.map(({ name, holder, word }) => {
          const told = holder ? `${word} · ${holder}` : word;
          const command = { type: "clear_condition", name, holder };
          return make("li", {}, tap(`${capital(told)} ✕`, command, { "aria-label": `${told}: ${texts.clear}` }));
        })
      : [empty(texts.no_conditions)],
  );
}

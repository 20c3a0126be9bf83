// Rests, rituals and long talks: the countdown and what can be done with it; what a rest would cost; the open question.
import { MOST_BOXES, boxes, capital, draw, make, percent, tap } from "./elements.mjs";

const byId = (id) => document.getElementById(id);
const BEGIN = {
  short_rest: { type: "begin_rest", kind: "short_rest" },
  long_rest: { type: "begin_rest", kind: "long_rest" },
};

export function drawRests({ activity, plans }, texts) {
  draw(byId("activity"), [activity, texts.resume], () => (activity ? countdown(activity, texts) : []));
  draw(byId("plans"), [plans, texts.burns_out], () => plans.map((plan) => drawPlan(plan, texts)));
}

function countdown({ kind, done, total, paused }, texts) {
  const name = kind === "talk" ? texts.talk_activity : texts[kind];
  const ritual = kind === "ritual";
  return [
    make(
      "p",
      { className: "countdown" },
      make("span", { className: "name" }, `${capital(name)}${paused ? ` (${texts.paused})` : ""}`),
      total <= MOST_BOXES ? boxes(done, total) : null,
      make("span", { className: "left" }, `${done} / ${total}`),
    ),
    paused
      ? make(
          "div",
          { className: "taps" },
          tap(texts.resume, { type: ritual ? "continue_ritual" : "resume_rest" }, { className: "main" }),
          ritual ? null : tap(texts.restart, { type: "restart_rest" }),
          tap(texts.abandon, { type: ritual ? "abandon_ritual" : "abandon_rest" }),
        )
      : "",
  ];
}

function drawPlan({ name, turns, chance, expected_first: first, burning_out: burning, refused }, texts) {
  const label = BEGIN[name] ? tap(texts[name], BEGIN[name]) : make("span", {}, capital(texts.danger));
  if (refused) return make("p", { className: "plan" }, label, make("span", { className: "faint" }, refused));
  const told = [
    `${turns} ${texts.turns}`,
    first ? `${texts.about_turn} ${Math.round(first)}` : "",
    ...tallied(burning).map((light) => `${light} ${texts.burns_out}`),
  ];
  const level = chance === 0 ? "calm" : chance <= 1 / 2 ? "restless" : "tense";
  return make(
    "p",
    { className: "plan" },
    label,
    make("strong", { className: level }, chance ? percent(chance) : texts.no_danger),
    make("span", { className: "faint" }, told.filter(Boolean).join(" · ")),
  );
}

function tallied(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
}

export function drawQuestion({ question, danger }, texts) {
  byId("question").hidden = question === null;
  if (question === null) return;
  byId("question-title").textContent = capital(question.title);
  byId("question-text").textContent = question.text;
  draw(byId("answers"), [question, danger.die], () =>
    question.name === "roll"
      ? [
          make("span", { className: "name" }, texts.die_shows),
          ...(danger.die <= MOST_BOXES ? Array.from({ length: danger.die }, (_, face) => die(face + 1, texts)) : []),
          tap(texts.roll_for_us, { type: "roll_for_us" }),
        ]
      : [
          tap(texts.yes_answer, { type: "answer", yes: true }, { className: "main" }),
          tap(texts.no_answer, { type: "answer", yes: false }),
        ],
  );
}

const die = (face, texts) =>
  tap(String(face), { type: "tell_dice", dice: [face] }, { "aria-label": `${texts.die_shows} ${face}` });

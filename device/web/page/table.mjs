// The players' view, for a television: what the panel says, large, and with room for all of it. It is told nothing that
// the panel keeps from the players, and can do nothing.
import { screenKeeper } from "./awake.mjs";
import { connectTo } from "./connection.mjs";
import { MOST_BOXES, boxes, capital, make } from "./elements.mjs";
import { fillWords } from "./words.mjs";

const LEAST_PX = 14; // of letters
const byId = (id) => document.getElementById(id);
let texts = {};

const told = {
  hello(message) {
    ({ texts } = message);
    fillWords(message);
    showConnection(true);
  },
  page({ name, rows }) {
    const drawn = rows.map((row) => DRAWN[row.row](row));
    const above = rows.findIndex(({ row }) => LISTED.has(row)); // what runs out stands in columns below the rest
    const list = make("ul", { className: "list" }, ...drawn.filter((_, at) => LISTED.has(rows[at].row)));
    const rest = drawn.filter((_, at) => !LISTED.has(rows[at].row));
    if (above >= 0) rest.splice(above, 0, list);
    byId("page").className = name;
    byId("page").replaceChildren(...rest);
    fit();
  },
};

const LISTED = new Set(["item", "more"]);
const DRAWN = {
  heading: ({ text, right, signs }) =>
    make("h1", {}, make("span", {}, capital(text)), make("small", {}, [right, ...signs].filter(Boolean).join(" · "))),
  line: ({ text, right }) => make("p", {}, make("span", {}, capital(text)), right ? make("small", {}, right) : null),
  signs: ({ text }) => make("p", { className: "signs" }, capital(text)),
  notice: ({ text, mark }) => make("p", { className: "notice" }, capital(mark ? `${mark}: ${text}` : text)),
  boxes: rowOfBoxes,
  turn_row: rowOfBoxes,
  countdown_row: rowOfBoxes,
  danger_row: (row) => rowOfBoxes(row, "near"),
  item: ({ name, left, doused, filled, total, spent }) =>
    make(
      "li",
      { className: doused || spent ? "out" : "" },
      make("span", { className: "name" }, capital(name)),
      total ? boxes(filled, total) : null,
      make("span", { className: "left" }, [left, doused].filter(Boolean).join(" ")),
    ),
  more: ({ count, more }) => make("li", { className: "out" }, `+${count} ${more}`),
  bar: ({ text }) => make("p", { className: "bar" }, capital(text)),
  banner: ({ text }) => make("p", { className: "banner" }, capital(text)),
  buttons: ({ turn, rest, names: [first, second] }) =>
    make("p", { className: "signs" }, `${capital(first)}: ${turn} · ${capital(second)}: ${rest}`),
};

function rowOfBoxes({ label, filled, total, right, mark, of }, className = "") {
  const few = total && total <= MOST_BOXES;
  const counted = total && !few ? `${filled} ${of} ${total}` : "";
  return make(
    "p",
    { className: `row ${className}` },
    make("span", { className: "name" }, capital([label, mark].filter(Boolean).join(" · "))),
    few ? boxes(filled, total) : null,
    make("strong", {}, capital([counted, right].filter(Boolean).join(", "))),
  );
}

// Nobody scrolls a television: what is more than it holds is drawn smaller, as long as that can be read.
function fit() {
  const { style } = document.documentElement;
  style.fontSize = "";
  let size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  while (document.documentElement.scrollHeight > innerHeight && size > LEAST_PX) {
    size = Math.max(LEAST_PX, size - 1);
    style.fontSize = `${size}px`;
  }
}

function showConnection(there, why) {
  document.body.classList.toggle("away", !there);
  byId("connection").textContent = there ? "" : (texts.lost ?? why);
}

addEventListener("resize", fit);
connectTo("/socket/table", told, (why) => showConnection(false, why));
screenKeeper()(true);

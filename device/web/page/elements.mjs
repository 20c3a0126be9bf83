// Elements made of words and values, drawn anew only where their values changed, so that no tap and no focus is lost.

// A tag with properties (attributes where their name has a dash or starts with data) and children.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

const drawn = new WeakMap();

// Fill `container` with what `build` makes of `values`, if they are not those that it shows.
export function draw(container, values, build) {
  const now = JSON.stringify(values);
  if (drawn.get(container) === now) return;
  drawn.set(container, now);
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  container.replaceChildren(...[build(values)].flat());
  if (key) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

// A button that orders a command of the engine with one tap; `more` are properties of its own.
export function tap(text, command, more = {}) {
  const order = JSON.stringify(command);
  return make("button", { type: "button", "data-order": order, "data-key": order, ...more }, text);
}

// One that is on or off.
export const toggle = (text, on, command) => tap(text, command, { "aria-pressed": String(on), "data-key": text });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const percent = (chance) => `${chance === 1 ? 100 : Math.min(99, Math.round(100 * chance))} %`;

export const BOXES = 5; // of escalation
export const MOST_BOXES = 12; // that are told apart in a row; longer ones are numbers, or six that fill by parts

// Boxes of the sheet, filled from the left as time passes; for eyes alone, since the number stands beside them.
export function boxes(filled, total) {
  const row = make("span", { className: "boxes", "aria-hidden": "true" });
  for (let box = 0; box < total; box += 1) {
    const part = Math.max(0, Math.min(1, filled - box));
    const each = make("i");
    each.style.setProperty("--used", `${100 * part}%`);
    row.append(each);
  }
  return row;
}

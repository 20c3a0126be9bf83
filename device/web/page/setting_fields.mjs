// A field for each key of the settings: its name, what the file says of it, what counts where it is left out, and when
// a change counts.
import { make } from "./elements.mjs";

function grouped(keys, part) {
  const groups = new Map();
  for (const key of keys) groups.set(key.path[part], [...(groups.get(key.path[part]) ?? []), key]);
  return [...groups];
}

function control(key, texts) {
  const shipped = `${texts.shipped}: ${key.default}`;
  if (!key.choices.length)
    return make("input", {
      value: key.text,
      placeholder: key.default ? shipped : "",
      autocapitalize: "none",
      autocomplete: "off",
      spellcheck: false,
    });
  const known = [...new Set([...key.choices, ...(key.text ? [key.text] : [])])]; // a wrong one is shown as it is
  const options = [make("option", { value: "" }, shipped), ...known.map((each) => make("option", { value: each }, each))];
  const select = make("select", {}, ...options);
  select.value = key.text;
  return select;
}

export function fieldOf(key, texts) {
  const name = key.path.join(".");
  const input = control(key, texts);
  input.id = `key-${name}`;
  input.dataset.path = name;
  input.dataset.was = key.text;
  const about = [key.comment, key.choices.length ? "" : key.wanted].filter(Boolean);
  const hint = make("small", { id: `about-${name}` }, ...about.flatMap((text) => [text, document.createElement("br")]), texts[key.counts]);
  const error = make("small", { id: `error-${name}`, className: "wrong" });
  input.setAttribute("aria-describedby", `error-${name} about-${name}`);
  const label = make("label", { htmlFor: input.id }, name);
  return make("div", { className: "key" }, label, input, error, hint);
}

function button(name, keys, texts) {
  const legend = make("legend", {}, name);
  const fields = keys.map((key) => fieldOf(key, texts));
  const without = keys.length > 1 ? [make("button", { type: "button" }, texts.without)] : [];
  for (const each of without) each.dataset.without = name;
  return make("fieldset", {}, legend, ...fields, ...without);
}

// A section for each, folded up but those named in `open`; the buttons each in a group of its own.
export function fieldsOf({ keys, sections }, texts, open) {
  return grouped(keys, 0).map(([section, group]) => {
    const summary = make("summary", {}, section);
    const about = make("p", { className: "faint" }, sections[section] ?? "");
    const fields =
      section === "buttons"
        ? grouped(group, 1).map(([name, own]) => button(name, own, texts))
        : group.map((key) => fieldOf(key, texts));
    const details = make("details", { className: "card", open: open.has(section) }, summary, about, ...fields);
    details.dataset.section = section;
    return details;
  });
}

// The page's words in the table's language: into every element that names one of them.

export function fillWords({ texts, language }) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", texts[element.dataset.label]);
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = texts[element.dataset.hint];
}

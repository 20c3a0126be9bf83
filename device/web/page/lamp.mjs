// The lamp: seconds on, off, on, off … as the box tells them. A lasting pattern repeats; the others come once and
// give way to the lasting one before them. One that breathes swells and fades over its whole length.

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function lampOn(element) {
  let lasting = { pattern: "dark", beats: [], lasting: true, breathes: false };
  let timer = 0;
  let passing = false; // one that comes once is shown, and is not cut off

  const play = (pattern, index) => {
    clearTimeout(timer);
    passing = !pattern.lasting;
    const { beats } = pattern;
    element.dataset.pattern = pattern.pattern;
    element.classList.toggle("breathes", pattern.breathes);
    if (pattern.breathes) {
      element.classList.remove("lit");
      element.style.setProperty("--breath", `${beats.reduce((sum, beat) => sum + beat)}s`);
      return;
    }
    if (index === beats.length || !beats.length) {
      if (!pattern.lasting) {
        play(lasting, 0);
        return;
      }
      if (!beats.length) {
        element.classList.remove("lit");
        return;
      }
      index = 0;
    }
    // who wants nothing to move sees it steady for as long as the pattern lasts
    element.classList.toggle("lit", index % 2 === 0 || still.matches);
    if (beats.length > 1) timer = setTimeout(play, beats[index] * 1000, pattern, index + 1);
  };

  return (pattern) => {
    if (pattern.lasting) lasting = pattern;
    if (!pattern.lasting || !passing) play(pattern, 0);
  };
}

// The panel on a canvas, exactly as the box shows it: every pixel is a square of so many whole pixels of the screen.

const COLOURS = { lit: [225, 240, 255, 255], dark: [8, 10, 14, 255] };

// Draws into `canvas`, as large as fits into the width of `room` and `highest()` pixels; gives what draws a message.
export function panelOn(canvas, room, highest = () => Infinity) {
  const fit = () => {
    const most = Math.min(room.clientWidth / canvas.width, highest() / canvas.height);
    const times = Math.max(1, Math.floor(most * devicePixelRatio));
    canvas.style.width = `${(times * canvas.width) / devicePixelRatio}px`;
  };
  addEventListener("resize", fit);

  return ({ width, height, bits, light, lines }) => {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    fit();
    const rows = atob(bits);
    const bytesInRow = (width + 7) >> 3;
    const image = new ImageData(width, height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const lit = (rows.charCodeAt(y * bytesInRow + (x >> 3)) >> (7 - (x & 7))) & 1;
        image.data.set(lit ? COLOURS.lit : COLOURS.dark, 4 * (y * width + x));
      }
    canvas.getContext("2d").putImageData(image, 0, 0);
    canvas.dataset.light = light;
    canvas.setAttribute("aria-label", lines.join(". "));
  };
}

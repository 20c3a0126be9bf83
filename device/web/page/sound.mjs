// Ear and voice of the box in this page: the two switches, the level at the ear, and what stands in the way of it.
import { mayAsk, microphoneFor } from "./microphone.mjs";
import { speakerFor } from "./speaker.mjs";

const GESTURES = ["pointerdown", "pointerup", "keydown", "click"]; // in one of these a browser lets sound begin
const LEVEL_DB = { least: -90, most: 0 };
const STALE_MS = 1500; // the box tells the level ten times a second while it hears anything
const MOST_WAITING_BYTES = 200_000; // two seconds of the microphone: what the network does not take is left out

const byId = (id) => document.getElementById(id);

// `box` gives the connection.
export function soundOf(box) {
  const speaker = speakerFor(
    (number) => box().send({ kind: "played", number }),
    () => show(),
  );
  const microphone = microphoneFor(
    (block) => box().sendBytes(block, MOST_WAITING_BYTES),
    () => lend(false, "lost"),
  );
  let texts = {};
  let can = { voice: false, ear: false };
  let isWanted = false; // to hear the box here, from the first touch on
  let hears = false;
  let lends = false;
  let trouble = ""; // with the microphone
  let source = "none";
  let timer = 0;

  const asksForTouch = () => can.voice && isWanted && !(hears && speaker.running);

  const show = () => {
    byId("touch").hidden = !asksForTouch();
    byId("voice").hidden = !can.voice;
    byId("voice").setAttribute("aria-pressed", hears);
    byId("microphone").hidden = !can.ear;
    byId("microphone").disabled = !mayAsk;
    byId("microphone").setAttribute("aria-pressed", lends);
    byId("level").hidden = source === "none";
    const heard = source === "page" && !lends ? "other" : source;
    const why = can.ear && !mayAsk ? "insecure" : trouble;
    byId("ear").textContent = [why && texts[`mic_${why}`], texts[`ear_${heard}`]].filter(Boolean).join(" – ");
  };

  const hear = async (on) => {
    isWanted = on;
    if (on) await speaker.start();
    hears = on && speaker.running;
    if (!on) speaker.cut(Infinity);
    box().send({ kind: "sound", on: hears });
    show();
  };

  const lend = async (on, why = "") => {
    trouble = why;
    byId("microphone").disabled = true; // until the browser's owner has answered
    if (on) trouble = await microphone.start(await speaker.start());
    else microphone.stop();
    lends = microphone.on;
    box().send({ kind: "microphone", on: lends });
    show();
  };

  const begin = ({ target }) => {
    if (asksForTouch() && !byId("voice").contains(target)) hear(true);
  };
  for (const gesture of GESTURES) addEventListener(gesture, begin, { capture: true, passive: true });
  byId("voice").addEventListener("click", () => {
    localStorage.setItem("hears", !hears);
    hear(!hears);
  });
  byId("microphone").addEventListener("click", () => lend(!lends));

  const showLevel = (db, tableDb, isLoud) => {
    const level = byId("level");
    const part = (value) => `${(100 * (value - LEVEL_DB.least)) / (LEVEL_DB.most - LEVEL_DB.least)}%`;
    level.style.setProperty("--level", part(db));
    level.style.setProperty("--table", part(tableDb));
    level.classList.toggle("loud", isLoud);
    level.setAttribute("aria-valuenow", db);
    byId("gate").textContent = `${db} dB${isLoud ? ` ${texts.loud}` : ""}`;
  };

  return {
    play: speaker.play,
    told: {
      level({ source: from, db, tableDb, loud }) {
        const isNew = source !== from;
        source = from;
        showLevel(db, tableDb, loud);
        if (isNew) show();
        clearTimeout(timer);
        timer = setTimeout(() => {
          source = "none";
          byId("gate").textContent = "";
          show();
        }, STALE_MS);
      },
      cut: ({ number }) => speaker.cut(number),
      buzz: ({ beats }) => hears && speaker.buzz(beats),
      // the box hears it no more: another page's was lent after it, or it gave no sound
      microphone({ why }) {
        microphone.stop();
        lends = false;
        trouble = why === "silent" ? "lost" : "";
        show();
      },
    },
    // The box greets the page, now or again.
    greet(hello) {
      ({ texts } = hello);
      can = hello.sound;
      const chosen = localStorage.getItem("hears");
      isWanted = hears || (chosen === null ? hello.hands : chosen === "true");
      if (hears) box().send({ kind: "sound", on: true });
      if (lends) box().send({ kind: "microphone", on: true });
      show();
    },
    // The connection has gone: what was on its way is not heard to its end.
    lose: () => speaker.cut(Infinity),
  };
}

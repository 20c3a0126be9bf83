// This browser's loudspeaker for the box: what it says, piece after piece and cut at once, and its buzzer.
import { VERSION } from "./connection.mjs";

const VOICE = 1;
const HEAD_BYTES = 12;
const AHEAD_SECONDS = 0.03; // a sound is due so much later, so that its beginning is not missed
const BUZZ = { hz: 2300, loud: 0.05 };

// `onPlayed` is told the number of each piece of the voice that was heard to its end; `onChange` is called when sound can
// be heard from now on, or, as when a phone was locked, no more.
export function speakerFor(onPlayed, onChange) {
  const sounding = new Map(); // what sounds, and of which piece it is
  let context = null;
  let nextAt = 0;

  const running = () => context?.state === "running";
  const soon = () => context.currentTime + AHEAD_SECONDS;

  return {
    // A browser lets sound begin in a touch or a press of a key alone.
    async start() {
      if (context === null) {
        context = new AudioContext();
        context.addEventListener("statechange", onChange);
      }
      await context.resume();
      return context;
    },

    get running() {
      return running();
    },

    play(frame) {
      const head = new DataView(frame);
      if (head.getUint8(0) !== VERSION || head.getUint8(1) !== VOICE) return;
      const [isLast, number, rate] = [head.getUint8(2) === 1, head.getUint32(4, true), head.getUint32(8, true)];
      const samples = new Int16Array(frame, HEAD_BYTES);
      if (!running() || !samples.length) {
        if (isLast) onPlayed(number); // nobody shall wait for what is not heard here
        return;
      }
      const buffer = context.createBuffer(1, samples.length, rate);
      buffer.copyToChannel(Float32Array.from(samples, (sample) => sample / 32768), 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      source.addEventListener("ended", () => {
        const wasCut = !sounding.delete(source);
        if (isLast && !wasCut) setTimeout(onPlayed, 1000 * (context.outputLatency || context.baseLatency || 0), number);
      });
      const at = Math.max(nextAt, soon());
      sounding.set(source, number);
      source.start(at);
      nextAt = at + buffer.duration;
    },

    // Silence for all pieces up to this one.
    cut(number) {
      for (const [source, its] of sounding) {
        if (its > number) continue;
        sounding.delete(source);
        source.stop();
      }
      if (!sounding.size) nextAt = 0;
    },

    // Seconds on, off, on …
    buzz(beats) {
      if (!running()) return;
      const tone = new OscillatorNode(context, { type: "square", frequency: BUZZ.hz });
      const volume = new GainNode(context, { gain: 0 });
      let at = soon();
      beats.forEach((seconds, index) => {
        volume.gain.setValueAtTime(index % 2 ? 0 : BUZZ.loud, at);
        at += seconds;
      });
      tone.connect(volume).connect(context.destination);
      tone.start();
      tone.stop(at);
    },
  };
}

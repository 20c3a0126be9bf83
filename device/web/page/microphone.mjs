// This browser's microphone for the box: blocks of 16-bit sound as they come, and nothing of it changed on the way.
import { VERSION } from "./connection.mjs";

const MICROPHONE = 2;
const HEAD_BYTES = 8;
// What makes calls pleasant – echo, noise and level taken care of – makes commands harder to tell from table talk.
const WANTED = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
const REASONS = { NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "missing", OverconstrainedError: "missing" };

// Whether a browser gives a microphone to this page at all: over plain http from another machine it gives none.
export const mayAsk = isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

// `onBlock` is given each block as the box wants it; `onLost` is called when the microphone is pulled.
export function microphoneFor(onBlock, onLost) {
  let stop = null;

  const framed = (samples, rate) => {
    const frame = new ArrayBuffer(HEAD_BYTES + samples.byteLength);
    const head = new DataView(frame);
    head.setUint8(0, VERSION);
    head.setUint8(1, MICROPHONE);
    head.setUint32(4, rate, true);
    new Int16Array(frame, HEAD_BYTES).set(samples);
    return frame;
  };

  return {
    get on() {
      return stop !== null;
    },

    // Gives "" where it works from now on, else why not: denied, missing or failed.
    async start(context) {
      let stream = null;
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: WANTED });
        await context.audioWorklet.addModule("capture.mjs");
      } catch (error) {
        stream?.getTracks().forEach((track) => track.stop());
        return REASONS[error.name] ?? "failed";
      }
      const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
      const capture = new AudioWorkletNode(context, "capture", { channelCount: 1, channelCountMode: "explicit" });
      capture.port.onmessage = ({ data }) => onBlock(framed(data, context.sampleRate));
      source.connect(capture).connect(context.destination); // it gives silence: only what leads somewhere runs
      stop = () => {
        stop = null;
        capture.port.onmessage = null;
        source.disconnect();
        capture.disconnect();
        stream.getTracks().forEach((track) => track.stop());
      };
      stream.getTracks()[0].addEventListener("ended", () => {
        stop?.();
        onLost();
      });
      return "";
    },

    stop() {
      stop?.();
    },
  };
}

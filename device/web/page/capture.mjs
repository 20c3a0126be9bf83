// On the browser's thread of sound: gathers what the microphone gives into blocks of 16-bit samples.

const BLOCK_SAMPLES = 1536; // 32 ms at 48 kHz, and within the largest message that the box takes

class Capture extends AudioWorkletProcessor {
  block = new Int16Array(BLOCK_SAMPLES);
  filled = 0;

  process([[samples]]) {
    for (const sample of samples ?? []) {
      this.block[this.filled] = Math.max(-32768, Math.min(32767, Math.round(32768 * sample)));
      this.filled += 1;
      if (this.filled === BLOCK_SAMPLES) {
        this.port.postMessage(this.block);
        this.filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("capture", Capture);

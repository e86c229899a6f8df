// What the audio thread offers; the browser's type library does not cover worklets.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Passes on the first channel of what the microphone hears, block by block (128 samples, float32). */
class Capture extends AudioWorkletProcessor {
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel !== undefined) this.port.postMessage(channel.slice());
    return true;
  }
}

registerProcessor('capture', Capture);

export {};

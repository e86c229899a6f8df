// TypeScript's DOM library does not declare the audio worklet scope.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Posts the first channel of the input in blocks of 128 float32 samples. */
class Capture extends AudioWorkletProcessor {
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel !== undefined) this.port.postMessage(channel.slice());
    return true;
  }
}

registerProcessor('capture', Capture);

export {};

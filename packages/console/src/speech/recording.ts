import captureUrl from './capture.worklet.ts?worker&url';
import type { Pcm } from './wav.js';

export interface Recording {
  /** Ends it, frees the microphone, and gives what was heard. */
  stop(): Promise<Pcm>;
}

const TELL_SECONDS = 0.08;

/** Told every 80 ms: the seconds heard so far, and the loudest sample since it was told last, in [0, 1]. */
export type Progress = (seconds: number, level: number) => void;

/**
 * Records one channel from the microphone at the device's own rate, uncompressed.
 * @throws NotAllowedError when the person or the browser refuses; NotFoundError when there is no microphone.
 */
export async function startRecording(progress: Progress): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true },
  });
  const context = new AudioContext();
  const release = async () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') await context.close();
  };
  try {
    await context.audioWorklet.addModule(captureUrl);
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 });
    const blocks: Float32Array[] = [];
    let length = 0;
    let told = 0;
    let loudest = 0;
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      blocks.push(data);
      length += data.length;
      loudest = data.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
      // A block is 3 ms; nobody sees a meter move that fast, and the page has other work.
      if ((length - told) / context.sampleRate < TELL_SECONDS) return;
      progress(length / context.sampleRate, loudest);
      told = length;
      loudest = 0;
    };
    context.createMediaStreamSource(stream).connect(capture);
    return {
      async stop() {
        capture.port.onmessage = null;
        await release();
        const samples = new Float32Array(length);
        let offset = 0;
        for (const block of blocks) {
          samples.set(block, offset);
          offset += block.length;
        }
        return { samples, sampleRate: context.sampleRate };
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

import captureUrl from './capture.worklet.ts?worker&url';

/** Mono samples in [-1, 1]. */
export interface Pcm {
  samples: Float32Array;
  sampleRate: number;
}

export interface Recording {
  /** Releases the microphone and returns the recorded samples. */
  stop(): Promise<Pcm>;
}

const METER_INTERVAL_SECONDS = 0.08;

/** Called every 80 ms with the recorded seconds and the peak level since the last call, in [0, 1]. */
export type OnLevel = (seconds: number, level: number) => void;

/**
 * Records one channel from the microphone at the sample rate of the device.
 * @throws {DOMException} `NotAllowedError` without permission, `NotFoundError` without a microphone
 */
export async function startRecording(onLevel: OnLevel): Promise<Recording> {
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
    let reported = 0;
    let peak = 0;
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      blocks.push(data);
      length += data.length;
      peak = data.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
      // A block lasts 3 ms: reporting each one would render far more often than the meter needs.
      if ((length - reported) / context.sampleRate < METER_INTERVAL_SECONDS) return;
      onLevel(length / context.sampleRate, peak);
      reported = length;
      peak = 0;
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

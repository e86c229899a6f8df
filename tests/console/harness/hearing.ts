import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** All samples that the page has played, silence included. */
    heard?: number[];
  }
}

/** Records what the page plays from now on. The page must not have played anything yet. */
export async function hear(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: number[] = [];
    window.heard = heard;
    const taps = new WeakMap<BaseAudioContext, ScriptProcessorNode>();
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode | AudioParam) => AudioNode;
    const tapOf = (context: AudioContext) => {
      const existing = taps.get(context);
      if (existing !== undefined) return existing;
      const tap = context.createScriptProcessor(4_096, 1, 1);
      tap.onaudioprocess = ({ inputBuffer }) => {
        for (const sample of inputBuffer.getChannelData(0)) heard.push(sample);
      };
      taps.set(context, tap);
      connect.call(tap, context.destination);
      return tap;
    };
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode | AudioParam) {
      if (to === this.context.destination) connect.call(this, tapOf(this.context as AudioContext));
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  });
}

/** Forgets what has been played. */
export const forgetHeard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.heard?.splice(0);
  });

/** Whether anything but silence has been played. */
export const hasSound = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window.heard ?? []).some((sample) => Math.abs(sample) > 0.01));

/** What has been played, without the silence around it. */
export async function heardSamples(page: Page): Promise<Float32Array> {
  const heard = await page.evaluate(() => {
    const samples = window.heard ?? [];
    const first = samples.findIndex((sample) => sample !== 0);
    return first < 0 ? [] : samples.slice(first, samples.findLastIndex((sample) => sample !== 0) + 1);
  });
  return Float32Array.from(heard);
}

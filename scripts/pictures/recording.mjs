import { setTimeout as pause } from 'node:timers/promises';
import { decodePng, encodeAnimatedPng } from './png.mjs';

/** At most three frames a second; a busy machine takes fewer. */
const FRAME_MS = 330;

/**
 * Records a page from now on, in real time.
 *
 * @param milliseconds how long
 * @returns the bytes of an animated PNG
 */
export async function recording(page, milliseconds) {
  const start = performance.now();
  const shots = [];
  for (let at = 0; at < milliseconds; at = performance.now() - start) {
    shots.push({ at, file: await page.screenshot() });
    await pause(Math.max(0, at + FRAME_MS - (performance.now() - start)));
  }
  const frames = shots.map(({ at, file }, index) => ({
    picture: decodePng(file),
    milliseconds: (shots[index + 1]?.at ?? milliseconds) - at,
  }));
  return encodeAnimatedPng(frames);
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of an installed Chromium. Undefined without one; the browser tests are then skipped. */
export const chromiumPath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/**
 * Starts a silent browser that plays without being clicked, and whose microphone receives a beep every second.
 * @throws {Error} when no Chromium is installed
 */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium was found; set CHROMIUM_PATH');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
    ],
  });
}

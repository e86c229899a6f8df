// Takes the pictures of docs/images with both built services and an installed Chromium: `npm run pictures`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import UPNG from 'upng-js';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';

ensureBuilt(['services/auth', 'services/tts']);
const { startSpeech } = await import('../tests/console/harness/service-process.ts');
const { launch } = await import('../tests/processes/launch.ts');
const { startChromium } = await import('../tests/console/harness/chromium.ts');
const { createUser, setUp, SETUP_TOKEN } = await import('../tests/console/harness/accounts-api.ts');

const WIDTH = 1280;
const RECORDED_MS = 20_000;
/** At most three frames a second; a busy machine takes fewer. */
const FRAME_MS = 330;
const TYPED = 'The lighthouse keeper wrote every evening, and nobody ever answered.';
const PASTED =
  ` On Monday he wrote about the wind, which had come from the north and smelled of snow. On Tuesday he wrote about a ship with
green lamps that passed too close to the rocks and did not slow down. On Wednesday the sea was flat, and he had nothing to
say, so he described the silence: how it begins in the stairs, how it fills the lamp room, how it waits outside the door.

On Thursday a bird sat on the railing and looked at him as if it had a question. He read it all his letters, from the
first page to the last. The bird listened, which is more than most people do, and left when the lamp was lit. He counted
the turns of the light until he fell asleep, and dreamed of a long table at which everybody was talking.

On Friday the boat brought flour, oil, and a single envelope. The handwriting was small and leaned into the wind. We have
seen your light for eleven years, it said. We never knew that there was somebody behind it. Please tell us more about the
bird. The keeper sat down at once, sharpened his pencil, and began with the weather.`.replaceAll(
    /(?<!\n)\n(?!\n)/g,
    ' ',
  );

const admin = { username: 'ada', email: 'ada@example.org', password: 'Analytical1' };
const users = ['barbara', 'frances', 'grace.hopper', 'hedy', 'katherine-j', 'margaret_h', 'radia'].map((username) => ({
  username,
  email: `${username.split(/\W|_/)[0]}@example.org`,
  password: 'Analytical1',
}));

async function openPage(browser, address, height) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  return page;
}

const save = async (name, bytes) => {
  await writeFile(join(root, 'docs/images', name), bytes);
  console.log(`docs/images/${name}: ${Math.ceil(bytes.length / 1_000)} kB`);
};

async function takeAccounts(browser, service) {
  const { token } = await setUp(service.origin, admin);
  for (const user of users) await createUser(service.origin, token, user);
  const page = await openPage(browser, service.origin, 800);
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('cell', { name: 'radia@example.org' }).waitFor();
  await page.getByRole('button', { name: 'Actions: grace.hopper' }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).waitFor();
  await save('accounts.png', await page.screenshot());
}

const editorOf = (page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Chooses a voice, generates, and waits until the whole clip is there; it plays from its first chunk on. */
async function speak(page) {
  await page.getByRole('radio', { name: /Aiden/ }).check({ force: true });
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByText(/^Clip 1 is ready/).waitFor();
}

/** A short text while it plays. */
async function takeSpeech(browser, service) {
  const page = await openPage(browser, service.origin, 900);
  await editorOf(page).fill(`${TYPED}${PASTED.slice(0, PASTED.indexOf('.') + 1)}`);
  await page.getByText('Detected: English').waitFor();
  await speak(page);
  await page.getByText(/^0:03 /).waitFor();
  await save('speech.png', await page.screenshot());
}

/** Records a page from now on, in real time. @returns the bytes of an animated PNG */
async function recording(page) {
  const start = performance.now();
  const shots = [];
  for (let at = 0; at < RECORDED_MS; at = performance.now() - start) {
    shots.push({ at, file: await page.screenshot() });
    await pause(Math.max(0, at + FRAME_MS - (performance.now() - start)));
  }
  const pictures = shots.map(({ file }) => UPNG.decode(file));
  const pixels = pictures.map((picture) => UPNG.toRGBA8(picture)[0]);
  const delays = shots.map(({ at }, index) => Math.round((shots[index + 1]?.at ?? RECORDED_MS) - at));
  return Buffer.from(UPNG.encode(pixels, pictures[0].width, pictures[0].height, 0, delays));
}

/** A longer text from the first letter on: typed, generated chunk by chunk, heard while later chunks are missing. */
async function filmSpeech(browser, service) {
  const page = await openPage(browser, service.origin, 1_060);
  await editorOf(page).fill('');
  await page.getByText('Sohee', { exact: true }).waitFor();
  const film = recording(page);
  await editorOf(page).pressSequentially(TYPED, { delay: 40 });
  await page.keyboard.insertText(PASTED);
  await page.getByText(/[2-9] chunks/).waitFor();
  await speak(page);
  await save('speech-animated.png', await film);
}

/** The chapters of a book, and a narration of it. */
async function takeNarration(browser, service) {
  const page = await openPage(browser, `${service.origin}/#narrate`, 1_120);
  const book = join(root, 'tests/console/fixtures/lighthouse-epub3.epub');
  const open = () => page.getByLabel('Open file').setInputFiles(book);
  await open();
  await page.getByRole('button', { name: 'Narrate', exact: true }).click();
  await page.getByText(/^Done · 4 of 4 chapters/).waitFor();
  await open();
  await page
    .getByText(/of audio$/)
    .first()
    .waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await save('narrate.png', await page.screenshot());
}

/** The accounts service with its embedded database. */
const startAuth = (dataDir) =>
  launch({
    file: 'services/auth/dist/main.js',
    environment: {
      NODE_ENV: 'test',
      JWT_SECRET: 'a secret for the pictures, long enough',
      SINGLE_USER_MODE: 'false',
      SETUP_TOKEN,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      SPEECH_URL: 'http://localhost:8100',
    },
  });

const data = await mkdtemp(join(tmpdir(), 'ownvoice-pictures-'));
const started = [];
const start = async (launching) => {
  started.push(await launching);
  return started.at(-1);
};
try {
  const browser = await start(startChromium());
  await takeAccounts(browser, await start(startAuth(data)));
  const speech = await start(startSpeech({ environment: { ACCOUNTS_URL: 'http://localhost:8000' } }));
  await takeSpeech(browser, speech);
  await filmSpeech(browser, speech);
  const jobs = await start(startSpeech({ environment: { TTS_JOBS: join(data, 'jobs') } }));
  await takeNarration(browser, jobs);
} finally {
  for (const running of started.reverse()) await running[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
}

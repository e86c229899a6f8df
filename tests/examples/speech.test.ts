import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { JobStore } from '@ownvoice/tts/dist/jobs/job-store.js';
import { obedient, ScriptedEngine } from '@ownvoice/tts/dist/testing/scripted-engine.js';
import { type SpeechServer, startSpeechServer } from '@ownvoice/tts/dist/testing/speech-server.js';
import { humming } from '@ownvoice/tts/dist/testing/voice-forms.js';
import { readPromisedWav } from '@ownvoice/tts/dist/testing/wav.js';
import { VoiceLibrary } from '@ownvoice/tts/dist/voice-library/voice-library.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Every example of the page on the speech service is run as it stands, but for the address.
const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const page = await readFile(new URL('docs/speech.md', root), 'utf8');
const examples = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
const curls = examples('sh').filter((code) => code.startsWith('curl '));
const scripts = examples('ts');
const titled = (codes: string[]) => codes.map((code) => [code.split('\n', 1)[0] ?? '', code] as const);

/** The variant that an example needs, by its route. */
const VARIANTS = {
  '/v1/audio/jobs': 'customvoice-0.6b',
  '/v1/voices': 'base-0.6b',
  '/v1/audio/voice-clone': 'base-0.6b',
  '/v1/audio/voice-design': 'voicedesign-1.7b',
  '': 'customvoice-0.6b',
} as const;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const servers = new Map<string, SpeechServer>();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-docs-'));
  for (const [route, variant] of Object.entries(VARIANTS)) {
    const library = route === '/v1/voices' && { voiceLibrary: await VoiceLibrary.open(join(folder, 'voices'), SILENT) };
    const jobs = route === '/v1/audio/jobs' && { jobs: await JobStore.open(join(folder, 'jobs'), SILENT) };
    servers.set(route, await startSpeechServer({ model: new ScriptedEngine(obedient), variant, ...library, ...jobs }));
  }
  await writeFile(join(folder, 'voice.wav'), humming(4));
});
afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.close()));
  await rm(folder, { recursive: true });
});

function here(code: string): string {
  const route = Object.keys(VARIANTS).find((each) => code.includes(each)) ?? '';
  return code.replaceAll('http://localhost:8100', servers.get(route)?.base ?? '');
}

describe('an example of the documentation', () => {
  test.each(titled(curls))('%s', async (_title, code) => {
    const { stdout } = await run('bash', ['-ec', here(code)], { cwd: folder });
    const file = /-o (\S+)/.exec(code)?.[1];
    if (file?.endsWith('.srt')) expect(await readFile(join(folder, file), 'utf8')).toMatch(/^1\n00:00:00,000 --> /);
    else if (file) readPromisedWav(await readFile(join(folder, file)));
    else if (code.includes('/v1/audio/jobs')) expect(JSON.parse(stdout)).toMatchObject({ title: 'A walk' });
    else expect(JSON.parse(stdout)).toMatchObject({ text: 'Hello there! See you at ten thirty.' });
  });

  test.each(titled(scripts))('%s', async (_title, code) => {
    // The script lies in the repository's reach, so that it finds the official client.
    const file = fileURLToPath(new URL(`../example-${process.pid}.mts`, import.meta.url));
    await writeFile(file, here(code));
    const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
    await run(process.execPath, [tsx, file], { cwd: folder }).finally(() => rm(file));
    if (code.includes('cloned.wav')) readPromisedWav(await readFile(join(folder, 'cloned.wav')));
  });

  test('docs/speech.md has an example for every kind of speech', () => {
    for (const route of ['speech', 'voice-clone', 'voice-design']) {
      expect(curls.some((code) => code.includes(`/v1/audio/${route} `))).toBe(true);
    }
    expect(scripts.some((code) => code.includes('voice-clone'))).toBe(true);
  });
});

const clients = await readFile(new URL('docs/clients.md', root), 'utf8');
const hasTools = await run('bash', ['-c', 'jq --version && csplit --version && curl --help all | grep -e --json']).then(
  () => true,
  () => false,
);
const BOOK = 'Chapter 1\n\nThe harbour wakes.\n[pause 2s]\nBoats come in.\n\nChapter 2\n\nNobody asks.\n';

describe.skipIf(!hasTools)('an example of docs/clients.md (skipped without jq, csplit and a curl with --json)', () => {
  const [audiobook = '', reader = ''] = [...clients.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  const local = (code: string) => code.replaceAll('http://HOST:8100', servers.get('')?.base ?? '');

  test('makes an audiobook with subtitles from a text file', async () => {
    await writeFile(join(folder, 'book.txt'), BOOK);
    await run('bash', ['-ec', local(audiobook)], { cwd: folder });
    for (const chapter of ['chapter-00', 'chapter-01']) {
      readPromisedWav(await readFile(join(folder, `${chapter}.wav`)));
      expect(await readFile(join(folder, `${chapter}.srt`), 'utf8')).toMatch(/^1\n.* --> .*\nChapter \d\.\n\n2\n/);
    }
  });

  test('the example of docs/clients.md reads a page', async () => {
    await writeFile(join(folder, 'page.html'), '<html><script>x()</script><h1>News</h1><p>It rains.</p></html>');
    const PAGE = `file://${join(folder, 'page.html')}`;
    await run('bash', ['-ec', local(reader)], { cwd: folder, env: { ...process.env, PAGE } });
    readPromisedWav(await readFile(join(folder, 'page.wav')));
  });
});

test('docs/speech.md names every route', async () => {
  const { paths } = (await (await fetch(`${servers.get('')?.base}/openapi.json`)).json()) as { paths: object };
  const routes = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((path) => !page.includes(path))).toEqual([]);
});

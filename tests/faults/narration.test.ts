import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@ownvoice/shared/contract';
import { buildGolden } from '@ownvoice/tts/dist/testing/golden-models.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';
import { until } from './harness/until.js';

/** A dialogue in ten languages, a chapter for each. */
const LINES = {
  en: ['"Who is there?" asked Mr. Hall at 10:30.', 'Nobody answered; the door stood open.'],
  zh: ['“谁在那儿？”王先生在十点半问道。', '没有人回答，门开着。'],
  ja: ['「誰ですか」と十時半に山田さんが尋ねた。', '返事はなく、扉は開いていた。'],
  ko: ['"거기 누구세요?" 열 시 반에 김 씨가 물었다.', '아무도 대답하지 않았고 문은 열려 있었다.'],
  de: ['„Wer ist da?“, fragte Herr Hall um halb elf.', 'Niemand antwortete; die Tür stand offen.'],
  fr: ['« Qui est là ? » demanda M. Hall à 10 h 30.', 'Personne ne répondit ; la porte était ouverte.'],
  es: ['—¿Quién está ahí? —preguntó el señor Hall.', 'Nadie contestó; la puerta estaba abierta.'],
  it: ['«Chi è là?» chiese il signor Hall alle 10:30.', 'Nessuno rispose; la porta era aperta.'],
  pt: ['— Quem está aí? — perguntou o senhor Hall.', 'Ninguém respondeu; a porta estava aberta.'],
  ru: ['— Кто там? — спросил господин Холл в 10:30.', 'Никто не ответил; дверь была открыта.'],
};
/** Eight are 6,600 characters in all; NARRATION_PARAGRAPHS=40 makes it 33,000. */
const PARAGRAPHS = Number(process.env.NARRATION_PARAGRAPHS ?? 8);
const BOOK = {
  seed: 71,
  parts: Object.entries(LINES).map(([language, lines]) => ({
    title: language,
    language,
    input: `[voice: Vivian] ${lines[0]}\n\n[voice] ${Array.from({ length: PARAGRAPHS }, (_, paragraph) => `${lines[0]} ${lines[1]} ${paragraph + 1}.`).join('\n\n')}`,
  })),
};
const KILLS = 6;

describe('a narration whose engine and service are killed at random moments', () => {
  let root: string;
  const services: Service[] = [];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'ownvoice-narration-'));
    await buildGolden('customvoice-0.6b', join(root, 'models'));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    await rm(root, { recursive: true });
  });

  const start = async (folder: string) => {
    const models = ['--models-dir', join(root, 'models'), '--model', 'customvoice-0.6b', '--device', 'cpu'];
    const service = await startSpeech([...models, '--jobs', join(root, folder)]);
    services.push(service);
    return service;
  };
  const create = async ({ origin }: Service) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}/v1/audio/jobs`, { method: 'POST', headers, body: JSON.stringify(BOOK) });
    expect(response.status).toBe(202);
    return ((await response.json()) as Job).id;
  };
  const get = async ({ origin }: Service, id: string) =>
    (await (await fetch(`${origin}/v1/audio/jobs/${id}`)).json()) as Job;
  const finished = async (service: Service, id: string) => {
    await until('it is done', async () => (await get(service, id)).status === 'done', 30_000 * PARAGRAPHS);
    const audio = await fetch(`${service.origin}/v1/audio/jobs/${id}/audio`);
    return Buffer.from(await audio.arrayBuffer());
  };

  test('has the bytes of one without faults: no chunk is missing, doubled or of another voice (attack 71)', async () => {
    const whole = await start('whole');
    const expected = await finished(whole, await create(whole));
    let service = await start('killed');
    const id = await create(service);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { chunks } = await get(service, id);
      await until('it goes on', async () => (await get(service, id)).chunks.done > chunks.done);
      // In the middle of a chunk, of a write, or between two.
      await pause(randomInt(300));
      if (kill % 2 === 0) {
        for (const pid of childrenOf(service.pid)) process.kill(pid, 'SIGKILL');
      } else {
        await service.end('SIGKILL');
        service = await start('killed');
      }
    }
    expect((await finished(service, id)).equals(expected)).toBe(true);
    expect((await get(service, id)).chunks.skipped).toBe(0);

    // Killed between its end and the deletion of what was needed until then.
    await service.end('SIGKILL');
    await writeFile(join(root, 'killed', id, '1.chunks'), 'left');
    service = await start('killed');
    await until('it is deleted', async () => !(await readdir(join(root, 'killed', id))).includes('1.chunks'));
    expect((await finished(service, id)).equals(expected)).toBe(true);
  });
});

import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@ownvoice/shared/command-line';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EncodedVoice } from '../engines/engine.js';
import { EVERYBODY } from '../storage.js';
import { CHECKPOINT, newVoice, referenceOf } from '../testing/library-voices.js';
import { folderNameOf } from './stored-voice.js';
import { type LibraryLimits, VoiceLibrary } from './voice-library.js';

const forever = () => new AbortController().signal;
const OTHER_CHECKPOINT = 'd'.repeat(64);
const MODEL = { checkpoint: CHECKPOINT, variant: 'base-0.6b' } as const;
const OTHER_MODEL = { checkpoint: OTHER_CHECKPOINT, variant: 'base-1.7b' } as const;

let parent: string;
let folder: string;
let warnings: object[];
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'library-'));
  folder = join(parent, 'voices');
  warnings = [];
});
afterEach(() => rm(parent, { recursive: true }));

const logger = { info: () => {}, warn: (fields: object) => void warnings.push(fields), error: () => {} };
const open = (limits?: LibraryLimits) => VoiceLibrary.open(folder, logger, limits);
const namesIn = async (library: VoiceLibrary) => (await library.all(EVERYBODY)).map(({ name }) => name);
const folderOf = (id: string) => folderNameOf({ id, owner: null });
const fileOf = (id: string, file: string) => join(folder, folderOf(id), file);
const encodingOf = async (library: VoiceLibrary, name: string) => {
  const voice = await library.find(name, EVERYBODY);
  if (!voice) throw new Error(`${name} is not there.`);
  return library.reference(voice, MODEL);
};
const add = (library: VoiceLibrary, name: string, more = {}) => library.add(newVoice(name, more), forever());

describe('a voice library', () => {
  test('gives back what was put in, bit by bit, also to another process', async () => {
    const library = await open();
    const voice = newVoice('Anna K');
    await library.add(voice, forever());
    for (const reader of [library, await open()]) {
      expect(await reader.find('ANNA-k', EVERYBODY)).toMatchObject({
        id: 'annak',
        name: 'Anna K',
        language: 'English',
      });
      expect(await encodingOf(reader, 'annak')).toEqual(voice.encoding?.voice);
    }
  });

  test('keeps no recording that nobody asked to be kept, and its files are for their owner and group', async () => {
    await add(await open(), 'Anna');
    const files = await readdir(join(folder, folderOf('anna')));
    expect(files.sort()).toEqual([`encoding-${CHECKPOINT.slice(0, 32)}.json`, 'voice.json']);
    for (const file of files) expect((await stat(fileOf('anna', file))).mode & 0o007).toBe(0);
  });

  test('has file names that no name of a voice decides', async () => {
    const library = await open();
    for (const name of ['con', '李雷', 'x'.repeat(64), 'नमिता', 'José']) await add(library, name);
    for (const entry of await readdir(folder)) expect(entry).toMatch(/^[a-z0-9]{0,32}-[0-9a-f]{16}$/);
    expect(await readdir(parent)).toEqual(['voices']);
  });

  test('another process sees additions, deletions and a voice that was exchanged for another', async () => {
    const [writer, reader] = [await open(), await open()];
    await add(writer, 'Anna');
    expect(await namesIn(reader)).toEqual(['Anna']);
    await add(writer, 'Berta');
    expect(await namesIn(reader)).toEqual(['Anna', 'Berta']);
    expect(await encodingOf(reader, 'Anna')).toMatchObject({ checkpoint: CHECKPOINT });
    await writer.remove('Anna', EVERYBODY);
    expect(await reader.find('Anna', EVERYBODY)).toBeUndefined();
    await add(writer, 'ANNA');
    expect(await namesIn(reader)).toEqual(['Berta', 'ANNA']);
    expect((await reader.find('anna', EVERYBODY))?.name).toBe('ANNA');
  });

  test('of two processes that add one name, one does', async () => {
    const libraries = await Promise.all([open(), open(), open()]);
    const results = await Promise.allSettled(libraries.map((library) => add(library, 'Anna')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason.statusCode).toBe(409);
    expect(await readdir(folder)).toHaveLength(1);
  });

  test('deletes everything of a voice', async () => {
    const library = await open();
    await add(library, 'Anna', { keepsRecording: true });
    expect(await library.remove('anna', EVERYBODY)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    expect(await library.remove('anna', EVERYBODY)).toBe(false);
    expect(await library.remove('..', EVERYBODY)).toBe(false);
    expect(await library.remove('-', EVERYBODY)).toBe(false);
  });

  test('is bounded in voices and in bytes: 507', async () => {
    const few = await open({ voices: 2, bytes: 1_000_000 });
    await add(few, 'Anna');
    await add(few, 'Berta');
    await expect(add(few, 'Clara')).rejects.toMatchObject({ statusCode: 507, message: /2 voices/ });
    await expect(few.expectRoomFor({ name: 'Clara', owner: null })).rejects.toMatchObject({ statusCode: 507 });
    const small = await open({ voices: 10, bytes: 11_000 });
    await expect(add(small, 'Clara', { keepsRecording: true })).rejects.toMatchObject({ statusCode: 507 });
    expect(await namesIn(small)).toEqual(['Anna', 'Berta']);
    await small.remove('Berta', EVERYBODY);
    await add(few, 'Clara');
  });

  test('many that are added at once stay within the bound', async () => {
    const library = await open({ voices: 5, bytes: 1_000_000 });
    await Promise.allSettled(Array.from({ length: 20 }, (_, number) => add(library, `Voice ${number}`)));
    expect(await library.all(EVERYBODY)).toHaveLength(5);
  });

  test('a folder that cannot be one is refused in one sentence', async () => {
    await writeFile(folder, 'a file');
    await expect(open()).rejects.toThrow(UsageError);
  });
});

describe('an encoding of another checkpoint', () => {
  test('is refused in one sentence that names its variant', async () => {
    const library = await open();
    const voice = await add(library, 'Anna');
    await expect(library.reference(voice, OTHER_MODEL)).rejects.toMatchObject({
      statusCode: 409,
      message:
        /^The voice Anna is encoded for base-0\.6b, base-1\.7b is loaded, and its recording was not kept\..*--model base-0\.6b/,
    });
    await expect(library.reference(voice, { ...MODEL, checkpoint: OTHER_CHECKPOINT })).rejects.toMatchObject({
      statusCode: 409,
      message: /encoded for another model/,
    });
  });

  test('is made again of a kept recording, sample by sample the same, and kept beside the first', async () => {
    const library = await open();
    const voice = await add(library, 'Anna', { keepsRecording: true });
    const { reference } = newVoice('Anna');
    expect(await library.reference(voice, OTHER_MODEL)).toEqual(reference);
    const encoding: EncodedVoice = {
      checkpoint: OTHER_CHECKPOINT,
      hash: 'a'.repeat(64),
      speakerEmbedding: new Float32Array([1, 2]),
      spoken: { text: 'Hum.', codes: new Int32Array([7]), frames: 1 },
    };
    await library.keep(voice, encoding, 'base-1.7b');
    const another = await open();
    expect(await another.reference(voice, OTHER_MODEL)).toEqual(encoding);
    expect(await another.reference(voice, MODEL)).toMatchObject({ checkpoint: CHECKPOINT });
  });

  test('that comes after its voice was deleted leaves nothing', async () => {
    const library = await open();
    const voice = await add(library, 'Anna', { keepsRecording: true });
    await (await open()).remove('Anna', EVERYBODY);
    await library.keep(
      voice,
      { checkpoint: OTHER_CHECKPOINT, hash: '', speakerEmbedding: new Float32Array(1), spoken: undefined },
      'base-1.7b',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('what is no whole voice is skipped, with one line in the log', () => {
  const DAMAGES: readonly [string, (id: string) => Promise<void>][] = [
    ['a half-written file', (id) => truncate(fileOf(id, 'voice.json'), 100)],
    ['an empty file', (id) => truncate(fileOf(id, 'voice.json'), 0)],
    ['a missing file', (id) => rm(fileOf(id, 'voice.json'))],
    [
      'another content',
      async (id) => {
        const file = fileOf(id, 'voice.json');
        await writeFile(file, (await readFile(file, 'utf8')).replace('English', 'Chinese'));
      },
    ],
    ['a file of a later version', (id) => writeFile(fileOf(id, 'voice.json'), '{"format": 2}')],
    ['null', (id) => writeFile(fileOf(id, 'voice.json'), 'null')],
    ['a file of 100 KB', (id) => appendFile(fileOf(id, 'voice.json'), ' '.repeat(100_000))],
    [
      'the voice of another folder',
      async (id) => writeFile(fileOf(id, 'voice.json'), await readFile(fileOf('berta', 'voice.json'))),
    ],
    [
      'a link out of the library',
      async (id) => {
        const outside = join(parent, 'voice.json');
        await rename(fileOf(id, 'voice.json'), outside);
        await symlink(outside, fileOf(id, 'voice.json'));
      },
    ],
    [
      'a folder',
      async (id) => {
        await rm(fileOf(id, 'voice.json'));
        await mkdir(fileOf(id, 'voice.json'));
      },
    ],
    [
      'a pipe',
      async (id) => {
        await rm(fileOf(id, 'voice.json'));
        execFileSync('mkfifo', [fileOf(id, 'voice.json')]);
      },
    ],
  ];

  test.each(DAMAGES)('%s', async (_name, damage) => {
    const writer = await open();
    await add(writer, 'Anna');
    await add(writer, 'Berta');
    await damage('anna');
    const library = await open();
    for (let time = 0; time < 3; time++) {
      expect(await namesIn(library)).toEqual(['Berta']);
      expect(await library.find('Anna', EVERYBODY)).toBeUndefined();
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ entry: folderOf('anna'), reason: /./ });
    // Its name is taken until it is deleted.
    await expect(add(library, 'Anna')).rejects.toMatchObject({ statusCode: 409 });
    expect(await library.remove('Anna', EVERYBODY)).toBe(true);
    await add(library, 'Anna');
  });

  test('files and folders of others in the voice library are skipped, with one line in the log', async () => {
    const library = await open();
    await add(library, 'Anna');
    await writeFile(join(folder, 'notes.txt'), 'hello');
    await mkdir(join(folder, 'lost+found'));
    await writeFile(join(folder, '.DS_Store'), '');
    expect(await namesIn(library)).toEqual(['Anna']);
    expect(await namesIn(library)).toEqual(['Anna']);
    expect(warnings).toHaveLength(2);
  });

  test('an encoding that was altered or cut short is made again of the recording', async () => {
    const library = await open();
    const voice = await add(library, 'Anna', { keepsRecording: true });
    const file = fileOf('anna', `encoding-${CHECKPOINT.slice(0, 32)}.json`);
    const text = await readFile(file, 'utf8');
    for (const damaged of [text.slice(0, 50), text.replace(/"codes":"..../, '"codes":"////')]) {
      await writeFile(file, damaged);
      expect(await (await open()).reference(voice, MODEL)).toHaveProperty('samples');
    }
    expect(warnings).toHaveLength(2);
  });

  test('a recording that was altered is not used', async () => {
    const library = await open();
    const voice = await add(library, 'Anna', { keepsRecording: true });
    const file = fileOf('anna', 'recording.wav');
    const bytes = await readFile(file);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(library.reference(voice, OTHER_MODEL)).rejects.toMatchObject({ statusCode: 409 });
  });

  test('what a process left behind that ended while it wrote or deleted is removed at the next start', async () => {
    const library = await open();
    await add(library, 'Anna');
    for (const name of ['.new-0123456789abcdef', '.deleted-0123456789abcdef', '.new-fedcba9876543210']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'voice.json'), 'half');
    }
    const longAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(folder, '.new-0123456789abcdef'), longAgo, longAgo);
    await open();
    const entries = await readdir(folder);
    expect(entries.sort()).toEqual(['.new-fedcba9876543210', folderOf('anna')].sort());
  });
});

/** A small disk in memory; only root on Linux can have one. */
const disk = await (async () => {
  const path = await mkdtemp(join(tmpdir(), 'library-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'pipe' });
    return { path };
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
})();
const leftOut = disk ? '' : ' (left out: this user may not mount a disk in memory)';

describe.skipIf(!disk)(`a disk${leftOut}`, () => {
  const path = disk?.path ?? '';
  beforeAll(() => {
    folder = path;
  });
  beforeEach(() => {
    folder = path;
  });
  afterAll(async () => {
    execFileSync('umount', [path]);
    await rm(path, { recursive: true });
  });

  test('that is full is a 507, leaves nothing behind, and takes voices again when there is room', async () => {
    const library = await open();
    await add(library, 'Anna');
    const long = { ...newVoice('Berta'), reference: referenceOf(0.1, 12), keepsRecording: true };
    await expect(library.add(long, forever())).rejects.toMatchObject({
      statusCode: 507,
      message: /no room on the disk/,
    });
    expect(await readdir(folder)).toEqual([folderOf('anna')]);
    expect(await namesIn(library)).toEqual(['Anna']);
    await add(library, 'Berta');
  });

  test('that is read-only: voices speak, their new encodings stay in memory, writes are refused in one sentence', async () => {
    const writer = await open();
    const voice = await add(writer, 'Clara', { keepsRecording: true });
    execFileSync('mount', ['-o', 'remount,ro', path]);
    try {
      const library = await open();
      expect(library.isWritable).toBe(false);
      expect(await encodingOf(library, 'Clara')).toMatchObject({ checkpoint: CHECKPOINT });
      const encoding = {
        checkpoint: OTHER_CHECKPOINT,
        hash: '',
        speakerEmbedding: new Float32Array(1),
        spoken: undefined,
      };
      await library.keep(voice, encoding, 'base-1.7b');
      expect(await library.reference(voice, OTHER_MODEL)).toBe(encoding);
      // It was writable when the first one was opened.
      for (const one of [library, writer]) {
        await expect(add(one, 'Dora')).rejects.toMatchObject({ statusCode: 409, message: /cannot write/ });
        await expect(one.remove('Clara', EVERYBODY)).rejects.toMatchObject({
          statusCode: 403,
          message: /cannot write/,
        });
        expect(await one.remove('Nobody', EVERYBODY)).toBe(false);
      }
      await expect(library.expectRoomFor({ name: 'Dora', owner: null })).rejects.toMatchObject({ statusCode: 409 });
      expect(warnings).toEqual([]);
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', path]);
    }
  });
});

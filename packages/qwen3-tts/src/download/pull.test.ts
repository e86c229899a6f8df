import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubServer } from '../testing/hub-server.js';
import { type PullOptions, type PullProgress, pullCheckpoint } from './pull.js';
import { RELEASES } from './released-files.js';
import { DownloadError } from './retry.js';

const WEIGHTS = 'model.safetensors';
/** The smallest file of the format. */
const SAFETENSORS = '\x08\0\0\0\0\0\0\0{}      ';

describe('pulling a checkpoint', () => {
  let hub: HubServer;
  let storage: HubServer;
  let folder: string;

  beforeEach(async () => {
    hub = new HubServer();
    storage = new HubServer();
    await hub.listen();
    await storage.listen();
    for (const { path } of RELEASES['base-0.6b'].files) {
      hub.files.set(path, randomBytes(path === WEIGHTS ? 300_000 : 2_000));
    }
    storage.files.set(WEIGHTS, hub.files.get(WEIGHTS) as Buffer);
    folder = await mkdtemp(join(tmpdir(), 'pull-'));
  });

  afterEach(async () => {
    await Promise.all([hub.close(), storage.close()]);
    await rm(folder, { recursive: true });
  });

  const pull = (options: Partial<PullOptions> = {}) =>
    pullCheckpoint('base-0.6b', { folder, endpoint: hub.origin, initialDelay: 1, ...options });
  const rangesOf = (server: HubServer) => server.seen.filter(({ path }) => path === WEIGHTS).map(({ range }) => range);
  const refusal = async (options: Partial<PullOptions> = {}) => {
    const error = await pull(options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DownloadError);
    return (error as DownloadError).message;
  };
  const expectWhole = async () => {
    for (const [path, content] of hub.files) {
      expect((await readFile(join(folder, path))).equals(content), path).toBe(true);
    }
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  };

  test('says at once that there is no network, and what to do', async () => {
    await hub.close();
    const warnings: string[] = [];
    const sentence = await refusal({ initialDelay: 60_000, onWarning: (warning) => warnings.push(warning) });
    expect(sentence).toMatch(
      /^127\.0\.0\.1:\d+ cannot be reached\. Is there a network\? HTTPS_PROXY names a proxy, HF_ENDPOINT a mirror\. Or copy /,
    );
    expect(sentence).toContain(folder);
    expect(warnings).toEqual([]);
  });

  test('goes through the proxy that the environment names', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', (request: IncomingMessage, client: Socket) => {
      asked.push(request.url);
      const { port } = new URL(hub.origin);
      const server = connect(Number(port), '127.0.0.1', () =>
        client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
      );
      server.pipe(client).pipe(server);
      for (const socket of [server, client]) socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('http_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    vi.stubEnv('no_proxy', '');
    try {
      // Only the proxy knows this name.
      await pull({ endpoint: 'http://hub.invalid' });
      await expectWhole();
      expect(new Set(asked)).toEqual(new Set(['hub.invalid:80']));
    } finally {
      vi.unstubAllEnvs();
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test('downloads every file and reports progress', async () => {
    const progress: PullProgress[] = [];
    await pull({ onProgress: (step) => progress.push(step) });
    await expectWhole();
    const total = [...hub.files.values()].reduce((sum, { length }) => sum + length, 0);
    expect(progress.at(-1)).toMatchObject({ doneBytes: total, totalBytes: total });
  });

  test('requests the pinned revision, and the newest from a mirror that has no other', async () => {
    hub.revisions.add(RELEASES['base-0.6b'].revision);
    await pull();
    hub.revisions.clear();
    hub.revisions.add('main');
    await rm(join(folder, WEIGHTS));
    await pull();
    await expectWhole();
  });

  test('resumes an interrupted download, however often', async () => {
    hub.faults.set(WEIGHTS, { breakAfter: { bytes: 40_000, times: 5, onDemand: true } });
    let before = 0;
    await pull({
      onProgress: ({ file, doneBytes }) => {
        if (file !== WEIGHTS) before = doneBytes;
        // The bytes may arrive in several pieces; wait for the last one.
        else if ((doneBytes - before) % 40_000 === 0) hub.breakConnections();
      },
    });
    await expectWhole();
    const starts = rangesOf(hub).flatMap((range) => (range ? [Number(/\d+/.exec(range)?.[0])] : []));
    expect(starts).toEqual([40_000, 80_000, 120_000, 160_000]);
  });

  test('resumes the download of an earlier pull', async () => {
    hub.faults.set(WEIGHTS, { breakAfter: { bytes: 100_000, times: 1_000, onDemand: true } });
    const controller = new AbortController();
    const stopped = pull({
      signal: controller.signal,
      onProgress: ({ file }) => file === WEIGHTS && controller.abort(new Error('stopped by the test')),
    });
    await expect(stopped).rejects.toThrow('stopped by the test');
    hub.faults.clear();
    hub.seen.length = 0;
    await pull();
    await expectWhole();
    expect(rangesOf(hub).some((range) => range !== undefined)).toBe(true);
  });

  test('starts again when the server ignores ranges', async () => {
    hub.faults.set(WEIGHTS, { breakAfter: { bytes: 40_000, times: 1 }, withoutRanges: true });
    await pull();
    await expectWhole();
  });

  test('does not download existing files again', async () => {
    await pull();
    hub.faults.set(WEIGHTS, { refuses: { status: 500, times: 0 }, breakAfter: { bytes: 0, times: 1_000 } });
    await pull();
    await expectWhole();
  });

  test('replaces a file that was altered', async () => {
    await pull();
    const altered = Buffer.from(hub.files.get(WEIGHTS) as Buffer);
    altered[1_000] = (altered[1_000] as number) ^ 1;
    await writeFile(join(folder, WEIGHTS), altered);
    await pull();
    await expectWhole();
  });

  test('sends the token to the hub only, never to where it redirects', async () => {
    hub.faults.set(WEIGHTS, { storedAt: storage.origin });
    await pull({ token: 'a-secret', tokenOrigin: hub.origin });
    await expectWhole();
    expect(new Set(hub.seen.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer a-secret']));
    expect(storage.seen.length).toBeGreaterThan(0);
    expect(storage.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test('sends the token to no mirror', async () => {
    await pull({ token: 'a-secret' });
    expect(hub.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test('waits as long as a busy hub asks', async () => {
    hub.faults.set(WEIGHTS, { refuses: { status: 429, times: 1, retryAfter: '1' } });
    const start = performance.now();
    await pull();
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    await expectWhole();
  });

  test('gives up on a hub that stays busy', async () => {
    hub.faults.set(WEIGHTS, { refuses: { status: 503, times: 1_000 } });
    expect(await refusal()).toMatch(/is busy \(503\)\.$/);
  });

  test.each([
    ['more', 300_001],
    ['less', 299_999],
  ])('refuses a file for which %s bytes are announced than sent', async (_, announcedSize) => {
    hub.faults.set(WEIGHTS, { announcedSize });
    await refusal();
    await expect(readFile(join(folder, WEIGHTS))).rejects.toThrow();
  });

  test('refuses other bytes than announced after a second attempt', async () => {
    hub.faults.set(WEIGHTS, { sends: randomBytes(300_000) });
    expect(await refusal()).toContain('arrived damaged');
    await expect(readFile(join(folder, WEIGHTS))).rejects.toThrow();
    expect(rangesOf(hub)).toHaveLength(3);
  });

  test('warns of a mirror with other files than the released ones', async () => {
    const warnings: string[] = [];
    await pull({ onWarning: (sentence) => warnings.push(sentence) });
    expect(warnings).toContain(`${hub.origin} offers another ${WEIGHTS} than the released one.`);
  });

  test('refuses before the download when the disk is too small', async () => {
    expect(await refusal({ reserveBytes: 2 ** 60 })).toMatch(
      /GB free, but .* GB are needed; make room, or name another folder \(--models-dir\)\.$/,
    );
    await expect(readFile(join(folder, 'config.json'))).rejects.toThrow();
  });

  test('counts what an interrupted download has on the disk', async () => {
    const { bavail, bsize } = await statfs(folder);
    const announcedSize = Math.floor(0.6 * bavail * bsize);
    const digest = createHash('sha256').update(hub.files.get(WEIGHTS) as Buffer);
    const partial = join(folder, `${WEIGHTS}.${digest.digest('hex').slice(0, 12)}.part`);
    hub.faults.set(WEIGHTS, { announcedSize });
    const reserveBytes = announcedSize;
    expect(await refusal({ reserveBytes })).toMatch(/GB are needed/);
    await writeFile(partial, '');
    // Sparse: it takes no room.
    await truncate(partial, announcedSize);
    const controller = new AbortController();
    const stop = () => controller.abort(new Error('stopped'));
    await expect(pull({ reserveBytes, signal: controller.signal, onProgress: stop })).rejects.toThrow('stopped');
  });

  const page = Buffer.from('<!doctype html><title>Sign in to the network</title>'.padEnd(2_000));
  test('refuses a web page by its type before a file is replaced', async () => {
    await pull();
    const before = await readFile(join(folder, 'config.json'));
    hub.files.set('config.json', page);
    hub.faults.set('config.json', { plain: 'text/html; charset=utf-8' });
    expect(await refusal()).toMatch(/answers with a web page instead of config\.json/);
    expect(await readFile(join(folder, 'config.json'))).toEqual(before);
  });

  test.each(['config.json', 'merges.txt', WEIGHTS])(
    'refuses a web page without a type or digest in place of %s, and downloads again where one was kept',
    async (path) => {
      const content = Buffer.from(
        path === WEIGHTS ? SAFETENSORS : path === 'config.json' ? '{"a": 1}' : '#version: 0.2',
      );
      const plain = 'application/octet-stream';
      hub.files.set(path, Buffer.from(page.subarray(0, content.length)));
      hub.faults.set(path, { plain });
      expect(await refusal()).toMatch(/arrived damaged/);
      await expect(readFile(join(folder, path))).rejects.toThrow();
      await writeFile(join(folder, path), page.subarray(0, content.length));
      hub.files.set(path, content);
      await pull();
      expect(await readFile(join(folder, path))).toEqual(content);
    },
  );

  test.each([
    [401, /refuses access/],
    [404, /does not have/],
    [500, /answered 500/],
  ])('reports in one sentence that the hub answered %i', async (status, sentence) => {
    hub.faults.set(WEIGHTS, { refuses: { status, times: 1_000 } });
    expect(await refusal()).toMatch(sentence);
  });

  test('reports a hub that cannot be reached and an invalid address', async () => {
    await hub.close();
    expect(await refusal()).toContain('cannot be reached');
    expect(await refusal({ endpoint: 'file:///etc' })).toContain('is not the address of a hub');
    await hub.listen();
  });
});

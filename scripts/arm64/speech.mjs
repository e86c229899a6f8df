// The speech service on this machine and on an emulated ARM one, asked for the same speech: a part of test:arm64.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { root } from '../build/projects.mjs';

/** The largest difference of two samples: what waveforms may differ by, and a step of 16 bits for rounding. */
const LARGEST = 5e-5 + 2 ** -15;
const READY_WITHIN_MS = 600_000;
const HEADER_BYTES = 44;

const BODY = { input: 'The lamp was lit before the first star.', language: 'en', seed: 11 };
const REQUESTS = {
  custom_voice: ['/v1/audio/speech', { ...BODY, voice: 'ryan' }],
  voice_design: ['/v1/audio/voice-design', { ...BODY, voice_description: 'A calm, low voice.' }],
};

/** Asks both for the speech of a reduced checkpoint. @returns one line for people, and whether it is right */
export async function compareSpeech({ run, node }, golden, { kind, size }) {
  if (!REQUESTS[kind]) return undefined;
  const variant = `${kind.replace('_', '')}-${size.replace('b', '.')}b`;
  const models = mkdtempSync(join(tmpdir(), 'ownvoice-arm64-'));
  try {
    // At fp32 codes are the same on both; the kernels of fewer bits sum in other orders.
    const build = ['packages/qwen3-tts/dist/cli/main.js', 'build', join(golden, 'checkpoint'), '--precision', 'fp32'];
    const { status } = spawnSync(process.execPath, [...build, '--out', join(models, `${variant}-fp32`)], { cwd: root });
    if (status !== 0) return { ok: false, line: `${variant} over HTTP: the model is not built` };
    const options = [
      '--model',
      variant,
      '--precision',
      'fp32',
      '--device',
      'cpu',
      '--models-dir',
      models,
      '--fallback',
      'off',
    ];
    const here = await speech([process.execPath], {}, options, REQUESTS[kind]);
    const preload = ['--require', join(root, 'scripts/arm64/own-node.cjs')];
    const there = await speech([...run, ...preload], { ARM64_NODE_PROGRAM: node }, options, REQUESTS[kind]);
    if (here.length !== there.length)
      return { ok: false, line: `${variant} over HTTP: ${there.length} samples instead of ${here.length}` };
    const difference = here.reduce((most, sample, i) => Math.max(most, Math.abs(sample - there[i])), 0) / 2 ** 15;
    const loudest = here.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 2 ** 15;
    const seconds = (here.length / 24_000).toFixed(1);
    return {
      ok: difference <= LARGEST && loudest > 100 * LARGEST,
      line: `${variant} over HTTP: ${seconds} s of speech, waveform ${difference.toExponential(1)} from that of ${process.arch}`,
    };
  } finally {
    rmSync(models, { recursive: true, force: true });
  }
}

/** The samples that a service answers, started for this one request. */
async function speech(command, environment, options, [path, body]) {
  const port = await freePort();
  const args = [
    ...command.slice(1),
    'services/tts/dist/main.js',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...options,
  ];
  const service = spawn(command[0], args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4000);
    });
  const ended = once(service, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    const start = performance.now();
    while (!(await fetch(`${origin}/ready`).catch(() => undefined))?.ok) {
      if (service.exitCode !== null || performance.now() - start > READY_WITHIN_MS)
        throw new Error(`The speech service did not become ready:\n${output}`);
      await after(100);
    }
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const bytes = await answer.arrayBuffer();
    const engine = answer.headers.get('x-tts-engine');
    if (answer.status !== 200 || engine !== 'qwen3-tts')
      throw new Error(`answered ${answer.status} by ${engine}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
    return new Int16Array(bytes.slice(HEADER_BYTES));
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

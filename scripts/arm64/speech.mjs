// The speech service on this machine and on an emulated ARM one, asked for the same speech: a part of test:arm64.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../packages/lab/dist/bench/harness/program.js';
import { root } from '../build/projects.mjs';

/** The largest difference of two samples: what waveforms may differ by, and a step of 16 bits for rounding. */
const LARGEST = 5e-5 + 2 ** -15;
const HEADER_BYTES = 44;
/** The processes that an emulated service starts run in the emulator too. */
const OWN_NODE = ['--import', 'data:text/javascript,process.execPath=process.env.ARM64_NODE_PROGRAM'];

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
    const model = ['--model', variant, '--precision', 'fp32', '--device', 'cpu', '--models-dir', models];
    const here = await speech([process.execPath], model, REQUESTS[kind]);
    const there = await speech([...run, ...OWN_NODE], model, REQUESTS[kind], { ARM64_NODE_PROGRAM: node });
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

/** The samples of the response of a service that is started for this one request. */
async function speech(node, options, [path, body], variables = {}) {
  const service = await start({
    command: (port) => [
      ...[...node, 'services/tts/dist/main.js', '--host', '127.0.0.1', '--port', String(port)],
      ...['--fallback', 'off', ...options],
    ],
    environment: () => ({ ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...variables }),
  });
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const bytes = await response.arrayBuffer();
    const engine = response.headers.get('x-tts-engine');
    if (response.status !== 200 || engine !== 'qwen3-tts')
      throw new Error(`answered ${response.status} by ${engine}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
    return new Int16Array(bytes.slice(HEADER_BYTES));
  } finally {
    await service.stop();
  }
}

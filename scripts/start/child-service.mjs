import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../build/projects.mjs';

const POLL_MS = 200;

/**
 * Starts a service.
 *
 * @param file the built program, below the repository
 * @param log called with each line of its log
 * @param announce called with each line that is no log line: it is for the person at the console
 */
export function startService(name, file, args, { env, log, announce }) {
  // In its own process group: Ctrl-C reaches this process alone, and each service gets SIGTERM exactly once.
  const child = fork(join(root, file), args, { cwd: root, detached: true, silent: true, env });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (announce && !line.startsWith('{"level":')) announce(line);
    else log(name, line);
  });
  createInterface({ input: child.stderr }).on('line', (line) => log(name, line));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  // What the service says when it listens, such as its address; empty where it ends before.
  const listening = new Promise((resolve) => {
    child.on('message', (message) => {
      if (message?.type === 'listening') resolve(message);
    });
    void ended.then(() => resolve({}));
  });
  return { child, ended, listening };
}

const answer = (url) =>
  fetch(url).then(
    async (response) => ({ ok: response.ok, body: await response.json() }),
    () => ({ ok: false, body: {} }),
  );

/** Waits until a service would serve a request. */
export async function untilReady(address, signal) {
  while (!signal.aborted && !(await answer(`${address}/ready`)).ok) await pause(POLL_MS);
}

/**
 * Waits until the speech service speaks, or until waiting makes no sense: it failed, or it downloads or builds a model.
 *
 * @returns its `/health`
 */
export async function untilSettled(address, signal) {
  while (!signal.aborted) {
    const ready = await answer(`${address}/ready`);
    const { ok, body } = await answer(`${address}/health`);
    if (ok && (ready.ok || body.status === 'failed' || body.model?.progress !== undefined)) return body;
    await pause(POLL_MS);
  }
}

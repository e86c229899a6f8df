import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder as a process sees it that may only read it. */
export interface ReadOnlyFolder {
  readonly path: string;
  /** Ends it, once. */
  readonly release: () => void;
}

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });

/** Modes do not bind root: it takes a mount of its own. */
function mounted(folder: string): ReadOnlyFolder {
  const path = mkdtempSync(join(tmpdir(), 'read-only-'));
  try {
    mount('--bind', folder, path);
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const release = () => {
    execFileSync('umount', [path], { stdio: 'pipe' });
    rmSync(path, { recursive: true });
  };
  try {
    mount('-o', 'remount,bind,ro', path);
  } catch (error) {
    release();
    throw error;
  }
  return { path, release };
}

/** Nobody else can write to it either. */
function withModes(folder: string): ReadOnlyFolder {
  const all = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  const setMode = (mode: number) => {
    for (const path of all) chmodSync(path, mode);
  };
  setMode(0o555);
  return { path: folder, release: () => setMode(0o750) };
}

/** @throws where this user can make none */
export function readOnly(folder: string): ReadOnlyFolder {
  const { path, release } = process.getuid?.() === 0 ? mounted(folder) : withModes(folder);
  let isReleased = false;
  return {
    path,
    release() {
      if (!isReleased) release();
      isReleased = true;
    },
  };
}

/** Whether this user can make a folder read-only. */
export function canMakeReadOnly(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'may-be-read-only-'));
  try {
    const { path, release } = readOnly(folder);
    let isRefused = false;
    try {
      mkdirSync(join(path, 'folder'));
    } catch {
      isRefused = true;
    }
    release();
    return isRefused;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

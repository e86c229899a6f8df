import { execFileSync } from 'node:child_process';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): ProcessEntry[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The processes that a process has started. */
export const childrenOf = (pid: number | undefined): number[] =>
  processes().flatMap((entry) => (entry.parent === pid ? [entry.pid] : []));

/** The processes that a process has started, and those that these have started. */
export function descendantsOf(pid: number | undefined): ProcessEntry[] {
  const all = processes();
  const below = (parent: number | undefined): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(pid);
}

/** Whether a process still runs; one that has ended and that nobody has waited for does not. */
export const isRunning = (pid: number): boolean =>
  processes().some((entry) => entry.pid === pid && !entry.command.includes('<defunct>'));

import { readFileSync } from 'node:fs';

/** The kernel tells times in hundredths of a second on every architecture. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100;
/** Indexes of the fields after the name of the program, which may hold spaces and brackets. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Reads the resident memory and the CPU time, user and system, of a process, whatever it is busy with. @returns undefined when it is gone, and where there is no `/proc` */
export function usageOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return { residentBytes: Number(kilobytes ?? 0) * 1024, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

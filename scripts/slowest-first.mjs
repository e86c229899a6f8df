import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { root } from './build/projects.mjs';

/** Whole systems take longest, then services behind HTTP; units take milliseconds and fill the gaps at the end. */
const ORDER = [/^tests\/(console|faults|pages)\//, /\/scenarios\//, /^tests\//, /./];

/**
 * Slow files first, so that all workers end together, and the files of one project one after the other: they share a
 * process, which keeps the modules that it has read.
 */
export class SlowestFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => ORDER.findIndex((pattern) => pattern.test(relative(root, moduleId)));
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b) || a.project.name.localeCompare(b.project.name));
  }
}

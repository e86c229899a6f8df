/**
 * Environment variables for a process that will load a model; they have to be there when it starts. glibc is asked for
 *
 * - huge pages, also for what is larger than its usual blocks: every frame reads all weights, and through pages of 4 kB a
 *   processor core reads half as fast;
 * - one arena for all threads, taken from the system in large steps: memory that one graph has given back is there for
 *   the next, whichever thread runs it, and weights lie side by side in huge pages wherever the heap has to be.
 *
 * Where there is no glibc the variable means nothing.
 * @see https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export const MODEL_ENVIRONMENT: Readonly<Record<string, string>> = {
  GLIBC_TUNABLES: [
    'glibc.malloc.hugetlb=1',
    `glibc.malloc.mmap_threshold=${256 << 20}`,
    'glibc.malloc.arena_max=1',
    `glibc.malloc.top_pad=${64 << 20}`,
  ].join(':'),
};

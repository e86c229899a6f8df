/**
 * Environment variables that a process must have at its start to load a model. The first asks glibc for
 *
 * - huge pages, also for large allocations: every frame reads all weights, and a core reads half as fast through pages of
 *   4 kB;
 * - one arena for all threads, which grows in large steps: every thread reuses the memory that another one freed, and
 *   weights share huge pages.
 *
 * Without glibc that variable has no effect.
 *
 * CUDA's libraries must not round float32 products to 10 bits, which the runtime's binding for Node cannot forbid.
 * @see https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export const MODEL_ENVIRONMENT: Readonly<Record<string, string>> = {
  GLIBC_TUNABLES: [
    'glibc.malloc.hugetlb=1',
    `glibc.malloc.mmap_threshold=${256 << 20}`,
    'glibc.malloc.arena_max=1',
    `glibc.malloc.top_pad=${64 << 20}`,
  ].join(':'),
  NVIDIA_TF32_OVERRIDE: '0',
};

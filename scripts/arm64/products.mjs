// The errors of quantized products on this processor: a part of test:arm64.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = process.argv[2];
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { productError } = await load('measure/product-error.js');
const { schemesOf } = await load('graph/weights/precision.js');

/** As in product-error.test.ts: one block of 32 among 1,024 activations, and an ordinary rounding to 8 bits. */
const MOST = { ordinary: 0.01, besideOutlier: 1.1 * Math.sqrt(32 / 1024) };

for (const scheme of schemesOf('int4')) {
  const found = await productError(scheme);
  const ok = Object.entries(MOST).every(([name, most]) => found[name] <= most);
  const shown = Object.entries(found).map(([name, error]) => `${name} ${(100 * error).toFixed(2)} %`);
  console.log(
    `${ok ? 'ok    ' : 'NOT OK'}  ${process.arch}, ${scheme.bits} bits in blocks of ${scheme.block}: ${shown.join(', ')}`,
  );
  if (!ok) process.exitCode = 1;
}

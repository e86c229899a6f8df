// The errors of quantized products on this processor: a part of test:arm64.
import { schemesOf } from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import { productError } from '../../packages/lab/dist/bench/quality/product-error.js';

for (const scheme of new Set(['int8', 'int4'].flatMap(schemesOf))) {
  // As in product-error.test.ts: an ordinary rounding to 8 bits, and one block among 1,024 activations.
  const most = { ordinary: 0.01, besideOutlier: 1.1 * Math.sqrt(scheme.block / 1024) };
  const found = await productError(scheme);
  const ok = Object.entries(most).every(([name, bound]) => found[name] <= bound);
  const shown = Object.entries(found).map(([name, error]) => `${name} ${(100 * error).toFixed(2)} %`);
  console.log(
    `${ok ? 'ok    ' : 'NOT OK'}  ${process.arch}, ${scheme.bits} bits in blocks of ${scheme.block}: ${shown.join(', ')}`,
  );
  if (!ok) process.exitCode = 1;
}

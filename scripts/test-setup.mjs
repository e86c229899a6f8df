// Read by vitest before each test file.
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect } from 'vitest';

// Made-up values are the same in every run, so that a commit has one verdict. `npm run test:explore` draws new ones.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

// Audio and tensors are compared by their bytes. Left to itself vitest compares element by element, which takes a quarter of a
// second for four seconds of audio; that is for arrays that differ.
const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
const isTypedArray = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

expect.addEqualityTesters([
  (a, b) =>
    isTypedArray(a) && isTypedArray(b) && a.constructor === b.constructor && bytesOf(a).equals(bytesOf(b))
      ? true
      : undefined,
]);

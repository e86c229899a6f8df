// Read by vitest before each test file: audio and tensors are compared by their bytes. Left to itself it compares element
// by element, which takes a quarter of a second for four seconds of audio; that is for arrays that differ.
import { Buffer } from 'node:buffer';
import { expect } from 'vitest';

const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
const isTypedArray = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

expect.addEqualityTesters([
  (a, b) =>
    isTypedArray(a) && isTypedArray(b) && a.constructor === b.constructor && bytesOf(a).equals(bytesOf(b))
      ? true
      : undefined,
]);

// Read by vitest before each test file.
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
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

// A file starts dozens of services, and half of a start is compiling schemas; a process compiles each of them once.
const require = createRequire(createRequire(import.meta.url).resolve('fastify'));
const compiled = Symbol.for('ownvoice.compiled-schemas');
for (const name of ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']) {
  const createFactory = require(name);
  if (compiled in createFactory) continue;
  const functions = new Map();
  const createCachingFactory = (...options) => {
    const factory = createFactory(...options);
    return (externalSchemas, settings) => {
      const compile = factory(externalSchemas, settings);
      const scope = JSON.stringify([externalSchemas, settings]);
      return (route) => {
        const key = `${scope}${JSON.stringify(route.schema)}`;
        if (!functions.has(key)) functions.set(key, compile(route));
        return functions.get(key);
      };
    };
  };
  require.cache[require.resolve(name)].exports = Object.assign(createCachingFactory, { [compiled]: true });
}

// Read by vitest before each test file: made-up values are new in every run, except in continuous integration, where the
// same commit must always get the same verdict. A counterexample that somebody's run finds becomes a test of its own.
import fc from 'fast-check';

if (process.env.CI) fc.configureGlobal({ seed: 20_261_121 });

// Read by vitest before each test file: made-up values are the same in every run, so that a commit has one verdict.
// `npm run test:explore` draws new ones; a counterexample that it finds becomes a case of its own.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

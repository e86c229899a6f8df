// Builds everything, or one project and what it needs: `node scripts/build.mjs [--if-needed] [--for services/auth]`.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build/ensure-built.mjs';

const { values } = parseArgs({
  options: { 'if-needed': { type: 'boolean', default: false }, for: { type: 'string' } },
});
ensureBuilt(values.for === undefined ? undefined : [values.for], { anew: !values['if-needed'] });

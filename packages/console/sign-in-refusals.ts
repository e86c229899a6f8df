import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const source = fileURLToPath(new URL('./src/accounts/sign-in-refusals.ts', import.meta.url));

/** Writes the texts of the page that the accounts service itself renders, in every language, beside the console. */
export const signInRefusals = (): Plugin => ({
  name: 'sign-in-refusals',
  async generateBundle() {
    const { module } = await runnerImport<{ default: unknown }>(source, { configFile: false, logLevel: 'error' });
    this.emitFile({ type: 'asset', fileName: 'sign-in-refusals.json', source: JSON.stringify(module.default) });
  },
});

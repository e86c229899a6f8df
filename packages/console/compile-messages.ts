import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Plugin, runnerImport } from 'vite';
import type { CompiledMessages, Messages } from './src/language/messages.js';

const QUERY = '?messages';

/** Imports a catalogue, `en.ts?messages`, as compiled messages: the page carries no parser of message syntax. */
export const compileMessages = (): Plugin => ({
  name: 'compile-messages',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return undefined;
    const file = id.slice(0, -QUERY.length);
    this.addWatchFile(file);
    const { module } = await runnerImport<{ default: Messages }>(file, { configFile: false, logLevel: 'error' });
    return { code: `export default ${JSON.stringify(compiled(module.default))};`, moduleType: 'js' };
  },
});

function compiled(messages: Messages): CompiledMessages {
  const entries = Object.entries(messages).map(([key, value]) => {
    if (typeof value !== 'string') return [key, compiled(value)];
    const tokens = compileMessageOrThrow(value);
    return [key, tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens];
  });
  return Object.fromEntries(entries);
}

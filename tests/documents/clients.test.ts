import { expect, test } from 'vitest';
import { CLIENT_REQUESTS } from '../clients/requests.js';
import { read } from './pages.js';

test('docs/clients.md names every client whose requests are tested, with the version that was looked up', () => {
  const lines = read('docs/clients.md').split('\n');
  const missing = CLIENT_REQUESTS.filter(
    ({ client, version }) => !lines.some((line) => line.includes(client) && line.includes(version)),
  );
  expect(missing.map(({ client, version }) => `${client} ${version}`)).toEqual([]);
});

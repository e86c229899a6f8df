import { expect, test } from 'vitest';
import { readAddresses } from '../../config.js';

test.each([
  ['http://127.0.0.1:8100, http://[::1]:8101/', ['http://127.0.0.1:8100', 'http://[::1]:8101']],
  ['http://tts-engine:8100', ['http://tts-engine:8100']],
  ['http://tts-engine.ownvoice.svc.cluster.local', ['http://tts-engine.ownvoice.svc.cluster.local']],
  ['http://10.1.2.3/base/,http://[fd00::1]', ['http://10.1.2.3/base', 'http://[fd00::1]']],
  ['https://speech.example:8443/omni', ['https://speech.example:8443/omni']],
])('the address %s of an engine may be used', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});

test.each([
  ['http://speech.example', 'https://'],
  ['http://8.8.8.8', 'https://'],
  ['http://127.0.0.1.evil.example', 'https://'],
  ['http://[::ffff:8.8.8.8]', 'https://'],
  ['https://user:secret@speech.example', 'without a user'],
  ['https://speech.example/?key=secret', 'without a user'],
  ['file:///etc/passwd', 'http:// or https://'],
  ['speech.example', 'http:// or https://'],
  ['https://a.example,https://a.example/', 'twice'],
  [',', '1 to 64'],
])('the address %s of an engine is refused, and the message does not quote it', (text, why) => {
  const read = readAddresses(text);
  expect(read).toEqual({ mistake: expect.stringContaining(why) });
  expect(JSON.stringify(read)).not.toMatch(/secret|passwd/);
});

import { expect, test } from 'vitest';
import { clientAddress, isLoopback, limitKeyOf } from './client-address.js';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('failures of %s are counted under %s', (address, key) => {
  expect(limitKeyOf(address)).toBe(key);
});

test.each(['', 'unknown', '1.2.3', '0x7f000001', '1.2.3.4, 5.6.7.8', '1.2.3.4:80', '_hidden', '999.1.1.1'])(
  'what a proxy says is believed only when it is an address: %j',
  (forwarded) => {
    expect(clientAddress(forwarded, '198.51.100.1')).toBe('198.51.100.1');
  },
);

test('an IPv4 address in IPv6 clothes is shown as itself', () => {
  expect(clientAddress('::ffff:192.0.2.7', '::1')).toBe('192.0.2.7');
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['voice.example', false],
])('only loopback addresses keep others out: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

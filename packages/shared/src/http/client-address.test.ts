import { expect, test } from 'vitest';
import { clientAddress, isLoopback, limitKeyOf, trusts } from './client-address.js';

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

test.each([
  '',
  'unknown',
  '1.2.3',
  '0x7f000001',
  '1.2.3.4, 5.6.7.8',
  '1.2.3.4:',
  '1.2.3.4:x',
  '[::1',
  '[x]:1',
  '_hidden',
  '999.1.1.1',
])('what a proxy says is believed only when it is an address: %j', (forwarded) => {
  expect(clientAddress(forwarded, '198.51.100.1')).toBe('198.51.100.1');
});

test.each([
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
])('an entry may have brackets and a port: %s', (forwarded, address) => {
  expect(clientAddress(forwarded, '198.51.100.1')).toBe(address);
});

test('trusted proxies are known by address or network, with or without a port', () => {
  const isTrusted = trusts(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::ffff:198.51.100.0/120']);
  const trusted = ['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '192.0.2.1', '[2001:db8::7]:443', '198.51.100.9'];
  expect(trusted.filter((entry) => !isTrusted(entry))).toEqual([]);
  const strangers = ['11.0.0.1', '192.0.2.2:80', '[2001:db9::7]:443', '198.51.101.9', 'garbage', ''];
  expect(strangers.filter(isTrusted)).toEqual([]);
  expect(trusts([])('127.0.0.1')).toBe(false);
});

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

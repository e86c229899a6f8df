import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, expectTypeOf, test } from 'vitest';
import { formatsOf } from './formats.js';
import { type CompiledMessages, type TextOf, textOf } from './messages.js';

const catalogue = {
  save: 'Save',
  users: {
    total: '{total, plural, one {# account} other {# accounts}} on {server}.',
  },
} as const;
type Catalogue = typeof catalogue;

const compiled: CompiledMessages = {
  save: catalogue.save,
  users: { total: compileMessageOrThrow(catalogue.users.total) },
};

test('a message without arguments is a string, one with arguments a function of them', () => {
  const text = textOf<Catalogue>(compiled, 'en');
  expect(text.save).toBe('Save');
  expect(text.users.total({ total: 1, server: 'a' })).toBe('1 account on a.');
  expect(text.users.total({ total: 1_200, server: 'a' })).toBe('1,200 accounts on a.');
  expectTypeOf<TextOf<Catalogue>['users']['total']>()
    .parameter(0)
    .toEqualTypeOf<{ readonly total: number; readonly server: string }>();
});

test('numbers in messages and dates follow the locale', () => {
  const text = textOf<Catalogue>(compiled, 'de-CH');
  expect(text.users.total({ total: 1_200, server: 'a' })).toContain(new Intl.NumberFormat('de-CH').format(1_200));
  expect(formatsOf('de').utcDay('2026-01-31')).toBe('31. Jan.');
  expect(formatsOf('ja').wait(900)).toBe('15 分');
  expect(formatsOf('en').timeUntil(3 * 86_400_000)).toBe('in 3 days');
});

test('a name from right to left does not turn the words around it', () => {
  const text = textOf<Catalogue>(compiled, 'en');
  expect(text.users.total({ total: 2, server: 'שרת 2' })).toBe('2 accounts on \u2068שרת 2\u2069.');
  expect(text.users.total({ total: 2, server: '서버' })).toBe('2 accounts on 서버.');
});

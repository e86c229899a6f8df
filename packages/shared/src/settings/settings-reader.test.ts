import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsReader } from './settings-reader.js';

describe('a setting', () => {
  const commandLine = new Map([['PORT', { option: '--port', text: '9001' }]]);

  test('has its default when its variable is absent or empty', () => {
    const read = new SettingsReader({ MODE: '', PORT: ' ' });
    expect(read.choice('MODE', 'a', ['a', 'b'])).toBe('a');
    expect(read.integer('PORT', 8000, 0, 65_535)).toBe(8000);
    expect(read.flag('FLAG', true, 'true or false')).toBe(true);
    expect(read.duration('LIFETIME', 60)).toBe(60);
    expect(read.host('HOST', '::1')).toBe('::1');
    expect([read.text('TEXT'), read.verbatim('SECRET'), read.url('URL')]).toEqual([undefined, undefined, undefined]);
    expect(read.mistakes).toEqual([]);
  });

  test('is taken from the command line before its variable', () => {
    expect(new SettingsReader({ PORT: '9000' }, commandLine).integer('PORT', 8000, 0, 65_535)).toBe(9001);
  });

  test('an option that is typed empty is a mistake, not a default', () => {
    const read = new SettingsReader({}, new Map([['DIR', { option: '--dir', text: '' }]]));
    read.folder('DIR', '.data', '/srv');
    expect(read.mistakes).toEqual(['--dir must name a folder.']);
  });

  test('a secret keeps its spaces', () => {
    expect(new SettingsReader({ SECRET: ' a b ' }).verbatim('SECRET')).toBe(' a b ');
  });

  test('that is a folder lies in the root by default and is else relative to the working directory', () => {
    const folder = (DIR: string) => new SettingsReader({ DIR }).folder('DIR', '.data', '/srv', '/home/user');
    expect(['', '.data', 'models', '/models'].map(folder)).toEqual(
      ['/srv/.data', '/srv/.data', '/home/user/models', '/models'].map((path) => resolve(path)),
    );
  });
});

describe('mistakes', () => {
  test('mistakes in settings are all reported, each as one message that begins with the option or variable', () => {
    const commandLine = new Map([['PORT', { option: '--port', text: '80x' }]]);
    const read = new SettingsReader({ MODE: 'c', FLAG: 'yes', LIFETIME: 'soon', HOST: 'a b', NETS: '1' }, commandLine);
    read.integer('PORT', 8000, 0, 65_535);
    read.choice('MODE', 'a', ['a', 'b']);
    read.flag('FLAG', true, 'true or false');
    read.duration('LIFETIME', 60);
    read.host('HOST', '::1');
    read.networks('NETS');
    expect(read.mistakes).toEqual([
      '--port must be a whole number from 0 to 65535; it is "80x".',
      'MODE must be one of a, b; it is "c".',
      'FLAG must be true or false; it is "yes".',
      'LIFETIME must be a duration such as 15m, 12h or 7d, or a number of seconds; it is "soon".',
      'HOST must be an address or a host name; it is "a b".',
      'NETS must be addresses or networks such as 10.0.0.0/8, separated by commas.',
    ]);
  });

  test('never quote an address, which may hold a password', () => {
    const read = new SettingsReader({ URL: 'https://user:hidden@hub.example' });
    expect(read.url('URL')).toBeUndefined();
    expect(read.mistakes).toEqual(['URL must be an address that begins with http:// or https://.']);
  });
});

describe('origins', () => {
  const origins = (CORS_ORIGIN: string, development: boolean) => {
    const read = new SettingsReader({ CORS_ORIGIN });
    const found = read.origins('CORS_ORIGIN', development, development || []);
    return [found, ...read.mistakes];
  };

  test('are every origin in development and none elsewhere, unless some are named', () => {
    expect(origins('', true)).toEqual([true]);
    expect(origins('*', true)).toEqual([true]);
    expect(origins('', false)).toEqual([[]]);
    for (const development of [true, false])
      expect(origins('https://a.example, http://b.example:81', development)).toEqual([
        ['https://a.example', 'http://b.example:81'],
      ]);
  });

  test('CORS_ORIGIN=* is refused outside development', () => {
    expect(origins('*', false)).toEqual([
      ['*'],
      expect.stringMatching(/^CORS_ORIGIN must be origins .*development\.$/),
    ]);
  });
});

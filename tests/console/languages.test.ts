import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { setUp } from './harness/accounts-api.js';
import { chromiumPath, launch, openSignedIn, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth, startSpeech } from './harness/service-process.js';
import { pretendLoaded } from './harness/studio.js';

/** Colours are the same in every language. */
const VIEWS = { widths: [360, 800, 1180, 1440], schemes: ['light'] } as const;
const DAY_AT_NOON = Date.UTC(2026, 0, 31, 12);
const LANGUAGES = [
  {
    locale: 'en-GB',
    tag: 'en',
    signIn: 'Sign in',
    users: 'Users',
    generate: 'Generate',
    unspeakable: 'The text has nothing in it that can be spoken.',
    day: '31 Jan 2026',
  },
  {
    locale: 'de-AT',
    tag: 'de',
    signIn: 'Anmelden',
    users: 'Benutzer',
    generate: 'Erzeugen',
    unspeakable: 'Der Text enthält nichts, was sich sprechen lässt.',
    day: '31.01.2026',
  },
  {
    locale: 'zh-CN',
    tag: 'zh-Hans',
    signIn: '登录',
    users: '用户',
    generate: '生成',
    unspeakable: '文本中没有可以朗读的内容。',
    day: '2026年1月31日',
  },
  {
    locale: 'ja-JP',
    tag: 'ja',
    signIn: 'ログイン',
    users: 'ユーザー',
    generate: '生成',
    unspeakable: 'テキストに読み上げられる内容がありません。',
    day: '2026/01/31',
  },
] as const;

let accounts: Service;
let speech: Service;
let token: string;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  [accounts, speech] = await Promise.all([startAuth(), startSpeech()]);
  token = (await setUp(accounts.origin, { username: 'Ada', password: 'Analytical1' })).token;
});
afterAll(async () => {
  await Promise.all([accounts, speech].map((service) => service?.[Symbol.asyncDispose]()));
});

describe.skipIf(chromiumPath === undefined).each(LANGUAGES)('a browser in $locale', (language) => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launch({ locale: language.locale });
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  test('gets the accounts page in its language, with its dates, and loads no other language', async () => {
    const { page, errors } = await browser.visit(accounts);
    await page.getByRole('heading', { name: language.signIn, level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language.tag);
    const catalogues = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => name.match(/\/(en|de|zh|ja)-[^/]+\.js$/)?.[1] ?? []),
    );
    expect(catalogues).toEqual([language.tag.slice(0, 2)]);
    await inspect(page, `accounts-sign-in-${language.tag}`, VIEWS);

    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), created_at: DAY_AT_NOON } });
    });
    await openSignedIn(page, accounts.origin, token);
    await page.getByText(language.day).waitFor();
    await inspect(page, `accounts-account-${language.tag}`, VIEWS);
    for (const name of ['users', 'statistics', 'audit']) {
      await page.goto(`${accounts.origin}/#/${name}`);
      await page.getByRole('main').getByRole('button').first().waitFor();
      await inspect(page, `accounts-${name}-${language.tag}`, VIEWS);
    }
    expect(errors).toEqual([]);
  });

  test('gets the speech page in its language', async () => {
    const { page, errors } = await browser.visit(speech);
    await page.getByRole('button', { name: language.generate, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language.tag);
    await inspect(page, `speech-${language.tag}`, VIEWS);
    await page.locator('textarea').first().fill('😀');
    await page.getByText(language.unspeakable).waitFor();
    expect(errors).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('the language select', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  test('changes the language of the page without losing input, and is remembered', async () => {
    const { page, errors } = await browser.visit(accounts);
    await page.getByLabel('Username or e-mail').fill('Ada');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Enter the password.').waitFor();
    await page.getByRole('combobox', { name: 'Page language' }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.getByText('Geben Sie das Passwort ein.').waitFor();
    expect(await page.getByLabel('Benutzername oder E-Mail-Adresse').inputValue()).toBe('Ada');
    expect(await page.evaluate(() => [document.documentElement.lang, document.title])).toEqual([
      'de',
      'Anmelden · Ownvoice',
    ]);
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.getByRole('combobox', { name: 'Sprache der Seite' }).selectOption('日本語');
    await page.getByRole('heading', { name: 'ログイン' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('changes what the page has said already', async () => {
    const { page, errors } = await browser.visit(accounts, { token });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('status').getByText('No changes to save.').waitFor();
    await page.getByRole('combobox', { name: 'Page language' }).selectOption('Deutsch');
    await page.getByRole('status').getByText('Es gibt nichts zu speichern.').waitFor();
    await page.goto(speech.origin);
    await pretendLoaded(page, 'base-0.6b');
    await page.getByRole('tab', { name: 'Clone' }).click();
    await page.getByLabel('Choose file').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no audio'),
    });
    await page.getByRole('alert').getByText('This browser cannot read the file as audio.').waitFor();
    await page.getByRole('combobox', { name: 'Page language' }).selectOption('Deutsch');
    await page.getByRole('alert').getByText('Dieser Browser kann die Datei nicht als Audio lesen.').waitFor();
    await page.getByRole('button', { name: 'Erzeugen', exact: true }).click();
    await page.getByRole('alert').getByText('Die Referenzaufnahme fehlt.').waitFor();
    await page.getByRole('combobox', { name: 'Sprache der Seite' }).selectOption('English');
    await page.getByRole('alert').getByText('Reference audio is missing.').waitFor();
    expect(errors).toEqual([]);
  });
});

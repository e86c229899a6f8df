import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page.js';
import { refusalTextsFor } from './refusal-texts.js';

const english = refusalTextsFor({}, {});

test('the sentence is text, whatever it holds', () => {
  const page = refusalPage(`<script>alert("1")</script> & 'x'`, english);
  expect(page).toContain('<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>');
  expect(page).not.toContain('<script');
});

test('the policy allows the style of the page and no script at all', () => {
  const style = /<style>(.*)<\/style>/s.exec(refusalPage('x', english))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(REFUSAL_PAGE_POLICY).toContain(`style-src 'sha256-${hash}'`);
  expect(REFUSAL_PAGE_POLICY).toContain("default-src 'none'");
  expect(REFUSAL_PAGE_POLICY).not.toMatch(/script-src|unsafe/);
});

test('a sentence is said in the language of the page, and as it is where the page does not know it', () => {
  const german = {
    ...english,
    tag: 'de',
    back: 'Zurück',
    sentences: { 'The provider failed.': 'Der Anbieter <versagt>.' },
  };
  expect(refusalPage('The provider failed.', german)).toMatch(
    /<html lang="de">.*<p>Der Anbieter &lt;versagt&gt;\.<\/p>/s,
  );
  expect(refusalPage('The provider sleeps.', german)).toContain('<p>The provider sleeps.</p>\n<a href="/">Zurück</a>');
  expect(refusalPage('constructor', german)).toContain('<p>constructor</p>');
});

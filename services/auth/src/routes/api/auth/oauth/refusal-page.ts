import { createHash } from 'node:crypto';
import type { SignInRefusalTexts } from '@ownvoice/shared/contract';

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(#f3f5f1, #0f1512); color: light-dark(#14201a, #e8efe9);
  font: 0.9375rem/1.6 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1.5rem; }
a { display: inline-block; padding: 0.5rem 1rem; border: 1px solid transparent; border-radius: 10px;
  text-decoration: none; font-weight: 600;
  background: light-dark(#0d5a47, #6fd4b0); color: light-dark(#ffffff, #06241a); }
a:focus-visible { outline: 2px solid light-dark(#0d5a47, #6fd4b0); outline-offset: 2px; }`;

/** Allows the page's own style and icon: no script, no other origin, no frame. */
export const REFUSAL_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * The page for a person whose sign-in by a provider was refused: what the sentence of the error body means, in the
 * person's language where the texts have it, and a link back.
 * @param sentence plain text
 */
export function refusalPage(sentence: string, texts: SignInRefusalTexts): string {
  const { tag, title, heading, back, sentences } = texts;
  const said = Object.hasOwn(sentences, sentence) ? sentences[sentence] : sentence;
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Ownvoice</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(heading)}</h1>
<p>${escaped(said ?? sentence)}</p>
<a href="/">${escaped(back)}</a>
</main>
</body>
</html>
`;
}

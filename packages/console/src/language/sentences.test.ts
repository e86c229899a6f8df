import {
  AddPasskeyBody,
  ChangePasswordBody,
  ClonedVoiceRequest,
  ConfirmSecondFactorBody,
  LoginBody,
  MAX_BYTES_KEYWORD,
  PATTERNS,
  patternRule,
  SetupBody,
  SPEECH_PATTERNS,
  SpeechRequest,
  type TextPattern,
  tooLong,
  tooManyBytes,
  tooShort,
  UpdateUserBody,
  VoiceCloneRequest,
  VoiceDesignRequest,
} from '@ownvoice/shared/contract';
import { describe, expect, test } from 'vitest';
import accountsEnglish from '../accounts/messages/en.js';
import { KNOWN_SENTENCES as ACCOUNTS } from '../accounts/problems.js';
import speechEnglish from '../speech/messages/en.js';
import { KNOWN_SENTENCES as SPEECH } from '../speech/problems.js';
import { recognize } from './sentences.js';

const sourcesOf = {
  accounts: import.meta.glob<string>('../../../../services/auth/src/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  speech: import.meta.glob<string>('../../../../services/tts/src/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  downloads: import.meta.glob<string>('../../../qwen3-tts/src/download/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  both: import.meta.glob<string>('../../../shared/src/http/*.ts', { query: '?raw', import: 'default', eager: true }),
};
const isPublic = (path: string) => !/\.test\.ts$|\/(testing|scenarios|commands)\//.test(path);
const textsOf = (sources: Record<string, string>) =>
  Object.entries(sources).flatMap(([path, text]) => (isPublic(path) ? [text] : []));

/** Where a sentence becomes public: before the quote that begins it. */
const PLACES = [
  String.raw`new ApiError\(\s*\w+,\s*`,
  String.raw`ApiError\.invalid\(\[\s*`,
  String.raw`\[\d{3}, `,
  String.raw`refuse\(\s*request,\s*`,
  String.raw`(?:SENTENCE|REFUSAL|UNREADABLE|sentence|NOTHING_TO_SAY) =\s*`,
  String.raw`new EngineError\('unsupported', `,
  String.raw`kind: 'unavailable',\s*reason: `,
  String.raw`kind: 'absent',\s*reason: `,
  String.raw`const reason =\s*`,
].join('|');
const LITERAL = new RegExp(String.raw`(?:${PLACES})(?<quote>['\`])(?<text>(?:\\.|(?!\k<quote>).)+)\k<quote>`, 'gs');

/** A template with a 7 for what varies in it. */
const filled = (template: string) =>
  template
    .replaceAll(/\$\{FILE_FIELD\}/g, 'reference_audio')
    .replaceAll(/\$\{field\}/g, 'voice')
    .replaceAll(/\$\{[^}]*\}/g, '7');

/** The public sentences of a source. */
const sentencesOf = (source: string) =>
  [...source.matchAll(LITERAL)]
    .map(({ groups }) => filled(groups?.text ?? ''))
    .filter((text) => /^\S+ .*[.!]$/s.test(text));

/** All that may be a sentence; what is wrong with a recording is told after the name of its field. */
const literalsOf = (source: string) =>
  [...source.matchAll(/'[\w$][^'\n]* [^'\n]*'|`[\w$][^`\n]* [^`\n]*`/g)].flatMap(([literal]) => {
    const text = filled(literal.slice(1, -1));
    return [text, `reference_audio cannot be used: ${text.replace(/^The\b/, 'the')}`];
  });

/** What no page causes, by what does. */
const OF_OTHER_CLIENTS: readonly RegExp[] = [
  // A request that is not as the pages send it.
  /^The (request|body|content type|address) /,
  /^body is not a complete/,
  /not allowed here\. |^There is nothing at /,
  /^There is no such model;/,
  /^(chunk_starts|audio_seconds|seed) /,
  /^The client has /,
  /^A page of another site /,
  /^A pre-built voice cannot be deleted\./,
  // A start without a database.
  /^There is no embedded PostgreSQL/,
  // Reasons in the audit log.
  /^7 7 7$/,
];

/** What people type into a page, by the request that sends it. */
const TYPED = [
  [LoginBody, ['username', 'password', 'otp'], ACCOUNTS],
  [SetupBody, ['username', 'email', 'password', 'setup_token'], ACCOUNTS],
  [UpdateUserBody, ['username', 'email', 'current_password'], ACCOUNTS],
  [ChangePasswordBody, ['current_password', 'new_password'], ACCOUNTS],
  [ConfirmSecondFactorBody, ['code'], ACCOUNTS],
  [AddPasskeyBody, ['name'], ACCOUNTS],
  [SpeechRequest, ['input', 'instruct'], SPEECH],
  [VoiceDesignRequest, ['input', 'voice_description'], SPEECH],
  [VoiceCloneRequest, ['input', 'reference_text'], SPEECH],
  [ClonedVoiceRequest, ['name', 'reference_text'], SPEECH],
] as const;

const RULES: readonly TextPattern[] = [...Object.values(PATTERNS), ...Object.values(SPEECH_PATTERNS)];

/** What validation says about a text field: one sentence for each keyword of its schema. */
function* refusalsOf(field: string, schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { minLength, maxLength, [MAX_BYTES_KEYWORD]: bytes, pattern, allOf = [], anyOf = [] } = schema as Keywords;
  if (minLength !== undefined) yield `${field} ${tooShort(minLength)}.`;
  if (bytes !== undefined) yield `${field} ${tooManyBytes(bytes)}.`;
  else if (maxLength !== undefined) yield `${field} ${tooLong(maxLength)}.`;
  const rule = RULES.find((known) => known.pattern === pattern);
  if (rule) yield `${field} ${patternRule(rule, '')}.`;
  for (const part of [...allOf, ...anyOf]) yield* refusalsOf(field, part);
}

/** The same for the fields of a request. */
const refusalsIn = ({ properties }: { properties: object }, fields: readonly string[]) =>
  Object.entries(properties).flatMap(([field, schema]) =>
    fields.includes(field) ? [...refusalsOf(field, schema)] : [],
  );

interface Keywords {
  minLength?: number;
  maxLength?: number;
  [MAX_BYTES_KEYWORD]?: number;
  pattern?: string;
  allOf?: unknown[];
  anyOf?: unknown[];
}

const PAGES = [
  { name: 'accounts', known: ACCOUNTS, problems: accountsEnglish.problems },
  { name: 'speech', known: SPEECH, problems: speechEnglish.problems },
] as const;

describe.each(PAGES)('the $name page', ({ name, known, problems }) => {
  const texts = [...textsOf(sourcesOf[name]), ...textsOf(sourcesOf.both)];
  const all = [...new Set(texts.flatMap(sentencesOf))];

  test('finds the sentences of its service', () => expect(all.length).toBeGreaterThan(30));

  test.each(all.filter((sentence) => !OF_OTHER_CLIENTS.some((other) => other.test(sentence))))('says: %s', (sentence) =>
    expect(recognize(sentence, known)).toBeDefined(),
  );

  const told = [
    ...new Set([
      // Behind the gateway the accounts service refuses requests for speech.
      ...Object.values(sourcesOf).flatMap(textsOf).flatMap(literalsOf),
      ...TYPED.flatMap(([schema, fields]) => refusalsIn(schema, fields)),
    ]),
  ];
  test.each(Object.entries(known))('is still told: %s', (template, entry) =>
    expect(told.some((sentence) => recognize(sentence, { [template]: entry }))).toBe(true),
  );

  test.each(Object.entries(known))('has what the message for %s takes', (template, { problem }) => {
    const message: string = problems[problem as keyof typeof problems];
    const taken = [...message.matchAll(/\{(\w+)/g)].map(([, argument]) => `{${argument}}`);
    for (const argument of taken) expect(template).toContain(argument);
  });
});

describe.each(TYPED)('what is typed into $title', (schema, fields, known) => {
  test.each([...new Set(refusalsIn(schema, fields))])('is refused by: %s', (sentence) =>
    expect(recognize(sentence, known)).toBeDefined(),
  );
});

test('a number in a sentence is a number of the message', () => {
  expect(recognize('input is longer than 10,000 characters.', SPEECH)).toMatchObject({
    problem: 'textTooLong',
    values: { limit: 10_000 },
  });
});

test('models in a sentence are a list, whose "or" the page says in its language', () => {
  const sentence =
    'Cloning a voice needs the variant base-1.7b or base-0.6b, and customvoice-0.6b is loaded. Start the server with it.';
  expect(recognize(sentence, SPEECH)).toMatchObject({ values: { variants: ['base-1.7b', 'base-0.6b'] } });
});

test('the field of a sentence is found', () => {
  expect(recognize('new_password must contain a digit.', ACCOUNTS)).toMatchObject({ field: 'new_password' });
});

test('a sentence that no page knows stays as it is', () => {
  expect(recognize('The moon is full.', ACCOUNTS)).toBeUndefined();
});

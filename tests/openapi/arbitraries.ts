import fc from 'fast-check';
import type { Operation, Parameter, Schema } from './document.js';

/** Values that fit by their form but may not by their meaning, by the name of the field they are for. */
export type Plausible = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const awkward = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\r\nb',
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '\u001b[31m',
  'x'.repeat(10_000),
  '😀'.repeat(100),
  [],
  {},
  { contains: '' },
  [['a']],
);

/** Values that a schema allows, its boundaries among them. */
export function fitting(schema: Schema, plausible: Plausible = {}, name = ''): fc.Arbitrary<unknown> {
  const known = plausible[name];
  if (known !== undefined) return known;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(one, plausible, name)));
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => fitting({ ...schema, type }, plausible, name)));
  switch (types[0]) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, plausible, name), { maxLength: 3 });
    case 'object':
      return object(schema, plausible);
    default:
      return fc.jsonValue();
  }
}

function text({ pattern, minLength = 0, maxLength = 80 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.min(maxLength, 12_000);
  const boundaries = [minLength, longest].map((length) => 'a'.repeat(length));
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength, maxLength: Math.max(minLength, Math.min(longest, 80)) }) },
    { weight: 1, arbitrary: fc.constantFrom(...boundaries) },
  );
}

function object(schema: Schema, plausible: Plausible): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {});
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fitting(field, plausible, name)])), {
    requiredKeys: [...(schema.required ?? [])].filter((name) => fields.some(([field]) => field === name)),
  });
}

/** Values that a schema forbids, or that nobody sane would send: another type, a field too few, too many or spoilt. */
function unfitting(schema: Schema, plausible: Plausible): fc.Arbitrary<unknown> {
  const fields = Object.keys(schema.properties ?? {});
  if (fields.length === 0) return awkward;
  const good = object(schema, plausible);
  const field = fc.constantFrom(...fields);
  const without = ([value, name]: [Record<string, unknown>, string]) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return fc.oneof(
    awkward,
    fc.tuple(good, field).map(without),
    fc.tuple(good, field, awkward).map(([value, name, wrong]) => ({ ...value, [name]: wrong })),
    fc
      .tuple(good, fc.constantFrom('role', 'id', 'password_hash', 'constructor', 'x'), awkward)
      .map(([value, name, wrong]) => ({ ...value, [name]: wrong })),
  );
}

/** A request as data. */
export interface Probe {
  readonly path: string;
  readonly body: unknown;
}

/** Requests to an operation, fitting and unfitting ones in about equal parts. */
export function probesOf(operation: Operation, plausible: Plausible): fc.Arbitrary<Probe> {
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const segments = fc.record(Object.fromEntries(inPath.map((one) => [one.name, segment(one, plausible)])));
  const query = fc.record(Object.fromEntries(inQuery.map((one) => [one.name, queryValue(one, plausible)])), {
    requiredKeys: inQuery.filter((one) => one.required).map((one) => one.name),
  });
  const stray = fc.option(fc.tuple(fc.constantFrom('limit', 'x', '__proto__'), fc.string()), {
    nil: undefined,
    freq: 5,
  });
  const body =
    operation.body === undefined
      ? fc.constant(undefined)
      : fc.oneof(fitting(operation.body, plausible), unfitting(operation.body, plausible));
  return fc.tuple(segments, query, stray, body).map(([path, search, extra, sent]) => {
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
    const pairs = Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]);
    const parameters = new URLSearchParams(extra === undefined ? pairs : [...pairs, extra]);
    return { path: parameters.size > 0 ? `${filled}?${parameters}` : filled, body: sent };
  });
}

function segment(parameter: Parameter, plausible: Plausible): fc.Arbitrary<string> {
  const odd = fc.constantFrom('0', '-1', '../', '%', 'a b', '\u0000', 'ü', 'x'.repeat(300), '😀');
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fitting(parameter.schema, plausible, parameter.name)
        .map(String)
        .filter((one) => one !== ''),
    },
    { weight: 1, arbitrary: odd },
  );
}

function queryValue(parameter: Parameter, plausible: Plausible): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'NaN',
    'password_hash',
    '\u0000',
    'x'.repeat(2000),
    '😀',
    '//evil.example',
  );
  return fc.oneof(
    { weight: 2, arbitrary: fitting(parameter.schema, plausible, parameter.name) },
    { weight: 1, arbitrary: odd },
  );
}

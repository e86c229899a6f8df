import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An invalid command line; the message is for its user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<Options extends OptionsConfig> = { options: Options; allowPositionals: true };

/**
 * Reads options and operands as `node:util` does. Its errors name the option in an English message alone, so mistakes are
 * found here.
 * @throws UsageError
 */
export function readArguments<const Options extends OptionsConfig>(
  args: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Parsed<Options>>> {
  const config = { args: [...args], options, allowPositionals: true } as const;
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (known === undefined) throw new UsageError(`There is no option ${rawName}.`);
    if (known.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    if (known.type !== 'string') continue;
    if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
    if (!inlineValue && /^-./.test(value)) throw new UsageError(`${rawName} needs a value; ${value} is an option.`);
  }
  return parseArgs(config);
}

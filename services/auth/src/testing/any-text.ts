import fc from 'fast-check';

const character = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
);

/** Any text at all, half surrogate pairs included. fast-check's own `binary` unit takes a second to begin with. */
export const anyText = (maxLength?: number) =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });

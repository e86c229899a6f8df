import { DIMINISHERS, INSTRUCTION_WORDS, INTENSIFIERS, NEGATIONS, type Style } from './instruction-words.js';

/** Prosody and level, relative to the voice's own. */
export interface Delivery {
  /** Factor on the speaking rate. */
  readonly rate: number;
  /** Added to the base pitch (0 to 99). */
  readonly pitch: number;
  /** Factor on the pitch range. */
  readonly range: number;
  /** Change of level in dB. */
  readonly gainDb: number;
  readonly whisper: boolean;
}

/** The voice as it is. */
export const PLAIN_DELIVERY: Delivery = { rate: 1, pitch: 0, range: 1, gainDb: 0, whisper: false };

const STYLES: Readonly<Record<Style, Partial<Delivery>>> = {
  slow: { rate: 0.76 },
  fast: { rate: 1.32 },
  whisper: { whisper: true, gainDb: -6 },
  loud: { gainDb: 5, pitch: 5, range: 1.15 },
  quiet: { gainDb: -8, range: 0.85 },
  high: { pitch: 24 },
  low: { pitch: -26 },
  excited: { rate: 1.13, pitch: 10, range: 1.7, gainDb: 2 },
  happy: { rate: 1.06, pitch: 7, range: 1.45, gainDb: 1 },
  sad: { rate: 0.84, pitch: -8, range: 0.5, gainDb: -3 },
  angry: { rate: 1.1, pitch: -3, range: 1.5, gainDb: 4 },
  calm: { rate: 0.9, pitch: -3, range: 0.75, gainDb: -1 },
  fearful: { rate: 1.15, pitch: 9, range: 1.25, gainDb: -2 },
  serious: { rate: 0.95, pitch: -4, range: 0.8 },
  monotone: { range: 0 },
};

const RATE_RANGE = { min: 0.5, max: 1.9 } as const;
const GAIN_DB_RANGE = { min: -14, max: 6 } as const;
/** Characters before and after a word in which what qualifies it is looked for. */
const QUALIFIER_LENGTH = { before: 24, after: 6 } as const;

/**
 * Reads a delivery from a free instruction by keywords in the ten languages, intensifiers ("very slow"), diminishers
 * ("a bit louder") and negations ("not too fast"); other words are ignored.
 *
 * @param instruct as the client wrote it, empty for none
 */
export function readDelivery(instruct: string): Delivery {
  const text = instruct.normalize('NFKC').toLowerCase();
  let delivery = PLAIN_DELIVERY;
  for (const [style, words] of INSTRUCTION_WORDS) {
    const found = [...text.matchAll(words)].map((match) => emphasisOf(text, match.index, match[0].length));
    const strength = found.reduce((strongest, emphasis) => Math.max(strongest, emphasis), 0);
    if (strength > 0) delivery = apply(delivery, STYLES[style], strength);
  }
  return {
    ...delivery,
    rate: clamp(delivery.rate, RATE_RANGE),
    gainDb: clamp(delivery.gainDb, GAIN_DB_RANGE),
  };
}

const clamp = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.max(min, Math.min(max, value));

/** 0 for a negated word, 0.5 after a diminisher, 1.6 after an intensifier. */
function emphasisOf(text: string, start: number, length: number): number {
  const clauseStart = Math.max(...[...',.;，。；、！!?？'].map((mark) => text.lastIndexOf(mark, start - 1))) + 1;
  const before = text.slice(Math.max(clauseStart, start - QUALIFIER_LENGTH.before), start);
  const after = text.slice(start + length, start + length + QUALIFIER_LENGTH.after);
  if (NEGATIONS.test(before) || /^(?:지\s*(?:않|말|마)|(?:く|って|んで)?い?(?:ない|なく))/u.test(after)) return 0;
  if (DIMINISHERS.test(before)) return 0.5;
  if (INTENSIFIERS.test(before)) return 1.6;
  return 1;
}

function apply(delivery: Delivery, change: Partial<Delivery>, strength: number): Delivery {
  return {
    rate: delivery.rate * (change.rate ?? 1) ** strength,
    pitch: delivery.pitch + (change.pitch ?? 0) * strength,
    range: delivery.range * (change.range ?? 1) ** strength,
    gainDb: delivery.gainDb + (change.gainDb ?? 0) * strength,
    whisper: delivery.whisper || (change.whisper ?? false),
  };
}

import type { Precision } from '@ownvoice/shared/contract/models';

/** Drafts of the code predictor, as `generationGraph` counts them. */
export interface DraftCounts {
  readonly drafted: number;
  readonly accepted: number;
}

/**
 * The share of right drafts at which drafting saves nothing: a pass over two positions and its further head cost more than
 * one without a draft. `npm run bench -- drafts` prints what saves how much.
 */
export const BREAK_EVEN: Readonly<Partial<Record<Precision, number>>> = { int8: 0.3 };

/** Fewer drafts say nothing: about twenty frames. */
const ENOUGH_DRAFTS = 200;
/** Counts fade so that about the last hundred frames decide. */
const MOST_DRAFTS = 1000;
/** While drafts do not pay, every such segment drafts, to measure again. */
const PROBE_INTERVAL = 32;

/**
 * Decides for each segment whether the code predictor drafts codes: as long as it is not known that too few of them are
 * right. Whether they are depends on the weights and the text, and the codes are the same either way.
 */
export class Speculation {
  readonly #total = { drafted: 0, accepted: 0 };
  readonly #recent = { drafted: 0, accepted: 0 };
  #idle = 0;

  /** @param breakEven {@link BREAK_EVEN}; left out, nothing is ever drafted */
  constructor(private readonly breakEven?: number) {}

  /** Of all frames so far. */
  get counts(): DraftCounts {
    return { ...this.#total };
  }

  /** Whether the next segment, of so many rows, drafts. In a batch too few drafts are right for all rows. */
  next(rows: number): boolean {
    if (rows !== 1 || this.breakEven === undefined) return false;
    const { drafted, accepted } = this.#recent;
    if (drafted < ENOUGH_DRAFTS || accepted >= this.breakEven * drafted) return true;
    this.#idle = (this.#idle + 1) % PROBE_INTERVAL;
    return this.#idle === 0;
  }

  record({ drafted, accepted }: DraftCounts): void {
    const kept = Math.min(1, MOST_DRAFTS / (this.#recent.drafted + drafted));
    for (const [counts, share] of [
      [this.#total, 1],
      [this.#recent, kept],
    ] as const) {
      counts.drafted = (counts.drafted + drafted) * share;
      counts.accepted = (counts.accepted + accepted) * share;
    }
  }
}

/** Rows that one statement removes: removing a year of them at once would hold their locks for as long. */
export const REMOVAL_BATCH = 1_000;

/** What a removal of old rows did; after a full batch there may be more. */
export interface Removal {
  readonly removed: number;
  readonly more: boolean;
}

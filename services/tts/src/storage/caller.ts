/** Who asks for narrations and saved voices. */
export interface Caller {
  /** Null where nobody tells users apart. */
  readonly user: string | null;
  readonly seesAll: boolean;
}

/** Everybody who reaches a service that does not tell users apart. */
export const EVERYBODY: Caller = { user: null, seesAll: true };

/** Whether something of an owner is there for a caller. */
export const mayUse = ({ user, seesAll }: Caller, { owner }: { readonly owner: string | null }): boolean =>
  seesAll || owner === user;

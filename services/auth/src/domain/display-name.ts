/** What could make a name look like another, or like none. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** The name that somebody gave to a key or a passkey, as it is stored and shown; `''` when nothing of it can be seen. */
export const cleanName = (typed: string): string => typed.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();

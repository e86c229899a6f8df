/** The beginning and end of a comment, and of a template string. */
const COMMENT = /(?<=^|\s)(?:\/{2,}|\/?\*+\/?|#+|<?!?--+>?|--+)(?=\s|$)|`+/gu;
/** Brackets, those of tags, and the marks of tables and references. */
const MARKS = /[[\]{}]+|<(?=[/!?]?[a-z])|(?<=<[/!?]?[a-z][^<>]{0,1000})>|&(?=#?\w{1,31};)|(?<!\|)\|(?!\|)/giu;

/** A line of code as words: names, numbers and operators stay, and what nobody reads aloud goes. */
export const codeWords = (line: string): string => line.replace(COMMENT, ' ').replace(MARKS, ' ');

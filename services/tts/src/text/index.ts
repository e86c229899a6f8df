export { withoutControls } from './characters.js';
export { certainLanguage } from './detection/detect-language.js';
export { type Chunk, type PreparedText, type PrepareOptions, prepareText } from './prepare.js';
export { Lexicon, type Pronunciation } from './pronunciation/pronunciations.js';

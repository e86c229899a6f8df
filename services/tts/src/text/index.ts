export { type Chunk, type PreparedText, type PrepareOptions, prepareText } from './prepare.js';

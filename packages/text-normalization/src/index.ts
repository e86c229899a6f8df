export { isGermanOrdinal } from './languages/german-ordinals.js';
export { normalizeText } from './normalize.js';

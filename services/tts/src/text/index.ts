export { detectLanguage } from './detect-language.js';
export { type Language, type LanguageChoice, languageName, languages, parseLanguage } from './languages.js';
export { type Chunk, type Pause, type PreparedText, type PrepareOptions, prepareText } from './prepare.js';
export { spokenForm } from './spoken/spoken-form.js';

export * from './auth.js';
export * from './error.js';
export * from './languages.js';
export * from './models.js';
export * from './speech.js';
export * from './speech-limits.js';
export * from './voices.js';

export * from './error.js';
export * from './speech.js';

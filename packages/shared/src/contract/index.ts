export * from './auth.js';
export * from './error.js';
export * from './speech.js';

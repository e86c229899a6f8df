export * from './signals.js';
export * from './spectrum.js';
export * from './wav-files.js';

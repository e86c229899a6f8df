export { packageVersion } from './package-version.js';
export { readServiceSettings, type ServiceSettings } from './service-settings.js';
export { type CommandLineValue, type Environment, SettingsReader } from './settings-reader.js';

export { isHttpAddress, isNetwork, isOrigin } from './values.js';

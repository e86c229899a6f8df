export { type Expected, runScenario, type Scenario } from './scenario.js';

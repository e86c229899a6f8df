export { type Expected, runScenario, type Scenario } from './scenario.js';
export { type CollectedSpan, collectSpans, type SpanCollector } from './span-collector.js';

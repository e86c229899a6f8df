export { hostileTexts } from './hostile-texts.js';
export { processorSeconds } from './processor-time.js';
export { type Expected, runScenario, type Scenario } from './scenario.js';
export { type CollectedSpan, collectSpans, type SpanCollector } from './span-collector.js';

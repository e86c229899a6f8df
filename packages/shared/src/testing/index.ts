export { broken } from './broken.js';
export { cpuSeconds } from './cpu-time.js';
export { hostileTexts } from './hostile-texts.js';
export { type PythonPackage, pythonPackage } from './python-package.js';
export { type Difference, differences, readSamples } from './samples.js';
export { type Expected, runScenario, type Scenario, type Sender } from './scenario.js';
export { type HttpRequest, type HttpResponse, send } from './send.js';
export { type CollectedSpan, collectSpans, type SpanCollector } from './span-collector.js';

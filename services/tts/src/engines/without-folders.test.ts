import { expect, test } from 'vitest';
import { withoutFolders } from './without-folders.js';

test.each([
  ['/srv/models/customvoice-0.6b-int8/talker.onnx is truncated.', 'talker.onnx is truncated.'],
  ['/models has 1.2 GB free, but 3.5 GB are needed.', 'models has 1.2 GB free, but 3.5 GB are needed.'],
  [
    "ENOENT: no such file or directory, open '/data/x/vocab.json'",
    "ENOENT: no such file or directory, open 'vocab.json'",
  ],
  ['Cannot load (file:///opt/app/node_modules/a.node): no.', 'Cannot load (a.node): no.'],
  ['C:\\models\\base-0.6b\\codec.onnx ends early.', 'codec.onnx ends early.'],
])('tells a file by its name alone: %s', (reason, told) => {
  expect(withoutFolders(reason)).toBe(told);
});

test.each([
  'The process ended with code 1.',
  'https://huggingface.co/Qwen/x/resolve/main/config.json answered 503.',
  'No GPU is visible here: /dev/dri does not exist.',
  'npm install --include=optional brings @echogarden/espeak-ng-emscripten.',
  'npm run model -- pull base-0.6b fetches and builds it; 1/2 is done, and/or more, 3 / 4.',
])('leaves what is no path on this machine: %s', (reason) => {
  expect(withoutFolders(reason)).toBe(reason);
});

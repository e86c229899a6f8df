import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type PythonPackage, pythonPackage } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';

const SCRIPT = `
import json, sys, openai
client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="none is needed", max_retries=0)
spoken = client.audio.speech.create(model="tts-1", voice="alloy", input="Hi.").content
with client.audio.speech.with_streaming_response.create(model="gpt-4o-mini-tts", voice="coral", input="Hi.") as answer:
    streamed = answer.read()
sentences = []
for wrong in [{"voice": "nobody"}, {"response_format": "mp3"}, {"speed": 9.0}, {"voice": "nobody", "speed": 9.0}]:
    try:
        client.audio.speech.create(**{"model": "tts-1", "voice": "alloy", "input": "Hi.", **wrong})
    except openai.BadRequestError as error:
        sentences.append(f"{error} {error.body}" if openai.VERSION >= "3" else str(error))
print(json.dumps({"spoken": spoken[:4].decode(), "streamed": streamed[:4].decode(), "sentences": sentences,
                  "models": [model.id for model in client.models.list()]}))
`;

let service: Service;
const pythons = new Map<string, PythonPackage>();
/** From version 3 on the text of an error is the status alone where the answer's `error` is a sentence; `body` holds it. */
const VERSIONS = ['2.54.0', '3.54.0'];
beforeAll(async () => {
  service = await startSpeech();
  for (const version of VERSIONS) pythons.set(version, await pythonPackage(`openai==${version}`));
}, 400_000);
afterAll(() => service?.end('SIGTERM'));

test.for(VERSIONS)(
  'the official Python client %s speaks, and its errors say what is wrong',
  async (version, { skip }) => {
    const python = pythons.get(version);
    if (python?.kind !== 'installed') return skip(python?.why);
    const { stdout } = await promisify(execFile)(python.bin('python'), ['-c', SCRIPT, service.origin]);
    expect(JSON.parse(stdout)).toEqual({
      spoken: 'RIFF',
      streamed: 'RIFF',
      sentences: [
        expect.stringContaining('voice must be one of ryan, aiden'),
        expect.stringContaining('response_format must be wav'),
        expect.stringContaining('speed must be at most 4.'),
        expect.stringContaining('(and 1 more)'),
      ],
      models: ['engine-tts', 'engine-tts-customvoice', 'engine-tts-voicedesign', 'engine-tts-clone'],
    });
  },
);

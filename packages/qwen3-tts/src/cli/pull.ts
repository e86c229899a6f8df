import { VARIANT_NAMES } from '../checkpoint/variants.js';
import { PRECISIONS } from '../graph/weights.js';
import { DEVICE_CHOICES } from '../runtime/device.js';
import { choosePrecision } from '../store/model-folders.js';
import { obtainModel } from '../store/obtain-model.js';
import { type Command, oneOf, onlyArgument } from './command.js';
import { modelsDir } from './models-dir.js';

export const pull: Command = {
  usage: 'pull <variant>',
  summary: `Download the official files, verify and build them. Variants: ${VARIANT_NAMES.join(', ')}.`,
  options: {
    precision: 'fp32, fp16, int8, int4 or auto (default: int8, fp16 for CUDA)',
    device: 'auto, cpu, cuda or coreml: what auto precision is for',
    'models-dir': 'folder for the result (default: TTS_MODELS_DIR, else .data/models)',
    revision: 'another commit, branch or tag of the repository than the pinned one',
  },
  async run(positionals, options, around) {
    const variant = oneOf('The variant', onlyArgument(positionals, 'a variant'), VARIANT_NAMES);
    const device = oneOf('--device', options.device ?? around.env.TTS_DEVICE ?? 'auto', DEVICE_CHOICES);
    const wanted = oneOf('--precision', options.precision ?? around.env.TTS_PRECISION ?? 'auto', [
      'auto',
      ...PRECISIONS,
    ]);
    const folder = await obtainModel(variant, {
      modelsDir: modelsDir(options['models-dir'], around),
      precision: choosePrecision(wanted, device),
      endpoint: around.env.HF_ENDPOINT,
      token: around.env.HF_TOKEN,
      revision: options.revision,
      signal: around.signal,
      onProgress: (stage, share, detail) => around.progress(`${stage} ${variant}: ${detail}`, share),
      onWarning: around.print,
    });
    around.print(`${variant} is ready in ${folder}`);
    return 0;
  },
};

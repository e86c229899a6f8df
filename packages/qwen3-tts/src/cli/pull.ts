import { DEVICE_CHOICES, PRECISION_CHOICES, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { choosePrecision } from '../store/model-folders.js';
import { obtainModel } from '../store/obtain-model.js';
import { type Command, modelsDir, oneOf, onlyArgument } from './command.js';

export const pull: Command = {
  usage: 'pull <variant>',
  summary: `Download the official files, verify and build them. Variants: ${VARIANT_NAMES.join(', ')}.`,
  options: {
    precision: `one of ${PRECISION_CHOICES.join(', ')} (default: auto, which is int8, and fp16 for cuda and webgpu)`,
    device: `one of ${DEVICE_CHOICES.join(', ')}; decides the precision auto (default: auto)`,
    'models-dir': 'folder for the result (default: TTS_MODELS_DIR, else .data/models)',
  },
  async run(positionals, options, context) {
    const variant = oneOf('The variant', onlyArgument(positionals, 'a variant'), VARIANT_NAMES);
    const device = oneOf('--device', options.device ?? context.env.TTS_DEVICE ?? 'auto', DEVICE_CHOICES);
    const wanted = oneOf('--precision', options.precision ?? context.env.TTS_PRECISION ?? 'auto', PRECISION_CHOICES);
    const folder = await obtainModel(variant, {
      modelsDir: modelsDir(options['models-dir'], context),
      precision: choosePrecision(wanted, device),
      endpoint: context.env.HF_ENDPOINT,
      token: context.env.HF_TOKEN,
      signal: context.signal,
      onProgress: (stage, share, detail) => context.progress(`${stage} ${variant}: ${detail}`, share),
      onWarning: context.print,
    });
    context.print(`${variant} is ready in ${folder}`);
    return 0;
  },
};

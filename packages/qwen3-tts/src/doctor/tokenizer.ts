import { readCheckpointConfig } from '../checkpoint/config.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { type Finding, failed, ok, orFailed, unknown } from './finding.js';
import { type InstalledVariant, smallFiles } from './installed-variant.js';

/** Ids that the configuration names, and texts whose ids are published. */
export async function checkTokenizer(installed: InstalledVariant, published: boolean): Promise<Finding | undefined> {
  const check = 'tokenizer';
  const folder = smallFiles(installed);
  if (!folder) return undefined;
  const advice = `Remove vocab.json, merges.txt and tokenizer_config.json and run "npm run model -- pull ${installed.variant}".`;
  return orFailed(check, advice, async () => {
    const { textTokens, talker } = await readCheckpointConfig(folder);
    const tokenizer = await readTokenizer(folder);
    const named: [string, number][] = [
      ['<|im_start|>', textTokens.imStart],
      ['<|im_end|>', textTokens.imEnd],
      ['assistant', textTokens.assistant],
      ['<tts_pad>', textTokens.ttsPad],
      ['<tts_text_bos>', textTokens.ttsBos],
      ['<tts_text_eod>', textTokens.ttsEos],
    ];
    const misnamed = named.find(([text, id]) => `${tokenizer.encode(text)}` !== `${id}`);
    if (misnamed) {
      const [text, id] = misnamed;
      const detail = `The tokenizer belongs to another model: ${text} is ${tokenizer.encode(text)}, and config.json names ${id}.`;
      return failed(check, detail, advice);
    }
    if (tokenizer.size > talker.textVocabularySize) {
      return failed(check, `The tokenizer has ${tokenizer.size} ids, the model ${talker.textVocabularySize}.`, advice);
    }
    const wrong = installed.vectors.filter(({ text, ids }) => `${tokenizer.encode(text)}` !== `${ids}`);
    if (wrong.length === 0) return ok(check, `all ${installed.vectors.length} texts have the published ids`);
    const detail = `${wrong.length} of ${installed.vectors.length} texts have other ids than published, the first ${JSON.stringify(wrong[0]!.text)}.`;
    if (published) return failed(check, detail, advice);
    return unknown(check, `${detail} Whether that fits these weights cannot be known.`);
  });
}

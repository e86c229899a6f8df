import { type BrokenRule, ruleMessage } from '../contract/broken-rules.js';

/** Matches the message about a broken rule, whatever its words are. Parameters that are not given may have any value. */
export function broken(field: string, code: BrokenRule['code'], parameters: BrokenRule['parameters'] = {}): RegExp {
  const message = ruleMessage({ field, code, parameters }).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${message.replace(/\{\w+\}/g, '.+')}$`);
}

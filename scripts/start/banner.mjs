/** As people type it. */
const typed = (address) => address.replace('//127.0.0.1:', '//localhost:');

const row = (name, address) => `  ${name.padEnd(10)}${address}    API: ${address}/docs`;
const note = (text) => `${' '.repeat(12)}${text}`;

/** Which voice answers requests now, from `/health`. */
function voice({ engine, variant, status, reason }) {
  if (engine === 'qwen3-tts') return `${variant} speaks.`;
  if (engine === null) return `No voice can speak yet: ${reason}`;
  const standIn = 'The built-in voice speaks, which sounds robotic.';
  return status === 'healthy' ? `${standIn} The page shows how to install a model.` : `${standIn} ${reason}`;
}

/**
 * The text that ends a start.
 *
 * @param accounts its address; what the service says to the person at the console, such as the first credentials; and the
 *   default administrator's name, if there is one; the settings that name the database and are not in `.env`
 * @param speech its address and `/health`
 * @param logFile undefined where the log is printed
 */
export function banner({ accounts, speech, logFile }) {
  const { announcements, administrator, databaseSettings } = accounts;
  const same = databaseSettings.length > 0 ? `, with the same ${databaseSettings.join(' and ')}` : '';
  const reset = administrator && `To reset a password${same}: npm run admin -- reset-password ${administrator}`;
  const credentials = announcements.length > 0 || !reset ? announcements : [reset];
  return [
    '',
    '  Ownvoice is ready.',
    '',
    row('Accounts', typed(accounts.address)),
    ...credentials.map(note),
    row('Speech', typed(speech.address)),
    note(voice(speech.health)),
    '',
    '  Speech requires no sign-in. The gateway adds it: docs/operations.md',
    ...(logFile === undefined ? [] : [`  The log is in ${logFile}`]),
    '  Ctrl-C stops both.',
    '',
  ].join('\n');
}

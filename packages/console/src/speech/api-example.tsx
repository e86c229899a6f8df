import { CopyButton } from '../interface/button.js';
import { formFields, jsonBody, routeOf, type SpeechParameters } from './speech-parameters.js';
import { useText } from './text.js';

/** The request of the page as a command. */
export function ApiExample({ parameters }: { parameters: SpeechParameters }) {
  const { label } = useText().api;
  const command = asCurl(parameters, window.location.origin);
  return (
    <section className="api-example stack" aria-labelledby="api-label">
      <div className="row spread">
        <h2 id="api-label">{label}</h2>
        <CopyButton text={command} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be focusable */}
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
    </section>
  );
}

/** Whether the page lies below a path, as behind the gateway, which asks who speaks. */
const needsKey = () => window.location.pathname !== '/';

/** Quotes a value for a POSIX shell. */
const shellQuote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

/** The request as a curl command. */
function asCurl(parameters: SpeechParameters, origin: string): string {
  const { voice } = parameters;
  const lines = [`curl ${origin}${routeOf(voice)}`];
  if (needsKey()) lines.push('-H "authorization: Bearer $OWNVOICE_KEY"');
  if (voice.kind === 'clone') {
    lines.push(`-F ${shellQuote(`reference_audio=@${voice.reference?.name ?? 'reference.wav'}`)}`);
    for (const [name, value] of formFields(parameters, voice)) {
      // With -F a leading "@" or "<" would be read as a file name.
      lines.push(`--form-string ${shellQuote(`${name}=${value}`)}`);
    }
  } else {
    lines.push(`-H 'content-type: application/json'`);
    lines.push(`-d ${shellQuote(JSON.stringify(jsonBody(parameters, voice), undefined, 2))}`);
  }
  lines.push('--fail-with-body -o speech.wav');
  return lines.join(' \\\n  ');
}

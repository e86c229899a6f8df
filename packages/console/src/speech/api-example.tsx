import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CopyButton } from '../interface/button.js';
import { formFields, jsonBody, routeOf, type SpeechParameters } from './speech-parameters.js';
import { useText } from './text.js';

const TABS = { curl: 'curl', typescript: 'TypeScript' };

/** Code samples that send the same request as the page. */
export function ApiExample({ parameters }: { parameters: SpeechParameters }) {
  const text = useText();
  const origin = window.location.origin;
  const [selected, setSelected] = useState<keyof typeof TABS>('curl');
  const samples = { curl: asCurl(parameters, origin), typescript: asTypeScript(parameters, origin) };
  return (
    <section className="api-example stack" aria-labelledby="api-label">
      <h2 id="api-label">{text.api.label}</h2>
      <Tabs.Root
        value={selected}
        onValueChange={(value) => setSelected(value === 'typescript' ? 'typescript' : 'curl')}
      >
        <div className="row spread">
          <Tabs.List className="tabs" aria-labelledby="api-label">
            {Object.entries(TABS).map(([name, title]) => (
              <Tabs.Tab key={name} value={name} className="tab">
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <CopyButton text={samples[selected]} />
        </div>
        {Object.entries(samples).map(([name, code]) => (
          <Tabs.Panel key={name} value={name} render={<pre />}>
            <code>{code}</code>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}

/** Whether the page lies below a path, as behind the gateway, which asks who speaks. */
const needsKey = () => window.location.pathname !== '/';

/** Quotes a value for a POSIX shell. */
const shellQuote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

const referenceName = ({ voice }: SpeechParameters) =>
  (voice.kind === 'clone' && voice.reference?.name) || 'reference.wav';

/** The request as a curl command. */
function asCurl(parameters: SpeechParameters, origin: string): string {
  const lines = [`curl ${origin}${routeOf(parameters.voice)}`];
  if (needsKey()) lines.push('-H "authorization: Bearer $OWNVOICE_KEY"');
  if (parameters.voice.kind === 'clone') {
    lines.push(`-F ${shellQuote(`reference_audio=@${referenceName(parameters)}`)}`);
    for (const [name, value] of formFields(parameters, parameters.voice)) {
      // With -F a leading "@" or "<" would be read as a file name.
      lines.push(`--form-string ${shellQuote(`${name}=${value}`)}`);
    }
  } else {
    lines.push(`-H 'content-type: application/json'`);
    lines.push(`-d ${shellQuote(JSON.stringify(jsonBody(parameters, parameters.voice), undefined, 2))}`);
  }
  lines.push('--fail-with-body -o speech.wav');
  return lines.join(' \\\n  ');
}

/** The request as a TypeScript module that runs on Node without dependencies. */
function asTypeScript(parameters: SpeechParameters, origin: string): string {
  const url = JSON.stringify(origin + routeOf(parameters.voice));
  const call =
    parameters.voice.kind === 'clone'
      ? cloneCall(parameters, parameters.voice)
      : jsonCall(parameters, parameters.voice);
  const imports = parameters.voice.kind === 'clone' ? 'openAsBlob, writeFileSync' : 'writeFileSync';
  return `import { ${imports} } from 'node:fs';

${call.before}const response = await fetch(${url}, {
  method: 'POST',
${call.options}
});
if (!response.ok) throw new Error(await response.text());
writeFileSync('speech.wav', new Uint8Array(await response.arrayBuffer()));`;
}

const AUTHORIZATION = '`Bearer ${process.env.OWNVOICE_KEY}`';

function jsonCall(parameters: SpeechParameters, voice: Parameters<typeof jsonBody>[1]) {
  const body = JSON.stringify(jsonBody(parameters, voice), undefined, 2).replaceAll('\n', '\n  ');
  const key = needsKey() ? ` authorization: ${AUTHORIZATION},` : '';
  return {
    before: '',
    options: `  headers: {${key} 'content-type': 'application/json' },\n  body: JSON.stringify(${body}),`,
  };
}

function cloneCall(parameters: SpeechParameters, voice: Parameters<typeof formFields>[1]) {
  const file = JSON.stringify(referenceName(parameters));
  const fields = formFields(parameters, voice).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return {
    before: `const form = new FormData();\nform.append('reference_audio', await openAsBlob(${file}), ${file});\n${fields.join('')}\n`,
    options: needsKey() ? `  headers: { authorization: ${AUTHORIZATION} },\n  body: form,` : '  body: form,',
  };
}

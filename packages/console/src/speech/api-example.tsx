import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CopyButton } from '../interface/copy-button.js';
import { asCurl, asTypeScript } from './code-samples.js';
import type { SpeechParameters } from './speech-parameters.js';
import { useText } from './text.js';

const TABS = { curl: 'curl', typescript: 'TypeScript' };

/** Code samples that send the same request as the page. */
export function ApiExample({ parameters }: { parameters: SpeechParameters }) {
  const text = useText();
  const origin = window.location.origin;
  const [selected, setSelected] = useState<keyof typeof TABS>('curl');
  const samples = { curl: asCurl(parameters, origin), typescript: asTypeScript(parameters, origin) };
  return (
    <section className="api-example" aria-labelledby="api-label">
      <h2 id="api-label">{text.api.label}</h2>
      <Tabs.Root
        value={selected}
        onValueChange={(value) => setSelected(value === 'typescript' ? 'typescript' : 'curl')}
      >
        <div className="api-example-header">
          <Tabs.List className="tabs" aria-labelledby="api-label">
            {Object.entries(TABS).map(([name, title]) => (
              <Tabs.Tab key={name} value={name} className="tab">
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <CopyButton text={samples[selected]} copy={text.copy} copied={text.copied} />
        </div>
        {Object.entries(samples).map(([name, code]) => (
          <Tabs.Panel key={name} value={name} render={<pre className="api-example-panel" />}>
            <code>{code}</code>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}

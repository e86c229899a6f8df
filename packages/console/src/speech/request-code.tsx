import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CopyButton } from '../interface/copy-button.js';
import { asCurl, asTypeScript } from './code-samples.js';
import type { Job } from './job.js';
import { text } from './text.js';

const words = text.request;
const titles = { curl: words.curl, typescript: words.typescript };

/** The request that "Speak" would send now, to be run elsewhere. */
export function RequestCode({ job }: { job: Job }) {
  const origin = window.location.origin;
  const [shown, setShown] = useState<keyof typeof titles>('curl');
  const samples = { curl: asCurl(job, origin), typescript: asTypeScript(job, origin) };
  return (
    <section className="request" aria-labelledby="request-label">
      <h2 id="request-label">{words.label}</h2>
      <Tabs.Root value={shown} onValueChange={(value) => setShown(value === 'typescript' ? 'typescript' : 'curl')}>
        <div className="request-head">
          <Tabs.List className="tabs" aria-labelledby="request-label">
            {Object.entries(titles).map(([name, title]) => (
              <Tabs.Tab key={name} value={name} className="tab">
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <CopyButton text={samples[shown]} copy={text.copy} copied={text.copied} />
        </div>
        {Object.entries(samples).map(([name, code]) => (
          <Tabs.Panel key={name} value={name} className="request-panel">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}

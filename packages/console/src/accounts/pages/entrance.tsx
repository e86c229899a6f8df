import type { ReactNode } from 'react';
import { Wordmark } from '../../interface/wordmark.js';
import { text } from '../text.js';
import { Contour } from './contour.js';

/** The page before one is signed in: what this is on one side, the one form on the other. */
export function Entrance({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="entrance">
      <header className="entrance-welcome">
        <Wordmark name={text.name} part={text.part} />
        <p className="entrance-headline">
          {text.welcome.headline}
          <br />
          {text.welcome.headlineEnd}
        </p>
        <p className="entrance-body">{text.welcome.body}</p>
        <Contour />
      </header>
      <main className="entrance-main">
        <div className="entrance-card">
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
}

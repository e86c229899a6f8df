import type { ReactNode } from 'react';
import { Logo } from '../../interface/logo.js';
import { text } from '../text.js';
import { WaveformArt } from './waveform-art.js';

/** The layout of the signed-out pages: an introduction beside one form. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="auth-layout">
      <header className="auth-intro">
        <Logo name={text.name} service={text.service} />
        <p className="auth-headline">
          {text.intro.headline}
          <br />
          {text.intro.headlineEnd}
        </p>
        <p className="auth-tagline">{text.intro.tagline}</p>
        <WaveformArt />
      </header>
      <main className="auth-main">
        <div className="auth-card">
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
}

import { type ReactNode, useEffect } from 'react';
import { LanguageSelect } from '../../interface/language-select.js';
import { Logo, PRODUCT_NAME } from '../../interface/logo.js';
import { useText } from '../text.js';
import { WaveformArt } from './waveform-art.js';

/** The layout of the signed-out pages: an introduction beside one form. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const text = useText();
  const documentTitle = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <div className="auth-layout">
      <header className="auth-intro">
        <div className="auth-header">
          <Logo service={text.service} />
          <LanguageSelect />
        </div>
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

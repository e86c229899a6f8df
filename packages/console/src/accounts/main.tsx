import '../design/base.css';
import '../design/controls.css';
import './accounts.css';
import './tables.css';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../interface/button.js';
import { Logo, PRODUCT_NAME } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { LanguageSelect, renderPage } from '../interface/render-page.js';
import { AcceptForm, RegisterForm, SetupForm } from './pages/new-account-form.js';
import { SignInForm } from './pages/sign-in-form.js';
import { type OpenedLink, takeLink, useRoute } from './route.js';
import { SessionProvider, useSession } from './session.js';
import { Shell } from './shell.js';
import { catalogues, useText } from './text.js';

// Before anything is loaded or asked for.
const linkAtStart = takeLink(window.location, window.history);

/** The link that was opened, also in a tab that shows the page already. */
function useOpenedLink() {
  const [link, setLink] = useState<OpenedLink | undefined>(linkAtStart);
  useEffect(() => {
    const onChange = () => setLink((current) => takeLink(window.location, window.history) ?? current);
    window.addEventListener('hashchange', onChange);
    // It may have been opened between the first look and the listener.
    onChange();
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return [link, () => setLink(undefined)] as const;
}

function App() {
  const text = useText();
  const { reload, state } = useSession();
  const { page } = useRoute();
  const [link, closeLink] = useOpenedLink();
  if (link !== undefined && 'info' in state)
    return (
      <SignedOut title={text.accept[link.kind].title} lead={text.accept[link.kind].lead}>
        <AcceptForm link={link} onClose={closeLink} />
      </SignedOut>
    );
  switch (state.kind) {
    case 'loading':
      return (
        <main className="auth-main" aria-busy="true">
          <h1 className="visually-hidden">{PRODUCT_NAME}</h1>
          <p role="status">{text.loading}</p>
        </main>
      );
    case 'unreachable':
      return (
        <SignedOut title={PRODUCT_NAME}>
          <ErrorNotice error={state.error} />
          <Button variant="primary" onClick={reload}>
            {text.retry}
          </Button>
        </SignedOut>
      );
    case 'setup':
      return (
        <SignedOut title={text.setup.title} lead={text.setup.lead}>
          <SetupForm info={state.info} />
        </SignedOut>
      );
    case 'signed-out':
      return page === 'register' && state.info.registration_enabled ? (
        <SignedOut title={text.register.title} lead={text.register.lead}>
          <RegisterForm />
        </SignedOut>
      ) : (
        <SignedOut title={text.signIn.title} lead={state.info.mode === 'single-user' && text.signIn.singleUser}>
          <SignInForm info={state.info} />
        </SignedOut>
      );
    case 'signed-in':
      // The key discards all page state when another user signs in.
      return <Shell key={state.user.id} />;
  }
}

/** The layout of the pages without a session: an introduction above one form. */
function SignedOut({ title, lead, children }: { title: string; lead?: string | false; children: ReactNode }) {
  const text = useText();
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <>
      <header className="auth-intro stack">
        <div className="row spread">
          <Logo service={text.service} />
          <LanguageSelect />
        </div>
        <p className="auth-headline">{text.intro.headline}</p>
        <p>{text.intro.tagline}</p>
      </header>
      <main className="auth-main">
        <div className="auth-card stack">
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
          {children}
        </div>
      </main>
    </>
  );
}

void renderPage(
  catalogues,
  <SessionProvider>
    <App />
  </SessionProvider>,
);

import { lazy, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../interface/button.js';
import { Modal } from '../interface/dialog.js';
import { Form, useForm } from '../interface/form.js';
import { Icon, Logo, PRODUCT_NAME } from '../interface/icon.js';
import { LoadedPart } from '../interface/loaded-part.js';
import { Loading } from '../interface/notice.js';
import { LanguageSelect } from '../interface/render-page.js';
import { CurrentPasswordField } from './account-fields.js';
import { blankError } from './field-rules.js';
import { AccountPage } from './pages/account-page.js';
import { SignInForm } from './pages/sign-in-form.js';
import { hrefOf, type Page, useRoute } from './route.js';
import { type PasswordPrompt, useSignedIn } from './session.js';
import { useText } from './text.js';

const UsersPage = lazy(() => import('./pages/users-page.js'));
const StatisticsPage = lazy(() => import('./pages/statistics-page.js'));
const AuditPage = lazy(() => import('./pages/audit-page.js'));

type SignedInPage = Exclude<Page, 'register'>;

const PAGE_CONTENT: Record<SignedInPage, ReactNode> = {
  account: <AccountPage />,
  users: <UsersPage />,
  statistics: <StatisticsPage />,
  audit: <AuditPage />,
};

/** The pages that this user may open. Single-user mode has no user list. */
function usePages(): SignedInPage[] {
  const { user, info, setupRequired } = useSignedIn();
  if (setupRequired || user.role !== 'admin') return ['account'];
  return info.mode === 'single-user' ? ['account', 'statistics', 'audit'] : ['account', 'users', 'statistics', 'audit'];
}

export function Shell() {
  const text = useText();
  const { api, endSession, expired, info, passwordPrompt, user } = useSignedIn();
  const route = useRoute();
  const pages = usePages();
  const page = pages.find((name) => name === route.page) ?? 'account';

  const title = `${text.pages[page]} · ${PRODUCT_NAME}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const previousPage = useRef(page);
  useEffect(() => {
    document.title = title;
    // Focus makes screen readers announce the new page; the browser announces the first one.
    if (previousPage.current !== page) heading.current?.focus();
    previousPage.current = page;
  }, [page, title]);

  const signOut = () => {
    // The token is dropped even if the request fails.
    void api.logout(false).catch(() => undefined);
    endSession();
  };

  return (
    <>
      <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
        {text.skipLink}
      </button>
      <header className="top-bar row">
        <Logo service={text.service} />
        <nav className="top-bar-nav" aria-label={text.navigation}>
          <ul>
            {pages.map((name) => (
              <li key={name}>
                <a href={hrefOf(name)} aria-current={name === page ? 'page' : undefined}>
                  {text.pages[name]}
                </a>
              </li>
            ))}
            {info.speechUrl !== undefined && (
              <li>
                <a href={info.speechUrl}>{text.speech}</a>
              </li>
            )}
          </ul>
        </nav>
        <span className="top-bar-user small">
          <span className="visually-hidden">{text.account.signedInAs} </span>
          {user.username}
        </span>
        <LanguageSelect />
        <Button variant="ghost" aria-label={text.account.signOut} onClick={signOut}>
          <Icon name="sign-out" />
          <span className="top-bar-wide">{text.account.signOut}</span>
        </Button>
      </header>
      <main className="shell-main stack waits" id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {text.pages[page]}
        </h1>
        <LoadedPart key={page} loading={<Loading>{text.loading}</Loading>}>
          {PAGE_CONTENT[page]}
        </LoadedPart>
      </main>
      {passwordPrompt && <PasswordDialog prompt={passwordPrompt} />}
      {expired && (
        <Modal title={text.sessionExpired.title} onClose={endSession}>
          <p className="muted">{text.sessionExpired.body}</p>
          <SignInForm info={info} expiredUser={user.username} />
        </Modal>
      )}
    </>
  );
}

/** Asks for the password that a request needs after a while. A wrong one is shown here, any other error where the request began. */
function PasswordDialog({ prompt }: { prompt: PasswordPrompt }) {
  const text = useText();
  const { codes, passwordDialog: labels } = text;
  const form = useForm({ current_password: '' }, ({ current_password }) => ({
    current_password: blankError(current_password, text.fieldErrors.passwordMissing),
  }));
  const submit = () => prompt.retry(form.values.current_password);
  return (
    <Modal title={labels.title} onClose={prompt.decline}>
      <p className="muted">{codes.recent_sign_in_required}</p>
      <Form form={form} onSubmit={submit} submit={text.next} onCancel={prompt.decline}>
        <CurrentPasswordField {...form.field('current_password')} hint={labels.hint} />
      </Form>
    </Modal>
  );
}

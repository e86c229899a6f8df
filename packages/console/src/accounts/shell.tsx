import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Button } from '../interface/button.js';
import { Icon, type IconName } from '../interface/icon.js';
import { Modal } from '../interface/modal.js';
import { Waiting } from '../interface/notice.js';
import { Wordmark } from '../interface/wordmark.js';
import { AccountPage } from './pages/account-page.js';
import { SignInForm } from './pages/sign-in-form.js';
import { hrefOf, type Page, useRoute } from './route.js';
import { useAccounts, useSignedIn } from './state.js';
import { text } from './text.js';

const UsersPage = lazy(() => import('./pages/users-page.js'));
const StatisticsPage = lazy(() => import('./pages/statistics-page.js'));
const AuditPage = lazy(() => import('./pages/audit-page.js'));

type SignedInPage = Exclude<Page, 'register'>;

const icons: Record<SignedInPage, IconName> = { account: 'account', users: 'users', statistics: 'chart', audit: 'log' };

const content: Record<SignedInPage, ReactNode> = {
  account: <AccountPage />,
  users: <UsersPage />,
  statistics: <StatisticsPage />,
  audit: <AuditPage />,
};

/** The pages that this user of this server may see. Single-user mode has no list of users. */
function usePages(): SignedInPage[] {
  const { user, info } = useSignedIn();
  if (user.role !== 'admin') return ['account'];
  return info.mode === 'single-user' ? ['account', 'statistics', 'audit'] : ['account', 'users', 'statistics', 'audit'];
}

export function Shell() {
  const { api, leave, standing } = useAccounts();
  const { info, user } = useSignedIn();
  const route = useRoute();
  const pages = usePages();
  const page = pages.find((name) => name === route.page) ?? 'account';
  const ended = standing.kind === 'signed-in' && standing.ended;

  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    document.title = `${text.pages[page]} · ${text.name}`;
    // A screen reader hears where it has got to; on the first page the browser says it.
    if (shown.current !== page) heading.current?.focus();
    shown.current = page;
  }, [page]);

  const signOut = () => {
    // The token is forgotten here whatever the server says, so that nobody stays signed in by accident.
    void api.logout(false).catch(() => undefined);
    leave();
  };

  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        {text.skip}
      </button>
      <header className="shell-side">
        <Wordmark name={text.name} part={text.part} />
        <nav aria-label={text.navigation}>
          <ul className="shell-nav">
            {pages.map((name) => (
              <li key={name}>
                <a href={hrefOf(name)} aria-current={name === page ? 'page' : undefined}>
                  <Icon name={icons[name]} />
                  {text.pages[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="shell-user">
          <span className="shell-user-name">
            <span className="unseen">{text.account.signedInAs} </span>
            {user.username}
            <span className="shell-user-role">{text.roles[user.role]}</span>
          </span>
          <Button look="quiet" onClick={signOut}>
            <Icon name="leave" />
            {text.account.signOut}
          </Button>
        </div>
      </header>
      <main className="shell-main" id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {text.pages[page]}
        </h1>
        <Suspense fallback={<Waiting>{text.loading}</Waiting>}>{content[page]}</Suspense>
      </main>
      <Modal open={ended} title={text.signInAgain.title} closeLabel={text.close} onClose={leave}>
        <p className="modal-text">{text.signInAgain.body}</p>
        <SignInForm info={info} again={user.username} />
      </Modal>
    </div>
  );
}

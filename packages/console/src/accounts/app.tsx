import { Button } from '../interface/button.js';
import { Failure } from '../interface/notice.js';
import { Entrance } from './pages/entrance.js';
import { RegisterForm } from './pages/register-form.js';
import { SetupForm } from './pages/setup-form.js';
import { SignInForm } from './pages/sign-in-form.js';
import { useRoute } from './route.js';
import { Shell } from './shell.js';
import { useAccounts } from './state.js';
import { text } from './text.js';

export function App() {
  const { ask, standing } = useAccounts();
  const { page } = useRoute();
  switch (standing.kind) {
    case 'asking':
      return (
        <main className="waiting" aria-busy="true">
          <h1 className="unseen">{text.name}</h1>
          <p role="status">{text.loading}</p>
        </main>
      );
    case 'unreachable':
      return (
        <Entrance title={text.name}>
          <Failure error={standing.error} />
          <Button look="primary" onClick={ask}>
            {text.retry}
          </Button>
        </Entrance>
      );
    case 'setup':
      return (
        <Entrance title={text.setup.title} lead={text.setup.body}>
          <SetupForm info={standing.info} />
        </Entrance>
      );
    case 'signed-out':
      return page === 'register' && standing.info.registration_enabled ? (
        <Entrance title={text.register.title} lead={text.register.body}>
          <RegisterForm />
        </Entrance>
      ) : (
        <Entrance
          title={text.signIn.title}
          {...(standing.info.mode === 'single-user' ? { lead: text.signIn.singleUser } : {})}
        >
          <SignInForm info={standing.info} />
        </Entrance>
      );
    case 'signed-in':
      // Another user's sign-in is another page: nothing typed by one is shown to the other.
      return <Shell key={standing.user.id} />;
  }
}

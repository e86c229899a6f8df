import { Button } from '../interface/button.js';
import { PRODUCT_NAME } from '../interface/logo.js';
import { ErrorNotice } from '../interface/notice.js';
import { AuthLayout } from './pages/auth-layout.js';
import { RegisterForm } from './pages/register-form.js';
import { SetupForm } from './pages/setup-form.js';
import { SignInForm } from './pages/sign-in-form.js';
import { useRoute } from './route.js';
import { useSession } from './session.js';
import { Shell } from './shell.js';
import { useText } from './text.js';

export function App() {
  const text = useText();
  const { reload, state } = useSession();
  const { page } = useRoute();
  switch (state.kind) {
    case 'loading':
      return (
        <main className="loading-page" aria-busy="true">
          <h1 className="visually-hidden">{PRODUCT_NAME}</h1>
          <p role="status">{text.loading}</p>
        </main>
      );
    case 'unreachable':
      return (
        <AuthLayout title={PRODUCT_NAME}>
          <ErrorNotice error={state.error} />
          <Button variant="primary" onClick={reload}>
            {text.retry}
          </Button>
        </AuthLayout>
      );
    case 'setup':
      return (
        <AuthLayout title={text.setup.title} lead={text.setup.lead}>
          <SetupForm info={state.info} />
        </AuthLayout>
      );
    case 'signed-out':
      return page === 'register' && state.info.registration_enabled ? (
        <AuthLayout title={text.register.title} lead={text.register.lead}>
          <RegisterForm />
        </AuthLayout>
      ) : (
        <AuthLayout
          title={text.signIn.title}
          {...(state.info.mode === 'single-user' ? { lead: text.signIn.singleUser } : {})}
        >
          <SignInForm info={state.info} />
        </AuthLayout>
      );
    case 'signed-in':
      // The key discards all page state when another user signs in.
      return <Shell key={state.user.id} />;
  }
}

import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/jobs.css';
import { linkTo } from './base.ts';
import { Layout } from './layout.tsx';
import { Routes } from './routes.tsx';
import { SessionProvider, useSession } from './session/session.tsx';
import { SignIn } from './session/sign-in.tsx';
import { TermsForm } from './session/terms-form.tsx';

/** The console: the page that the address names, the sign-in while no user and no key is signed in, or the terms while the user has to agree. */
function App() {
  return (
    <LocationProvider scope={linkTo('/')}>
      <SessionProvider>
        <SignedIn />
      </SessionProvider>
    </LocationProvider>
  );
}

function SignedIn() {
  const { api, caller, isOpening } = useSession();
  if (isOpening) return <main aria-busy="true" />;
  if (api === null) return <SignIn />;
  if (caller?.terms_to_agree != null) return <TermsForm terms={caller.terms_to_agree} />;
  return (
    <Layout>
      <Routes />
    </Layout>
  );
}

render(<App />, document.body);

import { LocationProvider } from 'preact-iso/router';
import { linkTo } from './base.ts';
import { Layout } from './layout.tsx';
import { Routes } from './routes.tsx';
import { SessionProvider, useSession } from './session/session.tsx';
import { SignIn } from './session/sign-in.tsx';

/** The console: the page that the address names, or the sign-in while no user and no key is signed in. */
export function App() {
  return (
    <LocationProvider scope={linkTo('/')}>
      <SessionProvider>
        <SignedIn />
      </SessionProvider>
    </LocationProvider>
  );
}

function SignedIn() {
  const { api, isOpening } = useSession();
  if (isOpening) return <main aria-busy="true" />;
  if (api === null) return <SignIn />;
  return (
    <Layout>
      <Routes />
    </Layout>
  );
}

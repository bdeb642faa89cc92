// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnboardingPage } from '../../features/people/accounts/OnboardingPage.tsx';
import { RegisterLinkPage } from '../../features/people/admissions/RegisterLinkPage.tsx';
import { LinkAccountPage } from '../../features/people/linked-accounts/LinkAccountPage.tsx';
import { forgetPending, keepPending } from '../../features/people/otp/open/pending.ts';
import { ResetPage } from '../../features/people/otp/ResetPage.tsx';
import { TwoStepPage } from '../../features/people/otp/TwoStepPage.tsx';
import { VerifyPage } from '../../features/people/otp/VerifyPage.tsx';
import { LoginPage } from '../../features/people/sign-in/LoginPage.tsx';
import { RegisterPage } from '../../features/people/sign-in/RegisterPage.tsx';
import { InvitedPage } from '../../features/workspaces/email-invites/InvitedPage.tsx';
import { InvitePage } from '../../features/workspaces/invites/InvitePage.tsx';
import { setUser } from '../../platform/session/session.ts';
import { camille, open, serve } from '../../test/settings-world.tsx';
import { MePage } from '../me/MePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  serve(camille);
  setUser({ ...camille, doubleAuthentification: true, verification: false } as never);
  keepPending({ token: null, pending: 'jeton', user: { _id: 'camille', email: 'camille@atelier.fr' } } as never);
  document.title = 'Accueil · Palabre';
});
afterEach(() => {
  cleanup();
  forgetPending();
});

test.each<[string, string, ComponentType]>([
  ['/login', 'Se connecter', LoginPage],
  ['/register', 'Créer un compte', RegisterPage],
  ['/register/jeton', 'Créer mon compte', RegisterLinkPage],
  ['/verify-otp', 'Vérification', VerifyPage],
  ['/reset-password?email=camille@atelier.fr', 'Mot de passe oublié', ResetPage],
  ['/enable-2fa', 'Double authentification', TwoStepPage],
  ['/link-account', 'Lier un compte', LinkAccountPage],
  ['/onboarding', 'Bienvenue', OnboardingPage],
  ['/invite/code', 'Invitation', InvitePage],
  ['/invited/jeton', 'Invitation', InvitedPage],
  ['/me', 'Moi', MePage],
  ['/nowhere', 'Cette page n’existe pas', NotFoundPage],
])('The tab says which page it shows at %s: « %s »', (at, title, Component) => {
  open([{ path: '*', Component }], at);
  expect(document.title).toBe(`${title} · Palabre`);
});

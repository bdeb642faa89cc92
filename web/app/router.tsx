import { createBrowserRouter, createPath, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { arrive, stay, takeArrival } from '../features/people/social-login/open/arrival.ts';
import {
  rememberWanted,
  restoreSession,
  resumeVerified,
  takeWanted,
} from '../features/people/users/open/session-flow.ts';
import { withoutSession as addressWithoutSession } from '../platform/address/address.ts';
import { navigateBy } from '../platform/address/navigate.ts';
import { paths, patterns } from '../platform/address/paths.ts';
import { applyConnectionEvent } from '../platform/server/connection.ts';
import { isRefusal, onSessionEnd } from '../platform/session/session.ts';
import { noteEntry } from '../ui/overlays/layers.ts';
import { FullAccounts } from './gates/FullAccounts.tsx';
import { InnerPageError, PageError } from './gates/PageError.tsx';
import { GuestGate, SessionGate } from './gates/SessionGate.tsx';
import { TwoStepGate } from './gates/TwoStepGate.tsx';
import { askFirst } from './live/first-data.ts';
import { personalPages } from './me/personal-pages.ts';
import * as parts from './parts/loaders.ts';

const nothing = () => null;
const never = () => false;

/**
 * Loader of pages that need a session: prefetches the page's data while the server verifies the session; else redirects to
 * /login.
 */
async function withSession({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (resumeVerified()) {
    await askFirst(url);
    return null;
  }
  rememberWanted(url.pathname + url.search);
  return redirect(paths.login);
}

/** Loader of the login page: completes a login by a provider, and redirects a person who has a session. */
async function withoutSession({ request }: LoaderFunctionArgs) {
  const arrived = takeArrival(new URL(request.url));
  if (await restoreSession()) {
    if (arrived) stay(arrived);
    return redirect(takeWanted());
  }
  if (!arrived) return null;
  const to = await arrive(arrived);
  return redirect(to === 'in' ? takeWanted() : to === 'code' ? paths.verifyOtp : paths.login);
}

/** Loader of a page for people with or without a session: waits until the server has said which. */
async function withOrWithoutSession() {
  await restoreSession();
  return null;
}

/** Redirects a person with a stored session to the wanted page, and anyone else to /login. */
const toStart = () => redirect(resumeVerified() ? takeWanted() : paths.login);

const auth: RouteObject = {
  loader: withoutSession,
  shouldRevalidate: never,
  Component: GuestGate,
  children: [
    { path: paths.login, lazy: async () => ({ Component: (await parts.guest()).LoginPage }) },
    { path: paths.register, lazy: async () => ({ Component: (await parts.guest()).RegisterPage }) },
    { path: patterns.registerLink, lazy: async () => ({ Component: (await parts.registerLink()).RegisterLinkPage }) },
    { path: paths.verifyOtp, lazy: async () => ({ Component: (await parts.codes()).VerifyPage }) },
    { path: patterns.resetPassword, lazy: async () => ({ Component: (await parts.codes()).ResetPage }) },
  ],
};

const settings: RouteObject = {
  path: patterns.settings,
  lazy: async () => ({ Component: (await parts.settings()).SettingsGate }),
  children: [
    { index: true, lazy: async () => ({ Component: (await parts.settings()).GeneralSection }) },
    { path: 'sections', lazy: async () => ({ Component: (await parts.settings()).SettingsIndex }) },
    { path: 'channels', lazy: async () => ({ Component: (await parts.settings()).ChannelsSection }) },
    { path: 'invites', lazy: async () => ({ Component: (await parts.settings()).InvitesSection }) },
    { path: 'members', lazy: async () => ({ Component: (await parts.settings()).MembersSection }) },
    { path: 'guests', lazy: async () => ({ Component: (await parts.settings()).GuestsSettings }) },
    { path: 'roles', lazy: async () => ({ Component: (await parts.settings()).RolesSection }) },
    { path: 'reports', lazy: async () => ({ Component: (await parts.settings()).ReportsSection }) },
  ],
};

const personal: RouteObject = {
  lazy: async () => ({ Component: (await parts.personal()).PersonalGate }),
  children: personalPages.map(({ section, page }) => ({
    path: paths.personal(section),
    lazy: async () => ({ Component: await page() }),
  })),
};

/** Short addresses of personal settings: `/profile` redirects to `/settings/profile`. */
const shortAddresses: RouteObject[] = personalPages.map(({ section }) => ({
  path: `/${section}`,
  loader: () => redirect(paths.personal(section)),
  Component: nothing,
}));

const conversations: RouteObject = {
  path: paths.conversations,
  lazy: async () => ({ Component: (await parts.conversations()).ConversationsGate }),
  children: [
    { index: true, lazy: async () => ({ Component: (await parts.conversations()).ConversationsHome }) },
    { path: patterns.conversation, lazy: async () => ({ Component: (await parts.conversations()).ConversationPane }) },
  ],
};

const societies: RouteObject[] = [
  { path: paths.societies, lazy: async () => ({ Component: (await parts.societies()).SocietiesPage }) },
  { path: patterns.society, lazy: async () => ({ Component: (await parts.societies()).SocietyPage }) },
  { path: paths.userSociety, lazy: async () => ({ Component: (await parts.societies()).UserSocietyPage }) },
];

const shell: RouteObject = {
  lazy: async () => {
    // Queries wait for the connection from now on; its code is fetched after the first paint (`useRealtime`).
    applyConnectionEvent('start');
    return { Component: (await parts.inside()).AppShell };
  },
  children: [
    {
      ErrorBoundary: InnerPageError,
      children: [
        { path: paths.home, lazy: async () => ({ Component: (await parts.home()).HomePage }) },
        {
          Component: FullAccounts,
          children: [
            { path: paths.workspaces, lazy: async () => ({ Component: (await parts.discover()).DiscoverPage }) },
            ...societies,
          ],
        },
        {
          path: patterns.workspace,
          lazy: async () => ({ Component: (await parts.inside()).WorkspaceGate }),
          children: [
            { index: true, lazy: async () => ({ Component: (await parts.inside()).WorkspaceHome }) },
            { path: patterns.channel, lazy: async () => ({ Component: (await parts.inside()).ChannelPane }) },
          ],
        },
        { path: paths.threads, lazy: async () => ({ Component: (await parts.threads()).ThreadsPage }) },
        { path: paths.scheduled, lazy: async () => ({ Component: (await parts.scheduled()).ScheduledPage }) },
        conversations,
        settings,
        personal,
        { path: paths.me, lazy: async () => ({ Component: (await parts.personal()).MePage }) },
      ],
    },
  ],
};

const routes: RouteObject[] = [
  {
    ErrorBoundary: PageError,
    children: [
      { path: paths.root, loader: toStart, Component: nothing },
      auth,
      { path: paths.privacy, lazy: async () => ({ Component: (await parts.information()).PrivacyPage }) },
      { path: paths.data, lazy: async () => ({ Component: (await parts.information()).DataPage }) },
      { path: patterns.mailsOff, lazy: async () => ({ Component: (await parts.mailsOff()).MailsOffPage }) },
      {
        Component: TwoStepGate,
        children: [
          {
            path: patterns.invited,
            loader: withOrWithoutSession,
            shouldRevalidate: never,
            lazy: async () => ({ Component: (await parts.invited()).InvitedPage }),
          },
        ],
      },
      ...shortAddresses,
      {
        loader: withSession,
        shouldRevalidate: never,
        Component: SessionGate,
        children: [
          shell,
          { path: paths.linkAccount, lazy: async () => ({ Component: (await parts.linking()).LinkAccountPage }) },
          {
            path: paths.onboarding,
            lazy: async () => ({ Component: (await parts.onboarding()).OnboardingPage }),
          },
          {
            path: patterns.invite,
            lazy: async () => ({ Component: (await parts.invitation()).InvitePage }),
          },
          {
            path: paths.enableTwoStep,
            lazy: async () => ({ Component: (await parts.codes()).TwoStepPage }),
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await parts.notFound()).NotFoundPage }) },
    ],
  },
];

if (import.meta.env.DEV) {
  routes.push({
    path: paths.devUi,
    lazy: async () => ({ Component: (await import('../dev/UiPage.tsx')).UiPage }),
  });
}

/** Router of the application. */
export const router = createBrowserRouter(routes);
router.subscribe(noteEntry);
navigateBy(to => router.navigate(to));

// Removes session fields from the address after each navigation, as `opening.ts` does at the start: any link may carry some.
router.subscribe(({ location, navigation }) => {
  const clean = navigation.state === 'idle' ? addressWithoutSession(location) : null;
  if (clean !== null) void router.navigate(clean, { replace: true });
});

// The next login leads back to the page that the person was on.
onSessionEnd(reason => {
  const { pathname, search } = window.location;
  if (isRefusal(reason) && pathname !== paths.login && pathname !== paths.register) rememberWanted(pathname + search);
});

/** Returns the address of the pending navigation; null if there is none. */
export function goingTo(): string | null {
  const { location } = router.state.navigation;
  return location ? createPath(location) : null;
}

/** Resolves once the router can render the address. */
export function pageReady(): Promise<void> {
  return new Promise(resolve => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

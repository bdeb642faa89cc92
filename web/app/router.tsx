import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { rememberWanted, restoreSession, takeWanted } from '../features/users/session-flow.ts';
import { noteEntry } from '../ui/layers.ts';
import { paths, patterns } from './paths.ts';
import { PageError } from './shell/PageError.tsx';
import { GuestGate, SessionGate } from './shell/SessionGate.tsx';

const nothing = () => null;
const never = () => false;

async function withSession({ request }: LoaderFunctionArgs) {
  if (await restoreSession()) return null;
  const { pathname, search } = new URL(request.url);
  rememberWanted(pathname + search);
  return redirect(paths.login);
}

/** Spec 1 §2: the login page redirects when a session already exists. */
async function withoutSession() {
  return (await restoreSession()) ? redirect(takeWanted()) : null;
}

const guest = () => import('./parts/guest.ts');
const inside = () => import('./parts/inside.ts');
const sections = () => import('./parts/settings.ts');

const auth: RouteObject = {
  loader: withoutSession,
  shouldRevalidate: never,
  Component: GuestGate,
  children: [
    { path: paths.login, lazy: async () => ({ Component: (await guest()).LoginPage }) },
    { path: paths.register, lazy: async () => ({ Component: (await guest()).RegisterPage }) },
  ],
};

const settings: RouteObject = {
  path: patterns.settings,
  lazy: async () => ({ Component: (await sections()).SettingsGate }),
  children: [
    { index: true, lazy: async () => ({ Component: (await sections()).GeneralSection }) },
    { path: 'channels', lazy: async () => ({ Component: (await sections()).ChannelsSection }) },
    { path: 'invites', lazy: async () => ({ Component: (await sections()).InvitesSection }) },
    { path: 'members', lazy: async () => ({ Component: (await sections()).MembersSection }) },
    { path: 'roles', lazy: async () => ({ Component: (await sections()).RolesSection }) },
  ],
};

const shell: RouteObject = {
  lazy: async () => ({ Component: (await inside()).AppShell }),
  children: [
    {
      ErrorBoundary: PageError,
      children: [
        {
          path: paths.workspaces,
          lazy: async () => ({ Component: (await import('../features/workspaces/DiscoverPage.tsx')).DiscoverPage }),
        },
        {
          path: patterns.workspace,
          lazy: async () => ({ Component: (await inside()).WorkspaceGate }),
          children: [
            { index: true, lazy: async () => ({ Component: (await inside()).ToWelcomeChannel }) },
            { path: patterns.channel, lazy: async () => ({ Component: (await inside()).ChannelPane }) },
          ],
        },
        settings,
      ],
    },
  ],
};

const routes: RouteObject[] = [
  {
    HydrateFallback: nothing,
    ErrorBoundary: PageError,
    children: [
      { path: paths.root, loader: () => redirect(paths.login), Component: nothing },
      auth,
      {
        loader: withSession,
        shouldRevalidate: never,
        Component: SessionGate,
        children: [
          shell,
          {
            path: patterns.invite,
            lazy: async () => ({ Component: (await import('../features/invites/InvitePage.tsx')).InvitePage }),
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('./shell/NotFoundPage.tsx')).NotFoundPage }) },
    ],
  },
];

if (import.meta.env.DEV) {
  routes.push({
    path: paths.devUi,
    lazy: async () => ({ Component: (await import('../dev/UiPage.tsx')).UiPage }),
    HydrateFallback: nothing,
  });
}

export const router = createBrowserRouter(routes);
router.subscribe(noteEntry);

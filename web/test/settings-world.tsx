import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { rolePermissions } from '@palabre/common/permissions/role-permissions.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { tellingCaches } from '../platform/server/query-client.ts';
import { endSession, login } from '../platform/session/session.ts';
import { alerts } from '../ui/alerts/alerts.ts';
import { useDialogs } from '../ui/dialogs/dialogs.ts';
import { UiHost } from '../ui/overlays/UiHost.tsx';
import { brokenRules, isTooEasy, type Known } from './page-rules.ts';

// Hidden elements are searched too: working out their visibility would take most of these tests' time.
configure({ defaultHidden: true });

/** A workspace as the tests of its settings see it: its people, channels and roles, and a server that answers for them. */

export const person = (id: string, firstName: string, lastName: string): PublicUser => ({
  _id: id,
  firstName,
  lastName,
  avatar: null,
  status: 'offline',
  jobTitle: null,
  jobLocation: null,
  linkedinProfile: null,
  githubProfile: null,
  email: `${id}@atelier.fr`,
});

export const camille = person('camille', 'Camille', 'Moreau');
export const leonie = person('leonie', 'Léonie', 'Dubreuil');
export const karim = person('karim', 'Karim', 'Benali');
export const yann = person('yann', 'Yann', 'Riou');
export const helene = person('helene', 'Hélène', 'Nguyen');

export const atelier: Workspace = {
  _id: 'atelier',
  title: 'Atelier Tilleul',
  logo: null,
  description: 'Chantiers',
  owner: ['camille'],
  members: ['camille', 'leonie', 'karim'],
  membersCount: 3,
  bans: ['yann'],
  welcomeChannel: 'general',
  channels: ['general', 'annonces'],
  tags: ['architecture'],
  societyId: null,
  restricted: false,
  autoDelete: true,
  autoDeleteDays: 7,
  announceMoves: true,
};

const channel = (id: string, visibility: Channel['visibility'], position: number): Channel => ({
  _id: id,
  title: id,
  visibility,
  workspaceId: 'atelier',
  users: [],
  keptRole: null,
  position,
});
export const channels = [
  channel('general', 'public', 0),
  channel('annonces', 'protected', 1),
  channel('direction', 'private', 2),
];

export const role = (id: string, rank: number, fields: Partial<Role> = {}): Role => ({
  _id: id,
  name: id,
  users: [],
  workspaceId: 'atelier',
  visibleChannels: [],
  writableChannels: [],
  addChannels: false,
  canKick: false,
  creator: false,
  rank,
  color: '#000000',
  ...fields,
});
export const roles = [
  role('Créateur', 1, { creator: true, users: ['camille'] }),
  role('Direction', 2, { creator: true, users: ['leonie'] }),
  role('Conduite', 3, { canKick: true, users: ['karim'] }),
];

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
export const refused = (status: number, message: string) => json(status, { code: 'forbidden', message });

type Answers = Record<string, (body: unknown, url: URL) => Response | Promise<Response>>;

export interface Call {
  /** As « PUT /role/Conduite ». */
  asked: string;
  query: Record<string, string>;
  body: unknown;
}

/** Keeps only the requested ids in an answer: a server tells of nobody else, whomever its test has it know. */
async function onlyAsked(answer: Response, ids: readonly string[]): Promise<Response> {
  if (!answer.ok) return answer;
  const lists = Object.entries((await answer.json()) as Record<string, readonly { _id: string }[]>);
  return json(200, Object.fromEntries(lists.map(([name, all]) => [name, all.filter(({ _id }) => ids.includes(_id))])));
}

/**
 * Answers for the workspace, and as `others` say, by « METHOD /path ».
 * @returns all that was asked, in order
 */
export function serve(me: PublicUser, others: Answers = {}): Call[] {
  const calls: Call[] = [];
  const { bans, members, channels: listed, ...card } = atelier;
  const answers: Answers = {
    [`GET /user/${me._id}/workspaces`]: () => json(200, { workspaces: [{ ...card, owners: [], isMember: true }] }),
    'GET /workspace/atelier': () => json(200, { workspace: { ...card, bans, members, channels: listed } }),
    'GET /workspace/atelier/channels': () => json(200, { channels }),
    'GET /workspace/atelier/roles': () => json(200, { roles }),
    'GET /workspace/atelier/user-roles': () => json(200, { roles: roles.filter(one => one.users.includes(me._id)) }),
    'GET /workspace/atelier/email-invites': () => json(200, { invites: [], nextCursor: null }),
    'GET /workspace/ban/atelier': () => json(200, { users: [yann] }),
    'GET /workspace/atelier/members': (_body, url) => {
      const search = url.searchParams.get('search') ?? '';
      const users = [camille, karim, leonie].filter(one => one.email?.includes(search));
      return json(200, { users: users.map(one => ({ ...one, color: '#000000' })), online: 0, total: users.length });
    },
    'GET /user': () => json(200, { users: [camille, karim, helene, yann] }),
    'GET /role/permissions': () =>
      json(200, {
        permissions: rolePermissions.map(({ key, label, description }) => ({
          key,
          label: label.fr,
          description: description.fr,
        })),
      }),
    ...others,
  };
  const answer = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(input), 'http://palabre.test');
    const asked = `${init?.method ?? 'GET'} ${decodeURIComponent(url.pathname.replace('/api', ''))}`;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    calls.push({ asked, query: Object.fromEntries(url.searchParams), body });
    const ids = url.searchParams.get('ids')?.split(',');
    const told = await answers[asked]?.(body, url);
    if (told) return ids ? onlyAsked(told, ids) : told;
    return json(404, { code: 'not_found', message: `Nobody answers ${asked}` });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  giveSizes();
  endSession('logout');
  alerts.clear();
  // A dialog that the test before left open.
  useDialogs.setState({ pending: [] });
  document.body.removeAttribute('style');
  login('a.b.c', { _id: me._id });
  return calls;
}

const known: Known = {
  names: new Set([
    ...[camille, leonie, karim, yann, helene].map(fullName),
    ...[atelier, ...channels].map(({ title }) => title),
  ]),
  visibilities: new Map([
    ['Public', 'public'],
    ['Protégé', 'protected'],
    ['Privé', 'private'],
  ]),
};

/** Checks the whole page as it goes: a test itself seldom looks at all of it. */
function Watch({ look }: { look: (page: Element) => void }) {
  useLayoutEffect(() => () => look(document.body), [look]);
  return null;
}

/**
 * Returns the check of a page by the rules of every page (`page-rules.ts`), which fails the test at its end. Menus and
 * dialogs are checked as they open and as they are pressed, and so are their questions.
 */
function watching(): (page: Element) => void {
  const found = new Set<string>();
  const look = (page: Element) => {
    for (const line of brokenRules(page, known)) found.add(line);
  };
  const opened = new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.isConnected) look(node);
  });
  opened.observe(document.body, { childList: true });
  // Many presses at once count as a single press.
  let isPressed = false;
  const press = () => {
    if (isPressed) return;
    isPressed = true;
    queueMicrotask(() => {
      isPressed = false;
    });
    for (const layer of document.querySelectorAll('body > * [data-layer]')) look(layer);
  };
  document.addEventListener('click', press, true);
  const deaf = useDialogs.subscribe(({ pending }) => {
    for (const { kind, options } of pending)
      if (kind !== 'notice' && isTooEasy(options)) found.add(`« ${options.confirmLabel} » is confirmed by Enter`);
  });
  onTestFinished(() => {
    opened.disconnect();
    document.removeEventListener('click', press, true);
    deaf();
    expect([...found], 'what breaks the rules of every page').toEqual([]);
  });
  return look;
}

/** Shows an element at an address of the settings; gives the cache and the router. */
export function open(routes: RouteObject[], at: string) {
  const look = watching();
  const client = new QueryClient({
    defaultOptions: { queries: { retryDelay: 1, staleTime: 30_000 } },
    ...tellingCaches(),
  });
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={client}>
      <Watch look={look} />
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return { client, router };
}

/** Fakes the sizes that jsdom does not measure: a list as high as it says, or of 600 pixels, and rows of 50. */
function giveSizes(): void {
  class Sizes {
    constructor(private readonly tell: ResizeObserverCallback) {}
    observe(target: Element) {
      const list = target.getAttribute('role') === 'list' && (target as HTMLElement);
      const height = list ? Number.parseFloat(list.style.height) || 600 : 50;
      const entry = { target, contentRect: { width: 400, height } } as unknown as ResizeObserverEntry;
      queueMicrotask(() => this.tell([entry], this as unknown as ResizeObserver));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes);
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentNode;
    },
  });
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollBy = () => {};
}

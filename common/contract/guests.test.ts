import { expect, test } from 'vitest';
import type { Endpoint } from './define.ts';
import { api } from './index.ts';

type Feature = keyof typeof api;

/** Features that guests use as everybody does. */
const whole: readonly Feature[] = [
  ...(['users', 'accounts', 'availability', 'personalData', 'conversations', 'messages', 'threads'] as const),
  ...(['scheduled', 'reactions', 'pins', 'notifications', 'push', 'unread', 'files', 'gifs', 'search'] as const),
  ...(['boot', 'about'] as const),
];

/** Endpoints for guests in other features: to see the places they are let in, hear announcements, and report. */
const parts: Partial<Record<Feature, readonly string[]>> = {
  linkedAccounts: ['list', 'waiting'],
  workspaces: ['mine', 'one'],
  members: ['list'],
  channels: ['list', 'ofWorkspace', 'one', 'users'],
  roles: ['list', 'mine'],
  emailInvites: ['accept'],
  emoji: ['list'],
  reports: ['create'],
  announcements: ['shown', 'dismiss'],
};

test.each(Object.keys(api) as Feature[])('Guests may ask of %s what they need there, and nothing else', feature => {
  const asked = Object.entries(api[feature] as Record<string, Endpoint>).filter(
    ([, { access }]) => access.kind !== 'public',
  );
  const open = asked.filter(([, { guests }]) => guests).map(([name]) => name);
  const expected = whole.includes(feature) ? asked.map(([name]) => name) : (parts[feature] ?? []);
  expect(open.sort()).toEqual([...expected].sort());
});

import { expect, test } from 'vitest';
import { addressIn, addressParts, hasHeader, hasPanel, listOf, paths } from './paths.ts';

test.each([
  ['/workspace/w', { workspaceId: 'w' }],
  ['/workspace/w/channel/c', { workspaceId: 'w', channelId: 'c' }],
  ['/conversation', { talks: true }],
  ['/conversation/c', { talks: true, conversationId: 'c' }],
  ['/threads', { threads: true }],
  ['/scheduled', { scheduled: true }],
  ['/userSociety', { companies: 'own' }],
  ['/societies', { companies: 'all' }],
  ['/society/s', { companies: 'all' }],
  ['/settings', { personal: 'general', index: true }],
  ['/settings/admin', { personal: 'admin' }],
  ['/settings/workspace/w', { workspaceId: 'w', section: 'general' }],
  ['/settings/workspace/w/sections', { workspaceId: 'w', section: 'general', index: true }],
  ['/settings/workspace/w/roles/', { workspaceId: 'w', section: 'roles' }],
  ['/settings/workspace/w/guests', { workspaceId: 'w', section: 'members' }],
  ['/settings/workspace/w/reports', { workspaceId: 'w', section: 'members' }],
  ['/home', {}],
  ['/workspaces', {}],
])('The address %s names %o', (pathname, parts) => {
  expect(addressParts(pathname)).toEqual(parts);
});

test('An address with a header has the side panel too; settings have the panel alone, other pages neither', () => {
  const frame = (pathname: string) => [hasHeader(pathname), hasPanel(pathname)];
  const lists = ['/threads', '/scheduled', '/workspaces', '/societies', '/userSociety'];
  for (const path of [...lists, '/conversation/c', '/workspace/w', '/society/s'])
    expect(frame(path), path).toEqual([true, true]);
  for (const path of ['/settings', '/settings/workspace/w']) expect(frame(path), path).toEqual([false, true]);
  for (const path of ['/home', '/onboarding', '/login', '/workspaces-of-others'])
    expect(frame(path), path).toEqual([false, false]);
});

test('A channel stands in the list of its workspace, a conversation in that of conversations, a list in none', () => {
  const list = (pathname: string) => listOf(addressParts(pathname));
  expect(list('/workspace/w/channel/c')).toBe('/workspace/w');
  expect(list('/conversation/c')).toBe('/conversation');
  expect(['/workspace/w', '/conversation', '/threads', '/settings/workspace/w'].map(list)).toEqual(Array(4));
});

test('The address of a message names its thread too, and what is written in it is escaped', () => {
  expect(addressIn('/conversation/c')).toBe('/conversation/c');
  expect(addressIn('/conversation/c', 'm')).toBe('/conversation/c?message=m');
  expect(addressIn('/conversation/c', 'm', 'f')).toBe('/conversation/c?message=m&thread=f');
  expect(addressIn('/conversation/c', null, 'f')).toBe('/conversation/c?thread=f');
  expect([paths.invite('a/b'), paths.invited('c?d'), paths.resetPassword('é@b.fr')]).toEqual([
    ...['/invite/a%2Fb', '/invited/c%3Fd', '/reset-password?email=%C3%A9%40b.fr'],
  ]);
  expect(paths.resetPassword('')).toBe('/reset-password');
  // The settings of a workspace begin with their general page.
  expect([paths.settings('w'), paths.settings('w', 'roles')]).toEqual([
    ...['/settings/workspace/w', '/settings/workspace/w/roles'],
  ]);
});

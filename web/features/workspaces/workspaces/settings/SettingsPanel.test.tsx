// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withoutDirection } from '../../../../test/own-direction.ts';
import { atelier, camille, json, open, serve } from '../../../../test/settings-world.tsx';
import { SettingsTabs } from './SettingsPanel.tsx';

afterEach(cleanup);

test('The panel of settings says whose they are, and which section is open', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const { bans: _bans, members: _members, channels: _channels, ...bare } = atelier;
  const card = { ...bare, logo: '/files/atelier.png' };
  const other = { ...card, _id: 'autre', title: 'Bureau', membersCount: 9 };
  serve(camille, {
    'GET /user/camille/workspaces': () =>
      json(200, { workspaces: [other, card].map(one => ({ ...one, owners: [], isMember: true })) }),
  });
  const panel = open([{ path: '*', element: <SettingsTabs workspaceId={atelier._id} section="roles" /> }], '/');
  expect(await screen.findByText(atelier.title)).toBeDefined();
  expect(screen.getByText('3 membres')).toBeDefined();
  expect(withoutDirection(atelier.title)).toEqual([]);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/files/atelier.png');
  // Truncated text is whole in its tooltip.
  expect([atelier.title, '3 membres'].map(text => screen.getByText(text).title)).toEqual([atelier.title, '3 membres']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Rôles');
  const sections = ['', '/channels', '/invites', '/members', '/roles'].map(at => `/settings/workspace/atelier${at}`);
  const links = () => screen.getAllByRole('link').map(link => link.getAttribute('href'));
  expect(links()).toEqual(expect.arrayContaining(sections));
  fireEvent.click(screen.getByRole('button', { name: 'Retour au workspace' }));
  await waitFor(() => expect(panel.router.state.location.pathname).toBe('/workspace/atelier'));
  cleanup();
  // On the index of a phone, the workspace is named above.
  const { client } = open([{ path: '*', element: <SettingsTabs workspaceId={atelier._id} /> }], '/');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect([screen.queryByText('3 membres'), screen.queryByRole('link', { current: 'page' })]).toEqual([null, null]);
  expect(links()).toEqual(expect.arrayContaining(sections));
});

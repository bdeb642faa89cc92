// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { ChannelMenu } from './PlaceMenu.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSearch.getState().setOpen(null);
});

const state = {
  ...{ channelId: 'general', conversationId: null, workspaceId: 'atelier', seq: 1, read: 1, first: null },
  ...{ messages: 0, mentions: 0, level: 'all', muted: false },
};
const menu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Actions du salon' }));
  await screen.findByRole('menuitem', { name: /Raccourcis clavier/ });
};

test('The channel menu sets the notification level, and shows it when it opens again', async () => {
  const calls = serve(camille, {
    'PUT /unread/level': body => json(200, { unread: { ...state, ...(body as object) } }),
  });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state], threads: [] });
  open([{ path: '*', element: <ChannelMenu channelId="general" /> }], '/');
  await menu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mettre en sourdine' }));
  expect(calls.at(-1)).toMatchObject({ asked: 'PUT /unread/level', body: { channelId: 'general', muted: true } });
  await menu();
  expect(screen.getByRole('menuitem', { name: 'Remettre le son' })).toBeDefined();
});

test('The channel menu opens the sheet of shortcuts', async () => {
  serve(camille);
  open([{ path: '*', element: <ChannelMenu channelId="general" /> }], '/');
  await menu();
  // The keys that open it stand beside.
  expect(screen.getByRole('menuitem', { name: /Raccourcis clavier/ }).textContent).toBe('Raccourcis clavierCtrl/');
  await userEvent.click(screen.getByRole('menuitem', { name: /Raccourcis clavier/ }));
  expect(useSearch.getState().open).toBe('shortcuts');
});

test('The channel menu marks a place as read where something is unread, and offers nothing to mark elsewhere', async () => {
  serve(camille);
  open([{ path: '*', element: <ChannelMenu channelId="general" /> }], '/');
  const markRead = async (unread: object) => {
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [{ ...state, ...unread }], threads: [] });
    await menu();
    const disabled = screen.getByRole('menuitem', { name: /^Marquer comme lu/ }).getAttribute('aria-disabled');
    await userEvent.keyboard('{Escape}');
    return disabled;
  };
  expect(await markRead({})).toBe('true');
  expect(await markRead({ seq: 2, first: { _id: 'm2', position: 2 } })).toBeNull();
});

test('The channel menu has every level, of which « all messages » holds until another is chosen', async () => {
  const calls = serve(camille, {
    'PUT /unread/level': body => json(200, { unread: { ...state, ...(body as object) } }),
  });
  open([{ path: '*', element: <ChannelMenu channelId="general" /> }], '/');
  const levels = async () => {
    await menu();
    screen.getByRole('menuitem', { name: 'Me notifier' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    return (await screen.findAllByRole('menuitemcheckbox')).map(one => [one.textContent, one.ariaChecked]);
  };
  const [all, mentions, nothing] = ['Tous les messages', 'Les mentions seulement', 'Rien, même pas les mentions'];
  expect(await levels()).toEqual([
    [all, 'true'],
    [mentions, 'false'],
    [nothing, 'false'],
  ]);
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: nothing }));
  expect(calls.at(-1)).toMatchObject({ asked: 'PUT /unread/level', body: { channelId: 'general', level: 'nothing' } });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [{ ...state, level: 'mentions' }], threads: [] });
  expect((await levels()).map(([, checked]) => checked)).toEqual(['false', 'true', 'false']);
});

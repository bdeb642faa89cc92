// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { useHearingMenu } from './open/hearing-menu.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const place = { channelId: 'general' };
const state = (more: Partial<Unread> = {}): Unread => ({
  ...{ channelId: 'general', conversationId: null, workspaceId: 'atelier', seq: 9, read: 9, first: null },
  ...{ messages: 0, mentions: 0, level: 'all', muted: false },
  ...more,
});

/** Button of a place's menu, as its row has one. */
function PlaceMenu() {
  const menu = useHearingMenu();
  return (
    <Menu items={() => menu(place)}>
      <button type="button">Le salon</button>
    </Menu>
  );
}

function show(answers: Parameters<typeof serve>[1], unread: Unread[] = [], threads: Unread[] = []) {
  const calls = serve(camille, answers);
  queryClient.setQueryData(keyOf(api.unread.list), { unread, threads });
  open([{ path: '*', Component: PlaceMenu }], '/');
  return () => calls.map(({ asked, body }) => [asked, body]);
}
const openMenu = async () => {
  act(() => screen.getByRole('button', { name: 'Le salon' }).focus());
  fireEvent.keyDown(screen.getByRole('button', { name: 'Le salon' }), { key: 'Enter' });
  return await screen.findByRole('menu');
};
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name });
const iconOf = (entry: Element) =>
  entry
    .querySelector('svg')
    ?.getAttribute('class')
    ?.match(/lucide-([a-z0-9-]+)/)?.[1];

test('The menu of a place mutes it, gives it its sound back, and says when the server refuses', async () => {
  let refuses = false;
  const calls = show({
    'PUT /unread/level': body =>
      refuses ? refused(503, 'Pas maintenant.') : json(200, { unread: state(body as Partial<Unread>) }),
  });
  await openMenu();
  expect(iconOf(await item('Mettre en sourdine'))).toBe('volume-x');
  fireEvent.click(await item('Mettre en sourdine'));
  await waitFor(() => expect(calls()).toEqual([['PUT /unread/level', { ...place, muted: true }]]));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  refuses = true;
  await openMenu();
  expect(iconOf(await item('Remettre le son'))).toBe('volume-2');
  fireEvent.click(await item('Remettre le son'));
  await waitFor(() => expect(calls().at(-1)).toEqual(['PUT /unread/level', { ...place, muted: false }]));
  expect(await screen.findByText('Pas maintenant.')).toBeDefined();
});

test('The menu of a place marks it as read where something is unread, in its threads too, and is closed to that elsewhere', async () => {
  const isOpen = async () => {
    await openMenu();
    return (await item(/^Marquer comme lu/)).getAttribute('aria-disabled') !== 'true';
  };
  const thread = state({ channelId: null, threadId: 'fil', parent: { channelId: 'general', conversationId: null } });
  show({});
  expect(await isOpen()).toBe(false);
  cleanup();
  show({}, [], [{ ...thread, messages: 1 }]);
  expect(await isOpen()).toBe(true);
  cleanup();
  const calls = show({ 'PUT /unread/place': () => json(200, { unread: state() }) }, [
    state({ read: 2, first: { _id: 'm3', position: 3 } }),
  ]);
  expect(await isOpen()).toBe(true);
  // Its key stands beside.
  expect((await item(/^Marquer comme lu/)).textContent).toBe('Marquer comme luÉchap');
  fireEvent.click(await item(/^Marquer comme lu/));
  await waitFor(() =>
    expect(calls()).toEqual([[expect.stringMatching(/unread.place$/), expect.objectContaining(place)]]),
  );
});

test('The menu of a place says what is heard of it, and changes that', async () => {
  const calls = show({ 'PUT /unread/level': body => json(200, { unread: state(body as Partial<Unread>) }) }, [
    state({ level: 'mentions' }),
  ]);
  await openMenu();
  const hear = await item('Me notifier');
  expect(iconOf(hear)).toBe('at-sign');
  fireEvent.click(hear);
  expect((await screen.findByRole('menuitemcheckbox', { checked: true })).textContent).toBe('Les mentions seulement');
  expect(screen.getAllByRole('menuitemcheckbox').map(one => [one.textContent, iconOf(one)])).toEqual([
    ['Tous les messages', 'bell'],
    ['Les mentions seulement', 'at-sign'],
    ['Rien, même pas les mentions', 'bell-off'],
  ]);
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^Rien/ }));
  await waitFor(() => expect(calls()).toEqual([['PUT /unread/level', { ...place, level: 'nothing' }]]));
});

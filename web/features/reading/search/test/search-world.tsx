import type { Found, FoundFile } from '@palabre/common/contract/reading/search.ts';
import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { keep, keptKey } from '../../../../platform/device/local-storage.ts';
import { camille, channels, helene, json, karim, open, serve } from '../../../../test/settings-world.tsx';
import { SearchDialog } from '../SearchDialog.tsx';
import { useSearch } from '../search.store.ts';

/** Page over which the search opens and closes. */
export const Over = () => (useSearch(state => state.open) === 'search' ? <SearchDialog /> : null);

export const time = '2026-03-12T09:12:00.000Z';
/** Author of all results. */
export const sender = { _id: karim._id, firstName: karim.firstName, lastName: karim.lastName, avatar: null };
/** Builds a file of a message. */
export const file = (id: string, name: string) => ({
  ...{ _id: id, name, type: 'application/pdf', size: 1_200, url: `/api/file/${id}/${name}` },
  ...{ width: null, height: null, thumbnail: null },
});
/** Builds a message found. */
export const found = (id: string, extract: Found['extract'], fields: Partial<Found['message']> = {}): Found => ({
  message: {
    ...{
      _id: id,
      content: extract.map(piece => piece.text).join(''),
      time,
      channelId: 'general',
      conversationId: null,
    },
    ...{ updated: false, sender, reactions: [], fileAttachments: [], pinned: false, nonce: null, position: 1, seq: 1 },
    ...fields,
  },
  extract,
  workspaceId: 'atelier',
});
/** Builds a file found. */
export const foundFile = (id: string, name: string, messageId: string): FoundFile => ({
  ...{ file: file(id, name), messageId, sender, time, channelId: 'annonces', conversationId: null },
  workspaceId: 'atelier',
});

/** Builds a page of results. */
export const page = (results: unknown[], nextCursor: string | null = null) => json(200, { results, nextCursor });

/**
 * Opens the search, in #general by default, with a server that finds only the results in `answers`. It stays open,
 * unless it is over a page.
 */
export function show(
  answers: Parameters<typeof serve>[1] = {},
  visits: readonly object[] = [],
  {
    at = '/workspace/atelier/channel/general',
    Component = SearchDialog,
  }: { at?: string; Component?: ComponentType } = {},
) {
  const calls = serve(camille, {
    'GET /channel': () => json(200, { channels }),
    'GET /user/camille/conversations': () => json(200, { conversations: [] }),
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user': () => json(200, { users: [] }),
    'GET /user/named': () => json(200, { users: [helene] }),
    'GET /search/files': () => page([]),
    'GET /search/messages': () => page([]),
    ...answers,
  });
  // Starting a session clears the visits kept by an earlier one.
  keep(keptKey('visits', 'camille'), JSON.stringify(visits));
  act(() => useSearch.getState().setOpen('search'));
  const { router, client } = open([{ path: '*', Component }], at);
  const where = () => router.state.location.pathname + router.state.location.search;
  return { calls, client, where, field: screen.getByRole('combobox') };
}

/** Returns the texts of all options. */
export const options = () => screen.queryAllByRole('option').map(one => one.textContent);
/** Returns the text of the option that Enter opens. */
export const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;

// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import { camille, open, serve } from '../../test/settings-world.tsx';
import { ChannelPane } from './ChannelPane.tsx';
import { ConversationPane } from './ConversationPane.tsx';

afterEach(() => {
  cleanup();
  forgetPlaces();
  vi.unstubAllGlobals();
});

test.each([
  ['channel', '/workspace/atelier/channel/general', 'GET /workspace/atelier/channels'],
  ['conversation', '/conversation/deux', 'GET /user/camille/conversations'],
])(
  'The thread of an address has its side, in the place of the members, before its %s is known',
  async (_which, at, asked) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: 1_440 < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
      addEventListener() {},
      removeEventListener() {},
    }));
    serve(camille, { [asked]: () => new Promise(() => {}) });
    open(
      [
        { path: '/workspace/:workspaceId/channel/:channelId', Component: ChannelPane },
        { path: '/conversation/:conversationId', Component: ConversationPane },
      ],
      `${at}?thread=fil`,
    );
    const side = await screen.findByRole('complementary', { name: 'Fil' });
    expect(within(side).getByText('Chargement…')).toBeDefined();
    // A thread that is known to be open stands in the members' place, as it will.
    expect(screen.queryByRole('complementary', { name: 'Membres' })).toBeNull();
  },
);

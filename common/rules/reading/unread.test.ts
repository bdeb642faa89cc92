import { expect, test } from 'vitest';
import type { Level, Unread } from '../../contract/reading/unread.ts';
import { type Hearing, hearingOf, waitingIn } from './unread.ts';

const state = (fields: Partial<Unread>): Unread => ({
  ...{ channelId: null, conversationId: null, workspaceId: null, seq: 9, read: 0, first: null },
  ...{ messages: 5, mentions: 2, level: 'all', muted: false },
  ...fields,
});

test.each<[Level, boolean, Hearing, number, number]>([
  ['all', false, 'all', 2, 5],
  ['all', true, 'named', 2, 2],
  ['mentions', false, 'mentions', 2, 2],
  ['mentions', true, 'named', 2, 2],
  ['nothing', false, 'nothing', 0, 0],
  ['nothing', true, 'nothing', 0, 0],
])(
  'hearingOf a place of level « %s » (muted: %s) is %s; waitingIn counts %i in a channel, %i in a conversation',
  (level, muted, hearing, inChannel, inConversation) => {
    expect(hearingOf({ level, muted })).toBe(hearing);
    expect(waitingIn(state({ channelId: 'a', workspaceId: 'b', level, muted }))).toBe(inChannel);
    expect(waitingIn(state({ conversationId: 'a', level, muted }))).toBe(inConversation);
  },
);

// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../../platform/session/session.ts';
import { type OutboxEntry, useOutbox } from '../../outbox/open/outbox.ts';
import { editOf, startEdit, type, writingOf } from '../../outbox/open/writing.ts';
import { applyChange, forgetPlaces, openPlace } from '../../timeline/open/timelines.ts';
import { message, place, placeId, userId } from './test/world.tsx';
import { useWatchEdit } from './useWatchEdit.ts';

/** Answer to whether the message still exists, which is beyond the messages that the place shows. */
let answer: () => Response;
let asked = 0;

beforeEach(async () => {
  localStorage.clear();
  asked = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/message/paginated')) {
      const page = { messages: [message('m1', 'autre')], prevCursor: 'older', nextCursor: null, hasMore: true };
      return Response.json({ ...page, hasBefore: true, hasAfter: false, seq: 1 });
    }
    asked += 1;
    return answer();
  });
  login('token', { _id: userId, firstName: 'Camille' });
  await openPlace(place);
  startEdit(placeId, { id: 'old', kind: 'sent', content: 'ancien' });
  type(placeId, 'ancien texte');
});
afterEach(() => {
  cleanup();
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

const watch = () => renderHook(() => useWatchEdit(place, editOf(writingOf(placeId))));
const refusal = (status: number) => () => Response.json({ code: 'other', message: 'Non.' }, { status });

it('An edit whose message was deleted meanwhile becomes the draft, and says why', async () => {
  answer = refusal(404);
  watch();
  await waitFor(() =>
    expect(writingOf(placeId)).toMatchObject({ editing: null, draft: 'ancien texte', loss: 'deleted' }),
  );
});

it.each([403, 429, 500, 503])(
  'An edit stays one while the server answers its message’s question with %i',
  async status => {
    answer = refusal(status);
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    watch();
    await vi.waitUntil(() => told.mock.calls.length > 0 || writingOf(placeId).loss !== null);
    expect(editOf(writingOf(placeId))).toMatchObject({ id: 'old', text: 'ancien texte' });
    expect(writingOf(placeId).loss).toBeNull();
  },
);

it('An edit of a message that the place shows asks nothing, until the message goes', async () => {
  answer = refusal(500);
  startEdit(placeId, { id: 'm1', kind: 'sent', content: 'autre' });
  type(placeId, 'autre texte');
  watch();
  expect(asked).toBe(0);
  applyChange(place, { seq: 2, deleted: 'm1' });
  await waitFor(() => expect(writingOf(placeId).loss).toBe('deleted'));
});

it('An edit of an unsent message waits for the device to bring that message back, and ends once it has left', async () => {
  startEdit(placeId, { id: 'n1', kind: 'unsent', content: 'refusé' });
  type(placeId, 'refusé, corrigé');
  watch();
  const entry = (nonce: string): OutboxEntry => ({
    ...{ nonce, userId, place, content: nonce, state: 'failed', time: new Date().toISOString() },
  });
  useOutbox.setState({ entries: [entry('other')] });
  expect(editOf(writingOf(placeId))).toMatchObject({ id: 'n1', text: 'refusé, corrigé' });
  useOutbox.setState({ entries: [entry('other'), entry('n1')] });
  useOutbox.setState({ entries: [entry('other')] });
  expect(writingOf(placeId)).toMatchObject({ editing: null, draft: 'refusé, corrigé', loss: 'left' });
});

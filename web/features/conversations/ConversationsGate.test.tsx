// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { camille, karim, leonie, open, serve } from '../../test/settings-world.tsx';
import { useAddingPeople } from './adding.store.ts';
import { ConversationsGate } from './ConversationsGate.tsx';
import { conversationsLive } from './conversations.live.ts';
import { useCreatingConversation } from './create.store.ts';

/** The code of the dialogs, on its way until it arrives. */
const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>(done => {
    arrive = done;
  });
  return { arrive, arrived, isAsked: false };
});
vi.mock('./ConversationDialogs.tsx', async importOriginal => {
  code.isAsked = true;
  await code.arrived;
  return importOriginal();
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('The code of the dialogs of conversations is fetched once the page has rested, before anybody asks for one', async () => {
  serve(camille);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open([{ path: '*', Component: ConversationsGate }], '/conversation');
  await vi.advanceTimersByTimeAsync(1_900);
  expect(code.isAsked).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(code.isAsked).toBe(true));
});

const users = [camille, karim, leonie];
const group = { _id: 'groupe', title: 'Midi', isGroup: true, users, creator: 'camille', lastMessage: null };
const listed = () =>
  Response.json({ conversations: [{ ...group, createdAt: '2026-11-22T12:00:00.000Z' }], nextCursor: null });

test('A dialog of conversations that Escape gives up while its code is on its way does not open once it is there', async () => {
  serve(camille, { 'GET /user/camille/conversations': listed });
  open([{ path: '*', Component: ConversationsGate }], '/conversation');
  const giveUp = () => act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  const begin = () => act(() => useCreatingConversation.getState().setOpen(true));
  begin();
  giveUp();
  act(() => useAddingPeople.getState().setConversation('groupe'));
  giveUp();
  await act(async () => {
    code.arrive();
    await import('./ConversationDialogs.tsx');
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  begin();
  await screen.findByRole('dialog', { name: 'Nouvelle conversation' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('The dialog that adds people to a conversation goes with it, once somebody has deleted it for all', async () => {
  code.arrive();
  onTestFinished(() => act(() => useAddingPeople.getState().setConversation(null)));
  serve(camille, { 'GET /user/camille/conversations': listed });
  const { client } = open([{ path: '*', Component: ConversationsGate }], '/conversation');
  act(() => useAddingPeople.getState().setConversation('groupe'));
  await screen.findByRole('dialog', { name: 'Ajouter des personnes' });
  act(() => conversationsLive.deleteConversation({ _id: 'groupe' }, client));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

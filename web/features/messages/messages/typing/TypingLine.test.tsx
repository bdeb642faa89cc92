// @vitest-environment jsdom

import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../../../platform/words/i18n.ts';
import { holdSocket } from '../../../../platform/server/connection.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { TypingLine } from './TypingLine.tsx';
import { noteSender, noteWriter, sayTyping, stopTyping, useWriters } from './typing.ts';

const place = { channelId: 'general', conversationId: null };
const writes = (userId: string, firstName: string, lastName: string) =>
  act(() => noteWriter({ ...place, userId, firstName, lastName }));

afterEach(() => {
  vi.useRealTimers();
  holdSocket(null);
  useWriters.setState({}, true);
  endSession('logout');
  cleanup();
});

test('The typing line shows first names, and tells the same ones apart, the user’s own included', () => {
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  writes('moreau', 'Camille', 'Moreau');
  expect(screen.getByText('Camille écrit…')).toBeDefined();
  writes('riou', 'Camille', 'Riou');
  expect(screen.getByText('Camille M. et Camille R. écrivent…')).toBeDefined();
});

test('The typing line names once a person who writes on', () => {
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  for (let n = 0; n < 3; n += 1) writes('karim', 'Karim', 'Benali');
  expect(screen.getByText('Karim écrit…')).toBeDefined();
});

test('The typing line tells a writer apart from a user of the same name', () => {
  login('a.b.c', { _id: 'me', firstName: 'Camille', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  writes('moreau', 'Camille', 'Moreau');
  expect(screen.getByText('Camille M. écrit…')).toBeDefined();
});

test('The typing line names no more than two writers, and forgets who writes no more', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  for (const id of ['karim', 'moreau', 'riou']) writes(id, id, 'B');
  expect(screen.getByText('Plusieurs personnes écrivent…')).toBeDefined();
  pass(typingTimes.shown - 1);
  writes('riou', 'riou', 'B');
  expect(screen.getByText('Plusieurs personnes écrivent…')).toBeDefined();
  pass(1);
  expect(screen.getByText('riou écrit…')).toBeDefined();
  pass(typingTimes.shown);
  expect(screen.queryByText(/écri/)).toBeNull();
});

test('The typing line shows without a break who goes on writing, though one telling of it comes late', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  for (let n = 0; n < 3; n += 1) {
    writes('karim', 'Karim', 'Benali');
    act(() => vi.advanceTimersByTime((typingTimes.every + 1) * 1_000));
    expect(screen.getByText('Karim écrit…')).toBeDefined();
  }
});

test('The typing line forgets who sent a message, and a typing event that the message overtook', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  login('a.b.c', { _id: 'me', firstName: 'Léonie', lastName: 'Dubreuil' });
  render(<TypingLine placeId="general" />);
  writes('karim', 'Karim', 'Benali');
  act(() => noteSender('general', 'karim'));
  writes('karim', 'Karim', 'Benali');
  writes('moreau', 'Camille', 'Moreau');
  expect(screen.getByText('Camille écrit…')).toBeDefined();
  act(() => vi.advanceTimersByTime(typingTimes.settled * 1_000));
  writes('karim', 'Karim', 'Benali');
  expect(screen.getByText('Camille et Karim écrivent…')).toBeDefined();
});

test('The typing line keeps out who sent two messages in a row until the last one has settled', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<TypingLine placeId="general" />);
  act(() => noteSender('general', 'karim'));
  act(() => vi.advanceTimersByTime(typingTimes.settled * 1_000 - 1));
  act(() => noteSender('general', 'karim'));
  act(() => vi.advanceTimersByTime(1));
  writes('karim', 'Karim', 'Benali');
  expect(screen.queryByText(/écrit/)).toBeNull();
});

test('Whoever sent a message is not told as writing again before readers listen', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const emit = vi.fn();
  holdSocket({ volatile: { emit } } as unknown as Parameters<typeof holdSocket>[0]);
  sayTyping({ channelId: 'after' });
  stopTyping();
  vi.advanceTimersByTime(typingTimes.settled * 1_000 - 1);
  sayTyping({ channelId: 'after' });
  expect(emit).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  sayTyping({ channelId: 'after' });
  expect(emit).toHaveBeenCalledTimes(2);
});

test('That the user writes is told again after a while, and at once in another place', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const emit = vi.fn();
  holdSocket({ volatile: { emit } } as unknown as Parameters<typeof holdSocket>[0]);
  stopTyping();
  sayTyping({ channelId: 'general' });
  vi.advanceTimersByTime(typingTimes.every * 1_000 - 1);
  sayTyping({ channelId: 'general' });
  expect(emit).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  sayTyping({ channelId: 'general' });
  expect(emit).toHaveBeenCalledTimes(2);
  sayTyping({ conversationId: 'midi' });
  expect(emit.mock.calls.at(-1)).toEqual(['typing', { conversationId: 'midi' }]);
});

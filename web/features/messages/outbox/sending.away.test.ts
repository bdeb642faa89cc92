// @vitest-environment jsdom
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { flushOutbox, post, useOutbox } from './open/outbox.ts';

// The code that sends files is on the server, which cannot be reached.
vi.mock('../files/open/send.ts', () => {
  throw new TypeError('Failed to fetch');
});

afterEach(() => {
  endSession('logout');
  useConnection.setState({ state: 'idle' });
});

it('A message with files whose code cannot be fetched waits for the connection, and is not given up', async () => {
  useConnection.setState({ state: 'offline' });
  login('token', { _id: 'camille', firstName: 'Camille' });
  const again = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => again.mockRestore());
  const file = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
  post({ channelId: 'general' }, 'Le plan', [file]);
  await flushOutbox();
  expect(useOutbox.getState().entries).toMatchObject([{ content: 'Le plan', state: 'waiting', files: [file] }]);
  // It tries again by itself.
  expect(again.mock.calls.some(([, wait]) => Number(wait) >= 1_000)).toBe(true);
});

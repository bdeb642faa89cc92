// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { useConnection } from '../../../platform/server/connection.ts';
import { MessageText } from './open/MessageText.tsx';

/** Whether the code that renders texts cannot be fetched. */
const code = vi.hoisted(() => ({ isAway: true }));
vi.mock('./markdown.ts', async importOriginal => {
  if (code.isAway) throw new Error('No network');
  return importOriginal();
});

afterEach(() => {
  cleanup();
  useConnection.setState({ state: 'idle' });
  vi.restoreAllMocks();
});

it('The text of a message is as typed while what renders it cannot be fetched, which is tried again with the next one', async () => {
  useConnection.setState({ state: 'offline' });
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const text = (content: string) => <MessageText content={content} names={new Map()} reachable={false} />;
  render(text('**un**'));
  expect(screen.getByText('**un**').dir).toBe('auto');
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect(screen.getByText('**un**')).toBeDefined();
  code.isAway = false;
  render(text('**deux**'));
  expect((await screen.findByText('deux')).tagName).toBe('STRONG');
});

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareToRecover } from '../../platform/device/newer-version.ts';
import { alerts, useAlerts } from '../alerts/alerts.ts';
import { useAwaited } from '../motion/awaited.ts';
import { later, laterUnasked, useFetchedLater, useThere } from './later.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const never = () => new Promise<never>(() => {});

test('A layer whose code is still being fetched is given up by Escape, and by no other key', () => {
  const giveUp = vi.fn();
  const coming = { fetch: never, wait: never, isThere: () => false };
  const { result, rerender } = renderHook(({ wanted }) => useThere(coming, wanted, giveUp), {
    initialProps: { wanted: true },
  });
  expect(result.current).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(giveUp).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(giveUp).toHaveBeenCalledOnce();
  // A layer that is no longer wanted hears no key.
  rerender({ wanted: false });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(giveUp).toHaveBeenCalledOnce();
});

test('Code that may soon be needed is fetched once the page has rested, unless who may need it has gone; its failure is none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const { unmount } = renderHook(() => useFetchedLater({ fetch }, 500));
  vi.advanceTimersByTime(499);
  unmount();
  vi.advanceTimersByTime(1_000);
  expect(fetch).not.toHaveBeenCalled();
  renderHook(() => useFetchedLater({ fetch }, 500));
  vi.advanceTimersByTime(499);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(fetch).toHaveBeenCalledOnce();
});

test('A layer whose code nobody asked for is given up without a word, and one that has gone meanwhile too', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  const missing = { fetch: failed, wait: failed, isThere: () => false };
  const giveUp = vi.fn();
  renderHook(() => useThere(missing, true, giveUp, null));
  await waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
  expect([useAlerts.getState().alerts, useAwaited.getState().names]).toEqual([[], []]);
  const { unmount } = renderHook(() => useThere(missing, true, giveUp));
  expect(useAwaited.getState().names).toEqual(['asked']);
  unmount();
  await act(async () => {});
  expect(giveUp).toHaveBeenCalledOnce();
  expect([useAlerts.getState().alerts, useAwaited.getState().names]).toEqual([[], []]);
  alerts.clear();
  vi.restoreAllMocks();
});

test('Content that nobody asked for shows something else instead, where its code cannot be fetched', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  const Formula = laterUnasked<object>(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => <p>Sans formule</p>,
  );
  render(
    <Suspense>
      <Formula />
    </Suspense>,
  );
  expect(await screen.findByText('Sans formule')).toBeDefined();
  expect(logged.mock.calls.flat().map(String).join()).toContain('could not be fetched');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A part with a name is named in the banner while its code is fetched, and is drawn at once when it is there', async () => {
  let arrive = () => {};
  const Search = later<object>(
    () =>
      new Promise(done => {
        arrive = () => done(() => <p>Recherche</p>);
      }),
    'search',
  );
  expect(Search.isThere()).toBe(false);
  render(<Search />);
  await waitFor(() => expect(useAwaited.getState().names).toEqual(['search']));
  await act(async () => arrive());
  expect(await screen.findByText('Recherche')).toBeDefined();
  expect([useAwaited.getState().names, Search.isThere()]).toEqual([[], true]);
  cleanup();
  render(<Search />);
  expect(screen.getByText('Recherche')).toBeDefined();
});

test('A layer whose code is gone from the server says to reload the page once what is being written is finished', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  prepareToRecover(() => null);
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  const giveUp = vi.fn();
  render(<input aria-label="Message" />);
  fireEvent.input(screen.getByLabelText('Message'), { target: { value: 'Bonjour' } });
  renderHook(() => useThere({ fetch: failed, wait: failed, isThere: () => false }, true, giveUp));
  await waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual([
    'Palabre a été mis à jour. Finissez ce que vous écrivez, puis rechargez la page.',
  ]);
  alerts.clear();
  vi.restoreAllMocks();
});

/** Catches what the page’s own boundary would. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { said: '' };
  static getDerivedStateFromError = ({ message }: Error) => ({ said: message });
  override render = () => this.state.said || this.props.children;
}

test('A part that was asked for, and whose code is not there although the server answers, fails as any page does', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  const Search = later<object>(() => Promise.reject(new TypeError('Failed to fetch')), 'search');
  render(
    <Boundary>
      <Search />
    </Boundary>,
  );
  expect(await screen.findByText('Failed to fetch')).toBeDefined();
  await waitFor(() => expect(useAwaited.getState().names).toEqual([]));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyConnectionEvent } from '../../../platform/server/connection.ts';
import { useSession } from '../../../platform/session/session.ts';
import { camille } from '../../../test/settings-world.tsx';
import { useShownStatus } from './open/presence.ts';

afterEach(() => {
  applyConnectionEvent('stop');
  useSession.setState({ user: null });
  cleanup();
});

test('The user is not shown as offline while the page connects, and is once the connection is lost', () => {
  useSession.setState({ user: camille });
  const { result } = renderHook(useShownStatus);
  const shown = () => [result.current(camille._id, 'offline'), result.current('karim', 'offline')];
  act(() => applyConnectionEvent('start'));
  expect(shown()).toEqual([null, 'offline']);
  act(() => applyConnectionEvent('connected'));
  expect(shown()).toEqual(['offline', 'offline']);
  act(() => applyConnectionEvent('unreachable'));
  expect(shown()).toEqual(['offline', null]);
  expect(result.current(camille._id, 'online')).toBe('offline');
});

// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { usePreferences } from '../../features/people/preferences/preferences.store.ts';
import type { ConnectionOptions } from '../../platform/server/connecting.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import type { PalabreSocket } from '../../platform/server/socket.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { startRealtime } from './realtime.ts';

/** What was started, in order, and what it was given. */
const started = vi.hoisted(() => [] as [what: string, ...given: unknown[]][]);
const noting = vi.hoisted(() => (what: string) => async (original: () => Promise<object>) => ({
  ...(await original()),
  [what]: (...given: unknown[]) => {
    started.push([what, ...given]);
    return Promise.resolve();
  },
}));
vi.mock('../../features/boot/saved-answers.ts', noting('startSaving'));
vi.mock('../../platform/device/worker.ts', noting('installWorker'));
vi.mock('../../features/people/preferences/attention/sound.ts', noting('unlockSoundAtPress'));
vi.mock('../../features/messages/outbox/open/outbox.ts', noting('restoreOutbox'));
vi.mock('../../platform/server/connecting.ts', noting('followSession'));
vi.mock('../../features/reading/push/open/start.ts', () => ({
  startPush: () => started.push(['startPush']),
  lookAfterPushes: () => started.push(['lookAfterPushes']),
}));

const names = () => started.map(([what]) => what);

beforeEach(() => {
  started.length = 0;
});

test('A page that starts keeps what it shows, installs its worker, hears pushes, and unlocks its sound while that is wanted', () => {
  startRealtime(queryClient);
  expect(names()).toEqual(['startSaving', 'installWorker', 'startPush', 'unlockSoundAtPress', 'followSession']);
  expect(started[0]?.[1]).toBe(queryClient);
  const wanted = started[3]?.[1] as () => boolean;
  for (const sound of [false, true]) {
    usePreferences.setState({ sound });
    expect(wanted()).toBe(sound);
  }
});

test('A session that connects looks after its pushes, and takes up what was left unsent', () => {
  startRealtime(queryClient);
  const [, options] = started.at(-1) ?? [];
  const { attach } = options as ConnectionOptions;
  const heard: string[] = [];
  const socket = { on: (name: string) => heard.push(name) } as unknown as PalabreSocket;
  started.length = 0;
  login('token', { _id: 'camille' });
  attach(socket);
  expect(started).toEqual([['lookAfterPushes'], ['restoreOutbox', 'camille']]);
  expect(heard).toContain('newMessage');
  endSession('logout');
  started.length = 0;
  attach(socket);
  expect(names()).toEqual(['lookAfterPushes']);
});

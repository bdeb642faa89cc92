// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { askPermission, lookAgain, usePermission } from './permission.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Fakes a browser whose user answers its prompt; returns the prompts. */
function browser({ isSecure = true, answer = 'granted' as NotificationPermission } = {}) {
  const notifications = {
    permission: 'default' as NotificationPermission,
    requestPermission: vi.fn(async () => {
      // A person takes their time.
      await new Promise(done => setTimeout(done));
      notifications.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal('Notification', notifications);
  vi.stubGlobal('isSecureContext', isSecure);
  lookAgain();
  return notifications;
}
const known = () => usePermission.getState().permission;

test.each(['granted', 'denied'] as const)(
  'A person who has answered « %s » is asked no more, and it is known at once',
  async answer => {
    const { requestPermission } = browser({ answer });
    expect(known()).toBe('default');
    expect([await askPermission(), known()]).toEqual([answer, answer]);
    expect([await askPermission(), known()]).toEqual([answer, answer]);
    expect(requestPermission).toHaveBeenCalledTimes(1);
  },
);

test('A browser has no permission to give over plain http, nor without notifications, and is not asked for it', async () => {
  const { requestPermission } = browser({ isSecure: false });
  expect([known(), await askPermission()]).toEqual(['unsupported', 'unsupported']);
  expect(requestPermission).not.toHaveBeenCalled();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', undefined);
  lookAgain();
  expect([known(), await askPermission()]).toEqual(['unsupported', 'unsupported']);
});

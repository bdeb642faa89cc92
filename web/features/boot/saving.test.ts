// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../../platform/server/query.ts';
import { startSaving } from './saved-answers.ts';

const { saveAnswer } = vi.hoisted(() => ({ saveAnswer: vi.fn(async () => true) }));
vi.mock('../../platform/device/answers-on-device.ts', () => ({
  saveAnswer,
  forgetAnswer: async () => {},
  restoreAnswers: async () => {},
}));

test('A page that is left saves nothing more on the device, until the browser shows it again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  const queryKey = keyOf(api.workspaces.mine, { params: { id: 'camille' } });
  const shown = new QueryObserver(client, { queryKey, queryFn: () => new Promise<never>(() => {}) });
  onTestFinished(shown.subscribe(() => {}));
  startSaving(client);
  const isSaved = async (...workspaces: string[]) => {
    client.setQueryData(queryKey, { workspaces });
    await vi.advanceTimersByTimeAsync(10_000);
    const data = { workspaces };
    return JSON.stringify(saveAnswer.mock.lastCall?.at(1)) === JSON.stringify({ key: queryKey, data });
  };
  expect(await isSaved('atelier')).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(await isSaved('atelier', 'rivière')).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  expect(await isSaved('rivière')).toBe(true);
});

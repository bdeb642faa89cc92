// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

const PrivacyPage = () => <h1>Confidentialité</h1>;
const [prepareToRecover, followVisibleHeight] = [vi.fn(), vi.fn()];

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function hold() {
  let [release, fail] = [() => {}, (_cause: Error) => {}];
  const promise = new Promise<void>((resolve, reject) => {
    [release, fail] = [resolve, reject];
  });
  return { promise, release: () => release(), fail: (cause: Error) => fail(cause) };
}

/** Starts the page at an address, whose code and whose language the test holds back. */
async function start() {
  const [language, page] = [hold(), hold()];
  vi.resetModules();
  vi.doMock('./platform/words/i18n.ts', async original => ({
    ...(await original<object>()),
    restoreLanguage: () => language.promise,
  }));
  vi.doMock('./app/parts/information.ts', async () => {
    await page.promise;
    return { PrivacyPage, DataPage: PrivacyPage };
  });
  vi.doMock('./platform/device/newer-version.ts', async original => ({
    ...(await original<object>()),
    prepareToRecover,
  }));
  vi.doMock('./platform/device/visible-height.ts', () => ({ followVisibleHeight }));
  history.replaceState(null, '', '/privacy');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async () => Response.json({ settings: null }));
  document.body.innerHTML = '<div id="root"><p>Ossature</p></div>';
  followVisibleHeight.mockClear();
  prepareToRecover.mockClear();
  const hasStarted = vi.fn();
  const started = import('./main.tsx').then(hasStarted);
  const { goingTo, router } = await import('./app/router.tsx');
  await vi.waitFor(() => expect(followVisibleHeight).toHaveBeenCalledOnce());
  expect(prepareToRecover.mock.calls).toEqual([[goingTo]]);
  /** Tells whether the page still has its outline alone, after all that has happened. */
  const waits = async () => {
    await new Promise(done => setTimeout(done));
    return hasStarted.mock.calls.length === 0 && screen.queryByText('Ossature') !== null;
  };
  return { language, page, started, router, waits };
}

test('The page keeps its outline until the page of its address is there, though its language is', async () => {
  const { language, page, started, waits } = await start();
  language.release();
  expect(await waits()).toBe(true);
  await act(async () => {
    page.release();
    await started;
  });
  expect(await screen.findByRole('heading', { name: 'Confidentialité' })).toBeDefined();
  expect(screen.queryByText('Ossature')).toBeNull();
});

test('The page keeps its outline until its language is there, and opens in French when that cannot be loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { language, page, started, router, waits } = await start();
  page.release();
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  expect(await waits()).toBe(true);
  const cause = new Error('No English');
  await act(async () => {
    language.fail(cause);
    await started;
  });
  expect(await screen.findByRole('heading', { name: 'Confidentialité' })).toBeDefined();
  expect(logged).toHaveBeenCalledWith('The language cannot be loaded', cause);
});

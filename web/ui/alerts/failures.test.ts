// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/server/api.ts';
import '../../platform/words/i18n.ts';
import { useAlerts } from './alerts.ts';
import { copyAndSay } from './copy.ts';
import { tellFailure } from './failures.ts';
import { takenNow } from './spot.ts';

beforeEach(() => useAlerts.setState({ alerts: [] }));

const said = () => useAlerts.getState().alerts.map(({ type, message, reason }) => [type, message, reason]);
const failure = (code: ApiError['code'], more: Partial<ApiError> = {}) =>
  Object.assign(new ApiError({ status: 403, code, message: 'Non.' }), more);

test('A failure is told in the server’s words, or in the page’s with the reason under them, unless a field says it', () => {
  tellFailure(failure('forbidden'));
  tellFailure(failure('forbidden'), 'Rien n’a changé.');
  tellFailure(failure('forbidden', { issues: [{ path: 'title', message: 'Non.' }] }), 'Rien n’a changé.');
  tellFailure('broken');
  expect(said()).toEqual([
    ['error', 'Non.', undefined],
    ['error', 'Rien n’a changé.', 'Non.'],
    ['error', 'Rien n’a changé.', undefined],
    ['error', 'An unknown error occurred', undefined],
  ]);
});

test('An ended session is told elsewhere, and what one has declined oneself is not told', () => {
  for (const code of ['unauthorized', 'session_suspended', 'session_stay_over'] as const) tellFailure(failure(code));
  tellFailure(failure('forbidden', { declined: true }));
  expect(said()).toEqual([]);
});

test('A copied text is told, as is a browser that refuses to copy', async () => {
  const writeText = vi.fn(async (_text: string) => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await copyAndSay('https://palabre.fr/invite/ABCD', 'Lien copié.');
  expect(writeText.mock.calls).toEqual([['https://palabre.fr/invite/ABCD']]);
  vi.spyOn(console, 'error').mockReturnValue();
  writeText.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
  await copyAndSay('https://palabre.fr/invite/ABCD', 'Lien copié.');
  vi.restoreAllMocks();
  expect(said()).toEqual([
    ['info', 'Lien copié.', undefined],
    ['error', 'Erreur lors de la copie dans le presse-papiers', undefined],
  ]);
});

test('An alert keeps clear of the controls in view: those of the topmost layer, or of the page', () => {
  document.body.innerHTML = `
    <button data-at="10">De la page</button>
    <a href="/" data-at="-90">Au-dessus</a>
    <button data-at="9000">En dessous</button>
    <section data-alerts><button data-at="20">De l’alerte</button></section>
    <div data-layer data-state="open"><button data-at="30">Du dialogue</button></div>
    <div data-layer data-state="closed"><button data-at="40">D’un fermé</button></div>`;
  for (const control of document.querySelectorAll<HTMLElement>('[data-at]'))
    control.getBoundingClientRect = () => new DOMRect(0, Number(control.dataset.at), 80, 30);
  const tops = () => takenNow().map(({ top }) => top);
  expect(tops()).toEqual([30]);
  for (const layer of document.querySelectorAll('[data-layer]')) layer.remove();
  expect(tops()).toEqual([10]);
});

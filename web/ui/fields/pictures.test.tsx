// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alerts } from '../alerts/alerts.ts';
import { UiHost } from '../overlays/UiHost.tsx';
import { logoPreview, PicturePicker } from './PicturePicker.tsx';

// jsdom shows and draws no pictures: the fake area reports its cut at once, or that the file is no picture.
const cut = vi.hoisted(() => ({ isPicture: true, box: { x: 1, y: 2, width: 300, height: 300 }, cropped: vi.fn() }));
vi.mock('./CropArea.tsx', () => ({
  CropArea: ({ onChange, onError }: { onChange: (box: object) => void; onError: () => void }) => (
    <button type="button" onClick={() => (cut.isPicture ? onChange(cut.box) : onError())}>
      Zone
    </button>
  ),
}));
vi.mock('./crop.ts', () => ({ cropToPng: cut.cropped }));

beforeAll(() => import('./CropDialog.tsx'));
const { createObjectURL, revokeObjectURL } = URL;
const [made, revoked] = [vi.fn(), vi.fn()];
beforeEach(() => {
  for (const one of [made, revoked, cut.cropped]) one.mockReset();
  cut.isPicture = true;
  made.mockImplementation(file => `blob:${file.name}`);
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: revoked });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(alerts, 'error');
});
afterEach(() => {
  cleanup();
  alerts.clear();
  vi.restoreAllMocks();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

const removeKept = vi.fn();
function Form({ kept = false }) {
  const [picture, setPicture] = useState<File | null>(null);
  return (
    <UiHost>
      <PicturePicker
        label="Logo"
        picture={picture}
        onChange={setPicture}
        onRemoveKept={kept ? removeKept : undefined}
        fileName="logo.png"
        shape="squircle"
        preview={src => <i data-testid="seen">{src ?? 'rien'}</i>}
      />
    </UiHost>
  );
}
const seen = () => screen.getByTestId('seen').textContent;
const button = (name: string) => screen.findByRole('button', { name });
const give = (type: string) =>
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
    target: { files: [new File(['x'], 'moi', { type })] },
  });
const said = () => vi.mocked(alerts.error).mock.calls.map(([message]) => message);
const invalid = 'Veuillez sélectionner une image valide.';

test('A chosen picture is cut to what is seen of it, shown, and can be changed or removed', async () => {
  render(<Form />);
  expect(logoPreview).toBeLessThanOrEqual(120);
  expect([seen(), screen.queryByRole('button', { name: 'Retirer' })]).toEqual(['rien', null]);
  expect(screen.getByRole('group', { name: 'Logo' })).toBeDefined();
  give('image/png');
  expect(await screen.findByRole('dialog', { name: 'Recadrer l’image' })).toBeDefined();
  const apply = (await button('Utiliser cette image')) as HTMLButtonElement;
  expect(apply.disabled).toBe(true);
  await userEvent.click(await button('Zone'));
  let cropped = (_file: File) => {};
  cut.cropped.mockReturnValue(new Promise(done => (cropped = done)));
  await userEvent.click(apply);
  expect(apply.getAttribute('aria-busy')).toBe('true');
  cropped(new File(['y'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(seen()).toBe('blob:logo.png'));
  expect(cut.cropped).toHaveBeenCalledExactlyOnceWith('blob:moi', cut.box, 'logo.png', 512);
  expect(screen.queryByRole('dialog')).toBeNull();
  // A chosen picture is held no longer than it is seen.
  expect(revoked.mock.calls).toEqual([['blob:moi']]);
  await button('Changer d’image');
  await userEvent.click(await button('Retirer'));
  expect(seen()).toBe('rien');
  expect(revoked).toHaveBeenLastCalledWith('blob:logo.png');
  // A second picture can be cut as the first was, once its own area is known.
  give('image/png');
  const again = (await button('Utiliser cette image')) as HTMLButtonElement;
  expect(again.disabled).toBe(true);
  await userEvent.click(await button('Zone'));
  expect([again.disabled, again.getAttribute('aria-busy')]).toEqual([false, null]);
});

test('A picture that is not cut after all leaves things as they are, and one that was saved is removed by its own way', async () => {
  removeKept.mockReset();
  render(<Form kept />);
  give('image/png');
  await userEvent.click(await button('Annuler'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([seen(), cut.cropped.mock.calls]).toEqual(['rien', []]);
  await userEvent.click(await button('Retirer'));
  expect(removeKept).toHaveBeenCalledOnce();
});

test.each<[what: string, end: (done: (file: File) => void, fail: (cause: Error) => void) => void]>([
  ['cut', done => done(new File(['y'], 'logo.png', { type: 'image/png' }))],
  ['found to be none', (_done, fail) => fail(new Error('No 2d canvas'))],
])('A picture that one gives up before it is %s changes nothing, and leaves the next one open', async (_what, end) => {
  let cropping: Parameters<typeof end> = [() => {}, () => {}];
  cut.cropped.mockReturnValueOnce(new Promise<File>((...settle) => (cropping = settle)));
  render(<Form />);
  give('image/png');
  await userEvent.click(await button('Zone'));
  await userEvent.click(await button('Utiliser cette image'));
  await userEvent.click(await button('Annuler'));
  give('image/png');
  await act(async () => end(...cropping));
  expect([seen(), said()]).toEqual(['rien', []]);
  const apply = (await button('Utiliser cette image')) as HTMLButtonElement;
  expect(apply.getAttribute('aria-busy')).toBeNull();
  cut.cropped.mockResolvedValue(new File(['z'], 'suivante.png', { type: 'image/png' }));
  await userEvent.click(await button('Zone'));
  await userEvent.click(apply);
  await waitFor(() => expect(seen()).toBe('blob:suivante.png'));
});

test('A file that is no picture is refused: by its type, as it is shown, and as it is cut', async () => {
  render(<Form />);
  give('text/plain');
  expect([said(), screen.queryByRole('dialog')]).toEqual([[invalid], null]);
  give('image/png');
  cut.isPicture = false;
  await userEvent.click(await button('Zone'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(said()).toEqual([invalid, invalid]);
  cut.isPicture = true;
  give('image/png');
  await userEvent.click(await button('Zone'));
  cut.cropped.mockRejectedValue(new Error('No 2d canvas'));
  await userEvent.click(await button('Utiliser cette image'));
  await waitFor(() => expect(said()).toEqual([invalid, invalid, invalid]));
  expect(seen()).toBe('rien');
});

test('A picture has the words of its form, with its hint', async () => {
  const words = { choose: 'Choisir un logo', change: 'Autre logo', remove: 'Sans logo' };
  const field = (picture: File | null) => (
    <PicturePicker
      {...{ label: 'Logo', hint: 'Un carré.', picture, words, fileName: 'logo.png', shape: 'squircle' as const }}
      onChange={() => {}}
      onRemoveKept={() => {}}
      preview={() => null}
    />
  );
  const { rerender } = render(field(null));
  expect(screen.getByText('Un carré.')).toBeDefined();
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Choisir un logo', 'Sans logo']);
  rerender(field(new File(['y'], 'logo.png', { type: 'image/png' })));
  expect(names()).toEqual(['Autre logo', 'Sans logo']);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  expect([input?.accept, input?.hidden]).toEqual(['image/*', true]);
});

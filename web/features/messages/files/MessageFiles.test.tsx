// @vitest-environment jsdom
import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import './files.texts.ts';
import { blobOf, keepBlob } from './open/blobs.ts';
import { FileNames } from './open/FileNames.tsx';
import { filesHeight, kindOf, pictureSize } from './open/layout.ts';
import { MessageFiles } from './open/MessageFiles.tsx';
import { Strip } from './open/Strip.tsx';
import { useProgress } from './open/send.ts';

// A zoom needs sizes, which jsdom has not.
vi.mock('./useZoom.ts', () => {
  const zoom = { scale: 1, isClosest: false, closer() {}, further() {}, reset() {}, toggle() {} };
  return { useZoom: () => zoom };
});

const sent = (name: string, type: string, more: Partial<FileAttachment> = {}): FileAttachment => ({
  ...{ _id: name, name, type, size: 2_048, url: `/api/file/${name}`, width: null, height: null, thumbnail: null },
  ...more,
});
const picture = (name: string, more: Partial<FileAttachment> = {}) =>
  sent(name, 'image/png', { width: 400, height: 300, thumbnail: `/api/file/small-${name}`, ...more });
const local = (name: string, type = 'application/pdf') => ({
  ...{ id: name, name, type, size: 1_000, width: null, height: null },
});
const onCancel = vi.fn();
type Files = Parameters<typeof MessageFiles>[0]['files'];
const show = (files: Files, state: 'sent' | 'waiting' | 'failed' = 'sent', reachable = true) =>
  render(<MessageFiles files={files} nonce="n1" state={state} reachable={reachable} onCancel={onCancel} />);
const source = () =>
  screen
    .getByRole('button', { name: /^Agrandir/ })
    .querySelector('img')
    ?.getAttribute('src');
const calm = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeAll(() => import('./Lightbox.tsx'));
beforeEach(() => calm(false));
afterEach(() => {
  cleanup();
  onCancel.mockClear();
  act(() => useProgress.setState({}, true));
});

test('The files of a message stand by kind: pictures, players, then what is downloaded', () => {
  show([
    sent('plan.pdf', 'application/pdf'),
    sent('film.mp4', 'video/mp4'),
    sent('voix.mp3', 'audio/mpeg'),
    picture('un.png'),
  ]);
  const named = [...document.querySelectorAll('[aria-label]')].map(one => one.getAttribute('aria-label'));
  const at = (text: string) => named.findIndex(name => name?.includes(text));
  expect([at('un.png'), at('film.mp4'), at('voix.mp3'), at('plan.pdf')]).toEqual(
    [at('un.png'), at('film.mp4'), at('voix.mp3'), at('plan.pdf')].toSorted((a, b) => a - b),
  );
  const link = screen.getByRole('link', { name: /^Télécharger plan\.pdf, 2/ });
  expect([link.getAttribute('href'), link.getAttribute('download'), link.textContent]).toEqual([
    ...['/api/file/plan.pdf', 'plan.pdf'],
    expect.stringMatching(/PDF · 2/),
  ]);
  // A long name is cut before its ending, which is apart.
  const name = link.querySelector('[title="plan.pdf"]');
  expect([...(name?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['plan', '.pdf']);
});

test('A file has the icon of its ending, in capitals too, and one without an ending says its size alone', () => {
  const kinds = [
    ...['pdf doc docx odt rtf txt md pages', 'xls xlsx ods csv tsv numbers', 'zip rar 7z gz tgz tar xz bz2'],
    'htm html xml json yml yaml js ts py java c cpp rs go sql sh css',
  ].map(ends => ends.split(' ').flatMap(end => [`a.${end}`, `A.${end.toUpperCase()}`]));
  show([...kinds.flat(), 'LISEZMOI'].map(name => sent(name, 'application/octet-stream')));
  const links = screen.getAllByRole('link');
  const iconOf = (name: string) =>
    links.find(link => link.getAttribute('download') === name)?.querySelector('svg')?.outerHTML;
  const icons = kinds.map(names => new Set(names.map(iconOf)));
  expect(icons.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
  // Each kind has its own, and none that of a file of no kind.
  expect(new Set([...icons.flatMap(of => [...of]), iconOf('LISEZMOI')]).size).toBe(5);
  expect(links.at(-1)?.textContent).toMatch(/^LISEZMOI2/);
});

test.each([
  ['image/svg+xml', null, 'card'],
  ['image/png', 40, 'picture'],
  ['video/mp4', null, 'video'],
  ['video/quicktime', null, 'card'],
  ['audio/ogg', null, 'audio'],
  ['text/html', null, 'card'],
])('A file of type %s is shown by what a browser can do with it: %s, %s', (type, side, kind) => {
  expect(kindOf({ type, width: side, height: side })).toBe(kind);
});

test('A picture has its proportions within the most a message shows, and is never less than a finger', () => {
  expect(pictureSize({ width: 720, height: 300 })).toEqual({ width: 360, height: 150 });
  expect(pictureSize({ width: 100, height: 50 })).toEqual({ width: 100, height: 50 });
  expect(pictureSize({ width: 3_000, height: 30 })).toEqual({ width: 360, height: 32 });
  expect(pictureSize({ width: 720, height: 300 }, 180)).toEqual({ width: 180, height: 75 });
});

test('The only picture of a message keeps its place while it loads; several are tiles', () => {
  show([picture('un.png')]);
  const only = screen.getByRole('button', { name: 'Agrandir un.png' });
  // It loads once it comes near.
  expect(only.querySelector('img')?.getAttribute('loading')).toBe('lazy');
  expect([only.style.width, only.style.aspectRatio]).toEqual(['360px', '360 / 270']);
  expect(only.getAttribute('aria-haspopup')).toBe('dialog');
  cleanup();
  show([picture('un.png'), picture('deux.png')]);
  expect(screen.getByRole('button', { name: 'Agrandir un.png' }).style.width).toBe('');
});

test('A picture is shown small, an animation moves unless it is heavy or motion is reduced', () => {
  show([picture('un.png')]);
  expect(source()).toBe('/api/file/small-un.png');
  cleanup();
  show([picture('un.png', { thumbnail: null })]);
  expect(source()).toBe('/api/file/un.png');
  cleanup();
  show([picture('un.gif', { type: 'image/gif' })]);
  expect(source()).toBe('/api/file/un.gif');
  cleanup();
  show([picture('un.gif', { type: 'image/gif', size: 9 * 1024 * 1024 })]);
  expect(source()).toBe('/api/file/small-un.gif');
  cleanup();
  calm(true);
  show([picture('un.gif', { type: 'image/gif' })]);
  expect(source()).toBe('/api/file/small-un.gif');
});

test('A picture opens at its own place among the message’s, and one that cannot be loaded is marked', async () => {
  show([picture('un.png'), sent('plan.pdf', 'application/pdf'), picture('deux.png')]);
  const second = screen.getByRole('button', { name: 'Agrandir deux.png' });
  fireEvent.error(second.querySelector('img') as Element);
  expect(second.dataset.broken).toBe('true');
  expect(screen.getByRole('button', { name: 'Agrandir un.png' }).dataset.broken).toBeUndefined();
  fireEvent.click(second);
  expect((await screen.findByRole('dialog')).textContent).toContain('2 sur 2');
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Files are reached by Tab in the focused message alone', () => {
  const kinds = { 'plan.pdf': 'application/pdf', 'film.mp4': 'video/mp4', 'voix.mp3': 'audio/mpeg' };
  const files = [picture('un.png'), ...Object.entries(kinds).map(([name, type]) => sent(name, type))];
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('button, a, video, input')].map(({ tabIndex }) => tabIndex);
  show(files, 'sent', false);
  expect(new Set(stops())).toEqual(new Set([-1]));
  cleanup();
  show(files, 'sent', true);
  expect(new Set(stops())).toEqual(new Set([0]));
});

test('Files that are being sent say how far they are, and are cancelled by their button', () => {
  show([local('a.pdf'), local('b.pdf')], 'waiting');
  const bar = screen.getByRole('progressbar', { name: 'Fichiers joints' });
  const done = () => [bar.getAttribute('aria-valuenow'), (bar.firstElementChild as HTMLElement).style.transform];
  expect(screen.getByText('En attente d’envoi')).toBeDefined();
  expect(done()).toEqual(['0', 'scaleX(0)']);
  expect([bar.getAttribute('aria-valuemin'), bar.getAttribute('aria-valuemax')]).toEqual(['0', '100']);
  act(() => useProgress.setState({ n1: { sent: 550, total: 2_200 } }));
  expect(done()).toEqual(['25', 'scaleX(0.25)']);
  expect(screen.getByText(/^500.+ sur 2/)).toBeDefined();
  act(() => useProgress.setState({ n1: { sent: 2_090, total: 2_200 } }));
  expect(done()).toEqual(['95', 'scaleX(0.95)']);
  act(() => useProgress.setState({ n1: { sent: 2_150, total: 2_200 } }));
  expect(done()).toEqual(['98', 'scaleX(1)']);
  act(() => useProgress.setState({ n1: { sent: 9_999, total: 2_200 } }));
  expect(done()).toEqual(['100', 'scaleX(1)']);
  expect(screen.queryByRole('link')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler l’envoi' }));
  expect(onCancel.mock.calls).toEqual([['n1']]);
});

test('A picture on its way is shown from this device, a film not sent yet as its name, and neither can be opened', async () => {
  const revoked = vi.fn();
  Object.assign(URL, { createObjectURL: () => 'blob:un', revokeObjectURL: revoked });
  onTestFinished(() => {
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });
  await keepBlob('un.png', new Blob(['x']));
  const { unmount } = show(
    [{ ...local('un.png', 'image/png'), width: 40, height: 30 }, local('film.mp4', 'video/mp4')],
    'failed',
  );
  expect((await screen.findByRole('img', { name: 'un.png' })).getAttribute('src')).toBe('blob:un');
  expect([document.querySelector('video'), screen.queryByRole('button'), screen.queryByRole('link')]).toEqual([
    ...[null, null, null],
  ]);
  expect(document.querySelector('[title="film.mp4"]')).not.toBeNull();
  unmount();
  expect(revoked.mock.calls).toEqual([['blob:un']]);
  const strip = render(
    <Strip files={[{ ...local('un.png', 'image/png'), width: 40, height: 30 }]} onRemove={vi.fn()} />,
  );
  await waitFor(() => expect(strip.container.querySelector('img')?.getAttribute('src')).toBe('blob:un'));
  // One that goes before it is read takes no memory.
  const made = vi.fn(() => 'blob:deux');
  Object.assign(URL, { createObjectURL: made });
  render(<Strip files={[{ ...local('un.png', 'image/png'), width: 40, height: 30 }]} onRemove={vi.fn()} />).unmount();
  await blobOf('un.png');
  await new Promise(done => setTimeout(done));
  expect(made).not.toHaveBeenCalled();
});

test('A film is played in place, and downloaded under its name', () => {
  show([sent('film.mp4', 'video/mp4')]);
  const film = document.querySelector('video');
  expect([film?.getAttribute('src'), film?.preload, film?.controls]).toEqual(['/api/file/film.mp4', 'metadata', true]);
  expect(film?.getAttribute('aria-label')).toBe('film.mp4');
  const link = screen.getByRole('link', { name: /^Télécharger film\.mp4/ });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/api/file/film.mp4', 'film.mp4']);
  expect(link.textContent).toMatch(/^film\.mp42.ko$/i);
});

test('Files whose code cannot be loaded are links by their names, in the height that they will have', () => {
  const files = [sent('plan.pdf', 'application/pdf'), local('note.txt', 'text/plain')];
  const { container, rerender } = render(<FileNames files={files} reachable={false} />);
  const link = screen.getByRole('link', { name: 'plan.pdf' });
  expect([link.getAttribute('href'), link.tabIndex]).toEqual(['/api/file/plan.pdf', -1]);
  // The page stays, and the file is not told of it.
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
  expect([screen.getByText('note.txt').tagName, screen.getByText('note.txt').dir]).toEqual(['DIV', 'auto']);
  expect((container.firstElementChild as HTMLElement).style.minHeight).toBe('134px');
  rerender(<FileNames files={files} reachable />);
  expect(link.tabIndex).toBe(0);
});

test('The height of files is known before they load: cards one under the other, pictures in lines of tiles', () => {
  const card = { type: 'application/pdf', width: null, height: null };
  const tile = { type: 'image/png', width: 400, height: 300 };
  const heights = (room: number) =>
    [[], [card], [card, card], [tile], Array(3).fill(tile), Array(4).fill(tile)].map(files => filesHeight(files, room));
  expect(heights(600)).toEqual([0, 68, 134, 280, 170, 338]);
  // A narrow column has two tiles in a line.
  expect(filesHeight(Array(3).fill(tile), 300)).toBeCloseTo(10 + 2 * 145.5 + 8);
  expect(
    filesHeight(
      [
        { ...card, type: 'audio/ogg' },
        { ...card, type: 'video/mp4' },
      ],
      320,
    ),
  ).toBe(10 + 206 + 8 + 82);
});

test('The files of a draft show their kind and size, and nothing is read of one that is no picture', async () => {
  const made = vi.fn(() => 'blob:x');
  Object.assign(URL, { createObjectURL: made });
  onTestFinished(() => void Reflect.deleteProperty(URL, 'createObjectURL'));
  const types = ['image/png', 'audio/ogg', 'video/mp4', 'application/octet-stream'];
  const files = types.map((type, n) => local(`fichier-${n}`, type));
  for (const { id } of files) await keepBlob(id, new Blob(['x']));
  render(<Strip files={files} onRemove={vi.fn()} />);
  const chips = within(screen.getByRole('list', { name: 'Fichiers joints' })).getAllByRole('listitem');
  // The field keeps the focus.
  expect(fireEvent.pointerDown(screen.getByRole('button', { name: 'Retirer fichier-0' }))).toBe(false);
  expect(new Set(chips.map(chip => chip.querySelector('svg')?.outerHTML)).size).toBe(4);
  expect(chips[0]?.textContent).toMatch(/^fichier-01.000/);
  await Promise.all(files.map(({ id }) => blobOf(id)));
  expect([made.mock.calls, screen.queryByRole('img')]).toEqual([[], null]);
});

test('Files that could not be sent show no progress', () => {
  const { container } = show([local('a.pdf')], 'failed');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe('failed');
});

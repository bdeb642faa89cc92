// @vitest-environment jsdom
import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import './files.texts.ts';
import { Lightbox } from './Lightbox.tsx';

// A zoom needs sizes, which jsdom has not.
vi.mock('./useZoom.ts', () => {
  return { useZoom: () => zoom };
});
const zoom = vi.hoisted(() => ({
  ...{ scale: 1, isClosest: false },
  ...{ closer: vi.fn(), further: vi.fn(), reset: vi.fn(), toggle: vi.fn() },
}));
afterEach(() => {
  cleanup();
  Object.assign(zoom, { scale: 1, isClosest: false });
  vi.clearAllMocks();
});

const pictures = ['un', 'deux', 'trois', 'quatre'].map(
  (id): FileAttachment => ({
    ...{ _id: id, name: `${id}.png`, type: 'image/png', size: 2_048, url: `/api/file/${id}/${id}.png` },
    ...{ width: 40, height: 30, thumbnail: null },
  }),
);
function show(first = 1, of = pictures) {
  const onClose = vi.fn();
  render(<Lightbox pictures={of} first={first} onClose={onClose} />);
  return onClose;
}
const shown = () => [screen.getByRole('img').getAttribute('alt'), screen.getByRole('status').textContent];
const button = (name: string) => screen.getByRole('button', { name });

test('The pictures of a message are turned by arrows, Home and End, and stop at the first and the last', async () => {
  show();
  expect(screen.getByRole('dialog', { name: 'deux.png' })).toBeDefined();
  expect(shown()).toEqual(['deux.png', '2 sur 4']);
  for (const [key, at] of [
    ['{ArrowRight}', 'trois.png'],
    ['{End}', 'quatre.png'],
    ['{ArrowRight}', 'quatre.png'],
    ['{ArrowLeft}', 'trois.png'],
    ['{Home}', 'un.png'],
    ['{ArrowLeft}', 'un.png'],
  ]) {
    await userEvent.keyboard(key as string);
    expect([key, shown()[0]]).toEqual([key, at]);
  }
  // No tip covers the picture.
  expect(document.querySelector('[data-tip]')).toBeNull();
  expect(button('Image précédente')).toHaveProperty('disabled', true);
  expect(button('Image suivante')).toHaveProperty('disabled', false);
});

test('The only picture of a message has nothing to turn, and is closed by Escape', async () => {
  const onClose = show(0, pictures.slice(0, 1));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Image suivante' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('A picture is downloaded under its own name; its closing gives the focus back to what opened it', async () => {
  const opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  const preloaded: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        preloaded.push(url);
      }
    },
  );
  const onClose = show(1);
  const download = () => screen.getByRole('link', { name: 'Télécharger' });
  const leads = () => [download().getAttribute('href'), download().getAttribute('download')];
  expect(leads()).toEqual(['/api/file/deux/deux.png', 'deux.png']);
  expect(preloaded).toEqual(['/api/file/trois/trois.png', '/api/file/un/un.png']);
  await userEvent.click(button('Image suivante'));
  expect(leads()).toEqual(['/api/file/trois/trois.png', 'trois.png']);
  await userEvent.click(button('Image précédente'));
  expect(shown()[0]).toBe('deux.png');
  await userEvent.click(button('Fermer'));
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  opener.remove();
  vi.unstubAllGlobals();
});

test('A picture is closed by « back » on a phone, which leaves the page where it is', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
  history.replaceState({ idx: 0 }, '');
  const onClose = show();
  expect(history.state).toEqual({ idx: 0, layer: 1 });
  history.back();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(history.state).toEqual({ idx: 0 });
  history.replaceState(null, '');
  vi.unstubAllGlobals();
});

test('A picture says how heavy it is, and has its size and its small version until it has loaded', () => {
  const small = pictures.map(one => ({ ...one, thumbnail: `/api/file/small-${one._id}` }));
  show(0, small);
  const image = screen.getByRole<HTMLImageElement>('img');
  expect(screen.getByText(/^2.(Ko|ko)/)).toBeDefined();
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['40', '30']);
  expect([image.getAttribute('src'), image.getAttribute('draggable')]).toEqual(['/api/file/un/un.png', 'false']);
  expect(image.style.backgroundImage).toContain('/api/file/small-un');
});

test('The last picture is shown when the one that was opened is there no more', () => {
  show(9);
  expect(shown()).toEqual(['quatre.png', '4 sur 4']);
});

test('A picture that cannot be loaded is said to be broken, and the next one is not', async () => {
  show();
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('Cette image ne peut pas être affichée.')).toBeDefined();
  await userEvent.click(button('Image suivante'));
  expect(shown()).toEqual(['trois.png', '3 sur 4']);
});

test('A picture comes closer by + and =, goes further by -, and is whole again by 0', async () => {
  show();
  await userEvent.keyboard('+=-0');
  expect([zoom.closer, zoom.further, zoom.reset].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
  fireEvent.doubleClick(screen.getByRole('img'));
  expect(zoom.toggle).toHaveBeenCalledOnce();
  expect(button('Réduire')).toHaveProperty('disabled', true);
  cleanup();
  Object.assign(zoom, { scale: 8, isClosest: true });
  show();
  expect([button('Réduire'), button('Agrandir')].map(one => (one as HTMLButtonElement).disabled)).toEqual([
    false,
    true,
  ]);
});

test('A whole picture is turned by a swipe of one finger, and closed by a press beside it; a zoomed one is neither', () => {
  const stage = () => screen.getByRole('img').parentElement as HTMLElement;
  const swipe = (by: number, { pointerType = 'touch', isPrimary = true } = {}) => {
    fireEvent.pointerDown(stage(), { clientX: 200, pointerType, isPrimary });
    fireEvent.pointerUp(stage(), { clientX: 200 + by, pointerType, isPrimary });
  };
  const onClose = show();
  swipe(-61);
  expect(shown()[0]).toBe('trois.png');
  swipe(61);
  expect(shown()[0]).toBe('deux.png');
  swipe(-60);
  swipe(-200, { pointerType: 'mouse' });
  swipe(-200, { isPrimary: false });
  expect(shown()[0]).toBe('deux.png');
  fireEvent.click(screen.getByRole('img'));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(stage());
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  zoom.scale = 2;
  const onZoomedClose = show();
  expect(stage().dataset.zoomed).toBe('true');
  swipe(-200);
  fireEvent.click(stage());
  expect(shown()[0]).toBe('deux.png');
  expect(onZoomedClose).not.toHaveBeenCalled();
});

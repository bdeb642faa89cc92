// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useZoom } from './useZoom.ts';

/** Fake Panzoom instances, since jsdom has no sizes to measure: their scale follows the calls. */
const made = vi.hoisted(() => [] as ReturnType<typeof Object.create>[]);
vi.mock('@panzoom/panzoom', () => ({
  default: (element: HTMLElement, options: { maxScale: number; handleStartEvent: (event: Event) => void }) => {
    let [scale, x, y] = [1, 0, 0];
    const to = (next: number) => {
      scale = Math.min(options.maxScale, Math.max(1, next));
      element.dispatchEvent(new Event('panzoomchange'));
    };
    const one = {
      options,
      getScale: () => scale,
      getPan: () => ({ x, y }),
      pan: (byX: number, byY: number) => {
        [x, y] = [byX, byY];
      },
      zoomIn: () => to(scale * 2),
      zoomOut: () => to(scale / 2),
      zoomToPoint: vi.fn((next: number) => to(next)),
      reset: vi.fn(() => {
        [x, y] = [0, 0];
        to(1);
      }),
      zoomWithWheel: vi.fn((event: Event) => event.preventDefault()),
      destroy: vi.fn(),
    };
    made.push(one);
    return one;
  },
}));
afterEach(() => {
  cleanup();
  made.length = 0;
});

function Picture({ id }: { id: string }) {
  const image = useRef<HTMLImageElement>(null);
  const zoom = useZoom(image, id);
  return (
    <div>
      <output>{`${zoom.scale} ${zoom.isClosest}`}</output>
      <button type="button" onClick={zoom.closer}>
        closer
      </button>
      <button type="button" onClick={zoom.further}>
        further
      </button>
      <button type="button" onClick={zoom.reset}>
        reset
      </button>
      <div data-testid="stage">
        <img key={id} ref={image} alt={id} onDoubleClick={zoom.toggle} />
      </div>
    </div>
  );
}
const said = () => screen.getByRole('status').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('A picture is brought closer as far as eight times, further, and whole again, by double press too', () => {
  render(<Picture id="un" />);
  expect(said()).toBe('1 false');
  for (let times = 0; times < 3; times += 1) press('closer');
  expect(said()).toBe('8 true');
  press('further');
  expect(said()).toBe('4 false');
  press('reset');
  expect(said()).toBe('1 false');
  fireEvent.doubleClick(screen.getByRole('img'), { clientX: 30, clientY: 40 });
  expect(said()).toBe('2.5 false');
  // The point that is pressed stays under the pointer.
  const at = expect.objectContaining({ clientX: 30, clientY: 40 });
  expect(made[0].zoomToPoint).toHaveBeenCalledWith(2.5, at, { animate: true });
  fireEvent.doubleClick(screen.getByRole('img'));
  expect(said()).toBe('1 false');
});

test('A whole picture stands in the middle, and leaves presses to swipes; a zoomed one is dragged', () => {
  render(<Picture id="un" />);
  const [zoom] = made;
  expect(zoom.options).toMatchObject({ minScale: 1, maxScale: 8, panOnlyWhenZoomed: true, step: 0.5, cursor: '' });
  const taken = () => {
    const event = new Event('pointerdown', { cancelable: true });
    zoom.options.handleStartEvent(event);
    return event.defaultPrevented;
  };
  expect(taken()).toBe(false);
  press('closer');
  expect(taken()).toBe(true);
  for (const [times, [x, y]] of [
    [40, 0],
    [0, 40],
  ].entries()) {
    if (zoom.getScale() === 1) press('closer');
    zoom.pan(x, y);
    press('further');
    expect([zoom.getPan(), zoom.reset.mock.calls.length]).toEqual([{ x: 0, y: 0 }, times + 1]);
  }
});

test('The next picture begins whole, is zoomed by the wheel, and leaves nothing of the one before', () => {
  const { rerender, unmount } = render(<Picture id="un" />);
  press('closer');
  rerender(<Picture id="deux" />);
  expect(said()).toBe('1 false');
  // The page does not scroll under it.
  expect(fireEvent.wheel(screen.getByTestId('stage'))).toBe(false);
  const [first, second] = made;
  expect([first.zoomWithWheel, second.zoomWithWheel].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect([first.destroy, second.destroy].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  unmount();
  expect(second.destroy).toHaveBeenCalledOnce();
});

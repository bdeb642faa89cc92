// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFileDrop } from './open/useFileDrop.ts';

const heard = vi.fn();
const measured = (element: HTMLElement | null) => {
  if (element) Object.assign(element, { getBoundingClientRect: () => box });
};
/** A pane of 300 pixels from 100 on, as the conversation beside a panel. */
function Pane() {
  const inside = useRef<HTMLDivElement>(null);
  const over = useFileDrop(inside, files => heard(files.map(({ name }) => name)));
  return (
    <section ref={measured}>
      <div ref={inside} role="status">
        {over ? 'over' : 'away'}
      </div>
    </section>
  );
}
const box = { left: 100, top: 100, right: 400, bottom: 400 };

beforeEach(() => {
  vi.useFakeTimers();
  heard.mockReset();
  render(<Pane />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const files = [new File(['x'], 'a.txt')];
/** Drags something over a point of the page, or drops it there; tells whether the browser would open it. */
function drag(kind: 'dragover' | 'drop', clientX: number, dataTransfer: object = { types: ['Files'], files }): boolean {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, clientY: 200 });
  return fireEvent(document.body, Object.assign(event, { dataTransfer }));
}
const state = () => screen.getByRole('status').textContent;

test('Files dropped on the pane are taken; those dropped beside it are neither taken nor opened by the browser', () => {
  expect(drag('dragover', 500)).toBe(false);
  expect(state()).toBe('over');
  for (const beside of [99, 401]) expect(drag('drop', beside)).toBe(false);
  expect(heard).not.toHaveBeenCalled();
  expect(drag('drop', 200)).toBe(false);
  expect(heard.mock.calls).toEqual([[['a.txt']]]);
  expect(state()).toBe('away');
});

test('Files dragged out of the window are away once the browser no longer tells of them', () => {
  drag('dragover', 200);
  act(() => vi.advanceTimersByTime(400));
  drag('dragover', 210);
  act(() => vi.advanceTimersByTime(400));
  expect(state()).toBe('over');
  act(() => vi.advanceTimersByTime(100));
  expect(state()).toBe('away');
});

test('A dragged text is left to the browser', () => {
  const text = { types: ['text/plain'], files: [] };
  expect([drag('dragover', 200, text), drag('drop', 200, text)]).toEqual([true, true]);
  expect([state(), heard.mock.calls]).toEqual(['away', []]);
});

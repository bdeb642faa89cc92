// @vitest-environment jsdom
import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { usePlace } from '../../../platform/place-settings.ts';
import { DropOverlay } from './open/DropOverlay.tsx';
import { useFileDrop } from './open/useFileDrop.ts';

const heard = vi.fn();
const measured = (element: HTMLElement | null) => {
  if (element) Object.assign(element, { getBoundingClientRect: () => box });
};
/** A pane of 300 pixels from 100 on, as the conversation beside a panel. */
function Pane({ to = '' }) {
  const inside = useRef<HTMLDivElement>(null);
  const over = useFileDrop(inside, files => heard(files.map(({ name }) => to + name)));
  return (
    <section ref={measured}>
      <div ref={inside} role="status">
        {over ? 'over' : 'away'}
      </div>
    </section>
  );
}
const box = { left: 100, top: 100, right: 400, bottom: 400 };

let pane: ReturnType<typeof render>;
beforeEach(() => {
  vi.useFakeTimers();
  heard.mockReset();
  pane = render(<Pane />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const files = [new File(['x'], 'a.txt')];
/** Drags something over a point of the page, or drops it there; tells whether the browser would open it. */
function drag(
  kind: 'dragover' | 'drop',
  clientX: number,
  dataTransfer: object = { types: ['Files'], files },
  clientY = 200,
): boolean {
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, clientY });
  return fireEvent(document.body, Object.assign(event, { dataTransfer }));
}
const state = () => screen.getByRole('status').textContent;

test('Files dropped on the pane are taken; those dropped beside it are neither taken nor opened by the browser', () => {
  expect(drag('dragover', 500)).toBe(false);
  expect(state()).toBe('over');
  for (const beside of [99, 401]) {
    expect(drag('drop', beside)).toBe(false);
    expect(drag('drop', 200, undefined, beside)).toBe(false);
  }
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

test('Files are taken at the very edge of the pane, by what it does with them now, and no longer once it is gone', () => {
  pane.rerender(<Pane to="plans/" />);
  drag('drop', 100, undefined, 400);
  expect(heard.mock.calls).toEqual([[['plans/a.txt']]]);
  pane.unmount();
  expect(drag('drop', 200)).toBe(true);
  expect(heard).toHaveBeenCalledOnce();
});

function Covered() {
  const over = useRef<HTMLDivElement>(null);
  return (
    <section>
      <div ref={over} />
      <DropOverlay over={over} />
    </section>
  );
}

test('The place to drop files covers the pane, and says how many and how large they may be here', () => {
  pane.unmount();
  const rect = { ...box, width: 300, height: 300 } as DOMRect;
  const measuring = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(rect);
  onTestFinished(() => measuring.mockRestore());
  render(<Covered />);
  const { left, top, width, height } = screen.getByRole('status').style;
  expect([left, top, width, height]).toEqual(['100px', '100px', '300px', '300px']);
  expect(screen.getByText('Déposez vos fichiers ici')).toBeDefined();
  expect(screen.getByText('10 fichiers au plus, de 50 Mo chacun')).toBeDefined();
  act(() => usePlace.setState({ settings: { fileBytes: 5 * 1024 * 1024 } as PlaceSettings }));
  onTestFinished(() => usePlace.setState({ settings: null }));
  expect(screen.getByText('10 fichiers au plus, de 5 Mo chacun')).toBeDefined();
});

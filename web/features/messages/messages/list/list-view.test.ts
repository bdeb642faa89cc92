// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListView } from './list-view.ts';
import type { Row } from './rows.ts';

/** As high as the view is, in pixels. */
const viewport = 400;
const rowHeight = 100;

let resized: () => void = () => {};
let view: ListView;
let leaving = () => {};
let rows: readonly Row[] = [];
let heights = new Map<string, number>();
let more = { older: false, newer: false };
let scrollTop = 0;
const heard = { scrolled: vi.fn(), look: vi.fn() };
let [frame, log, content] = [document.body, document.body, document.body];

const row = (key: string, firstNew = false): Row =>
  ({ key, kind: 'message', content: key, message: { reactions: [] }, day: null, header: false, firstNew }) as never;
const named = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(`m${from + index}`));
const heightOf = (key: string) => heights.get(key) ?? rowHeight;

/** Where what is drawn begins, in pixels from the top of all rows, and how high all of it is. */
const children = () => [...content.children] as HTMLElement[];
const heightOfChild = ({ dataset }: HTMLElement) => Number(dataset.gap ?? heightOf(dataset.row ?? ''));
const total = () => children().reduce((sum, child) => sum + heightOfChild(child), 0);
const most = () => Math.max(0, total() - viewport);

/** Draws what the view asks for, with room for the rows that are not drawn. */
function draw(): void {
  const range = view.rangeFor(rows);
  const gap = (from: readonly Row[]) => {
    const element = document.createElement('div');
    element.dataset.gap = String(from.reduce((sum, one) => sum + view.heightOf(one), 0));
    return element;
  };
  const drawn = rows.slice(range.first, range.last + 1).map(({ key }) => {
    const element = document.createElement('div');
    element.dataset.row = key;
    return element;
  });
  content.replaceChildren(gap(rows.slice(0, range.first)), ...drawn, gap(rows.slice(range.last + 1)));
  scrollTop = Math.min(scrollTop, most());
  view.drawn(rows, range, more, false);
}

/** These rows are there from now on; as a browser does, what was drawn tells its size before it is painted. */
function show(next: readonly Row[]): void {
  rows = next;
  draw();
  resized();
}

/** The top of a row, in pixels below the top of the view. */
function topOf(key: string): number {
  let top = -scrollTop;
  for (const child of children()) {
    if (child.dataset.row === key) return top;
    top += heightOfChild(child);
  }
  throw new Error(`${key} is not drawn`);
}

/** A person scrolls by so many pixels. */
function scroll(by: number): void {
  scrollTop = Math.max(0, Math.min(most(), scrollTop + by));
  log.dispatchEvent(new Event('scroll'));
}

/** Rows become so high: as in a browser, what is beyond the end is left first, then one hears of it. */
function become(changed: Record<string, number>): void {
  for (const [key, height] of Object.entries(changed)) heights.set(key, height);
  const before = scrollTop;
  scrollTop = Math.min(scrollTop, most());
  if (scrollTop !== before) log.dispatchEvent(new Event('scroll'));
  resized();
}

/** The first row whose top is in sight. */
const firstInSight = () => rows.find(({ key }) => isDrawn(key) && topOf(key) >= 0) ?? rows[0]!;
const isDrawn = (key: string) => children().some(({ dataset }) => dataset.row === key);

const below = () => most() - scrollTop;

beforeEach(() => {
  [rows, heights, more, scrollTop] = [named(10, 30), new Map(), { older: false, newer: false }, 0];
  vi.clearAllMocks();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        resized = call;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const div = () => document.createElement('div');
  [frame, log, content] = [div(), div(), div()];
  Object.defineProperty(frame, 'clientHeight', { get: () => viewport });
  Object.defineProperties(log, {
    clientHeight: { get: () => viewport },
    clientWidth: { get: () => 800 },
    scrollHeight: { get: () => Math.max(viewport, total()) },
    scrollTop: { get: () => scrollTop },
    scrollBy: {
      value: ({ top }: { top: number }) => {
        scrollTop = Math.max(0, Math.min(most(), scrollTop + top));
      },
    },
  });
  log.getBoundingClientRect = () => new DOMRect(0, 0, 800, viewport);
  content.getBoundingClientRect = () => new DOMRect(0, -scrollTop, 800, total());
  HTMLElement.prototype.getBoundingClientRect = function box(this: HTMLElement) {
    const before = children().slice(0, children().indexOf(this));
    const top = before.reduce((sum, child) => sum + heightOfChild(child), -scrollTop);
    return new DOMRect(0, top, 800, heightOfChild(this));
  };
  view = new ListView({ draw: () => draw(), ...heard });
  leaving = view.attach(frame, log, content);
  show(rows);
});

const rectOf = HTMLElement.prototype.getBoundingClientRect;
afterEach(() => {
  leaving();
  HTMLElement.prototype.getBoundingClientRect = rectOf;
  vi.unstubAllGlobals();
});

describe('a list at its end', () => {
  it('stays there when what is above shrinks, which is no scroll of a person', () => {
    become({ m26: 40, m27: 20 });
    expect(below()).toBe(0);
    expect(heard.scrolled).not.toHaveBeenCalled();
    become({ m29: 300 });
    expect(below()).toBe(0);
  });

  it('stays there when rows come, grow or leave', () => {
    show(named(10, 32));
    expect(below()).toBe(0);
    become({ m31: 250 });
    expect(below()).toBe(0);
    show(rows.slice(0, -3));
    expect(below()).toBe(0);
  });

  it('is left by who scrolls up, and come back to by who scrolls down to it', () => {
    scroll(-150);
    expect(heard.scrolled).toHaveBeenCalledOnce();
    show(named(10, 32));
    expect(below()).toBe(350);
    scroll(350);
    show(named(10, 33));
    expect(below()).toBe(0);
  });
});

describe('a list in which one reads further up', () => {
  it('keeps the row one reads where it is when what is above grows, shrinks or comes', () => {
    scroll(-950);
    const { key } = firstInSight();
    const before = topOf(key);
    become({ m15: 300 });
    expect(topOf(key)).toBe(before);
    show(named(0, 30));
    expect(topOf(key)).toBe(before);
    become({ m15: 20 });
    expect(topOf(key)).toBe(before);
  });

  it('keeps it near the end too, where the browser has to go up because what is above shrank', () => {
    scroll(-50);
    const before = topOf('m27');
    become({ m24: 20 });
    // No row is left to be shown below: the end of the list is at the bottom of the view.
    expect(Math.min(below(), topOf('m27') - before)).toBe(0);
    expect(heard.scrolled).toHaveBeenCalledOnce();
  });

  it('keeps the row next to the one it held on to when that one is deleted', () => {
    scroll(-950);
    const held = firstInSight();
    const next = rows[rows.indexOf(held) + 1]!.key;
    const before = topOf(next);
    show(rows.filter(one => one !== held));
    expect(topOf(next)).toBe(before);
  });
});

describe('a list of which newer messages are not here', () => {
  it('does not take the last row that is here for its end', () => {
    more = { older: false, newer: true };
    show(rows);
    const before = topOf('m28');
    show(named(10, 40));
    expect(topOf('m28')).toBe(before);
  });
});

describe('a list that opens', () => {
  it('begins a third below its top with the line of what is new, and at its end when nothing is', () => {
    expect(below()).toBe(0);
    view.beginAnew();
    show(named(10, 30).map(one => (one.key === 'm15' ? row('m15', true) : one)));
    expect(topOf('m15')).toBe(163);
  });
});

describe('a row that is brought into sight', () => {
  it('moves the list no further than it takes', () => {
    view.reveal('m26');
    expect(below()).toBe(0);
    view.reveal('m20');
    expect(topOf('m20')).toBe(0);
    view.reveal('m25');
    expect(topOf('m25')).toBe(viewport - rowHeight);
  });
});

it('what has been in sight is told by the last row that is whole in it', () => {
  expect(heard.look.mock.lastCall?.[0].seen.key).toBe('m29');
  scroll(-150);
  expect(heard.look.mock.lastCall?.[0].seen.key).toBe('m27');
});

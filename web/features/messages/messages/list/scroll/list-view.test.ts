// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../../../ui/motion/after-paint.ts';
import type { Row } from '../rows/rows.ts';
import { ListView } from './list-view.ts';

/** Height of the view, in pixels. */
const viewport = 400;
const rowHeight = 100;
/** Height of the list's frame. */
let frameHeight = viewport;
/** Elements whose size is watched. */
let watched: Element[] = [];

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
  ({
    key,
    kind: 'message',
    content: key,
    message: { reactions: [] },
    day: null,
    header: false,
    replies: null,
    firstNew,
  }) as never;
const named = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(`m${from + index}`));
const heightOf = (key: string) => heights.get(key) ?? rowHeight;

/** Elements rendered, their heights, and the scrollable height. */
const children = () => [...content.children] as HTMLElement[];
const heightOfChild = ({ dataset }: HTMLElement) => Number(dataset.gap ?? heightOf(dataset.row ?? ''));
const total = () => children().reduce((sum, child) => sum + heightOfChild(child), 0);
const most = () => Math.max(0, total() - viewport);

/** Renders the view's range, with gaps for the other rows. */
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

/** Shows these rows, then reports their sizes before the paint, as a browser does. */
function show(next: readonly Row[]): void {
  rows = next;
  draw();
  resized();
}

/** Returns the top of a row, in pixels below the top of the view. */
function topOf(key: string): number {
  let top = -scrollTop;
  for (const child of children()) {
    if (child.dataset.row === key) return top;
    top += heightOfChild(child);
  }
  throw new Error(`${key} is not drawn`);
}

/** Scrolls by so many pixels, as a user does. */
function scroll(by: number): void {
  scrollTop = Math.max(0, Math.min(most(), scrollTop + by));
  log.dispatchEvent(new Event('scroll'));
}

/** Changes the heights of rows: as in a browser, the scroll position is clamped first, then the sizes are reported. */
function become(changed: Record<string, number>): void {
  for (const [key, height] of Object.entries(changed)) heights.set(key, height);
  const before = scrollTop;
  scrollTop = Math.min(scrollTop, most());
  if (scrollTop !== before) log.dispatchEvent(new Event('scroll'));
  resized();
}

/** Returns the first row whose top is in view. */
const firstInSight = () => rows.find(({ key }) => isDrawn(key) && topOf(key) >= 0) ?? rows[0]!;
const isDrawn = (key: string) => children().some(({ dataset }) => dataset.row === key);

const below = () => most() - scrollTop;

beforeEach(() => {
  [rows, heights, more, scrollTop] = [named(10, 30), new Map(), { older: false, newer: false }, 0];
  [frameHeight, watched] = [viewport, []];
  vi.clearAllMocks();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        resized = call;
      }
      observe(element: Element): void {
        watched.push(element);
      }
      disconnect(): void {
        watched = [];
      }
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const div = () => document.createElement('div');
  [frame, log, content] = [div(), div(), div()];
  Object.defineProperty(frame, 'clientHeight', { get: () => frameHeight });
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
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('A list of ten thousand rows has few of them in the page, at its end and scrolled up', async () => {
  const drawn = () => children().filter(({ dataset }) => dataset.row).length;
  show(named(0, 10_000));
  await new Promise<void>(painted => void afterPaint(painted));
  let most = drawn();
  for (let n = 0; n < 20; n += 1) {
    scroll(-950);
    most = Math.max(most, drawn());
  }
  // Rows not drawn yet are assumed to be smaller: more are drawn than a view and a view on each side hold.
  expect([most >= 12, most <= 60], `${most} rows`).toEqual([true, true]);
});

it('A list that is left hears of no scroll, and draws nothing more', () => {
  leaving();
  const before = children();
  scroll(-950);
  expect([heard.scrolled.mock.calls, children()]).toEqual([[], before]);
});

it('A list is as high as what it is in, whose size it watches beside that of its rows until it is left', () => {
  expect([watched, log.style.height]).toEqual([[frame, content], '400px']);
  frameHeight = 300;
  resized();
  expect(log.style.height).toBe('300px');
  // A hidden frame has no height to take.
  frameHeight = 0;
  resized();
  expect(log.style.height).toBe('300px');
  leaving();
  expect(watched).toEqual([]);
});

it('A list that follows another is taken to be as high, before it is laid out', () => {
  expect(new ListView({ draw() {}, ...heard }).likelyHeight).toBe(viewport);
});

describe('A list at its end', () => {
  it('A list at its end stays there when rows above shrink, which is no user scroll', () => {
    become({ m26: 40, m27: 20 });
    expect(below()).toBe(0);
    expect(heard.scrolled).not.toHaveBeenCalled();
    become({ m29: 300 });
    expect(below()).toBe(0);
  });

  it('A list at its end stays there when rows come, grow or leave', () => {
    show(named(10, 32));
    expect(below()).toBe(0);
    become({ m31: 250 });
    expect(below()).toBe(0);
    show(rows.slice(0, -3));
    expect(below()).toBe(0);
  });

  it('A list at its end is left by scrolling up, and reached again by scrolling down', () => {
    scroll(-150);
    expect(heard.scrolled).toHaveBeenCalledOnce();
    show(named(10, 32));
    expect(below()).toBe(350);
    scroll(350);
    show(named(10, 33));
    expect(below()).toBe(0);
  });

  it('A list that goes smoothly to its end counts as there, until somebody scrolls up meanwhile', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    log.scrollTo = vi.fn() as never;
    scroll(-300);
    heard.scrolled.mockClear();
    view.toEnd();
    expect(log.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: most(), behavior: 'smooth' });
    // The browser’s own steps.
    scroll(100);
    expect([heard.scrolled.mock.calls.length, heard.look.mock.lastCall?.[0].below, below()]).toEqual([0, 0, 200]);
    scroll(-50);
    expect([heard.scrolled.mock.calls.length, heard.look.mock.lastCall?.[0].below]).toEqual([1, 250]);
    show(named(10, 31));
    expect(below()).toBe(350);
  });

  it('A list that goes smoothly to its end and is sent to a row meanwhile stays where it is scrolled from there', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    log.scrollTo = vi.fn() as never;
    scroll(-300);
    view.toEnd();
    scroll(100);
    view.goTo({ at: 'row', key: 'm20', top: 0 });
    expect(topOf('m20')).toBe(0);
    scroll(50);
    become({ m19: 150 });
    expect(topOf('m20')).toBe(-50);
  });

  it.each([
    ['who asked for less motion', true, false, 300],
    ['a page that nobody sees', false, true, 300],
    ['a view far above', false, false, 900],
  ])('A list goes to its end at once for %s', (_whom, matches, hidden, far) => {
    vi.stubGlobal('matchMedia', () => ({ matches }));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    log.scrollTo = vi.fn() as never;
    scroll(-far);
    view.toEnd();
    expect(log.scrollTo).not.toHaveBeenCalled();
    expect(below()).toBe(0);
  });

  it('A list whose smooth scroll no browser tells the end of stays at its end after a while', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    log.scrollTo = vi.fn() as never;
    scroll(-300);
    view.toEnd();
    scroll(230);
    vi.advanceTimersByTime(700);
    become({ m27: 127 });
    expect(below()).toBe(0);
  });

  it('A list that goes smoothly to its end moves none of its rows back when those above grow meanwhile', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    log.scrollTo = vi.fn() as never;
    view.toEnd();
    show(named(10, 31));
    scroll(30);
    const top = topOf('m29');
    become({ m27: 127 });
    expect([topOf('m29'), below()]).toEqual([top, 70]);
    expect(log.scrollTo).toHaveBeenLastCalledWith({ top: most(), behavior: 'smooth' });
    // The `scrollend` of the interrupted smooth scroll does not end this scroll.
    log.dispatchEvent(new Event('scrollend'));
    become({ m27: 100 });
    expect([topOf('m29'), below()]).toEqual([top, 70]);
    scroll(70);
    log.dispatchEvent(new Event('scrollend'));
    become({ m27: 127 });
    expect(below()).toBe(0);
  });
});

describe('A list scrolled up', () => {
  it('A list scrolled up keeps the anchored row in place when rows above grow, shrink or come', () => {
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

  it('A list scrolled far beyond the rows that are drawn stays there, though no row told how high those between are', () => {
    show(named(0, 300));
    scroll(-most() / 2);
    const { key } = firstInSight();
    expect([topOf(key) < viewport, below() > viewport]).toEqual([true, true]);
    const before = topOf(key);
    become({ m299: 250 });
    expect(topOf(key)).toBe(before);
  });

  it('A list scrolled up keeps the anchored row near the end too, where the browser clamps the position', () => {
    scroll(-50);
    const before = topOf('m27');
    become({ m24: 20 });
    // No row remains below: the end of the list is at the bottom of the view.
    expect(Math.min(below(), topOf('m27') - before)).toBe(0);
    expect(heard.scrolled).toHaveBeenCalledOnce();
  });

  it('A list scrolled up keeps the next row in place when the anchored one is deleted', () => {
    scroll(-950);
    const held = firstInSight();
    const next = rows[rows.indexOf(held) + 1]!.key;
    const before = topOf(next);
    show(rows.filter(one => one !== held));
    expect(topOf(next)).toBe(before);
  });
});

describe('A list without its newest messages', () => {
  it('A list without its newest messages does not take its last row for the end', () => {
    more = { older: false, newer: true };
    show(rows);
    const before = topOf('m28');
    show(named(10, 40));
    expect(topOf('m28')).toBe(before);
  });

  it('A list without its newest messages that is scrolled to its last row stays there as the next ones come', () => {
    more = { older: false, newer: true };
    show(rows);
    scroll(-20);
    scroll(20);
    const before = topOf('m28');
    show(named(10, 60));
    expect(topOf('m28')).toBe(before);
  });
});

describe('A list that opens', () => {
  it('A list that opens shows the line of new messages a third down, or its end when nothing is new', () => {
    expect(below()).toBe(0);
    view.beginAnew();
    show(named(10, 30).map(one => (one.key === 'm15' ? row('m15', true) : one)));
    expect(topOf('m15')).toBe(163);
  });
});

describe('A revealed row', () => {
  it('A revealed row scrolls the list no further than needed', () => {
    view.reveal('m26');
    expect(below()).toBe(0);
    view.reveal('m20');
    expect(topOf('m20')).toBe(0);
    view.reveal('m25');
    expect(topOf('m25')).toBe(viewport - rowHeight);
    expect(view.inSight()).toEqual(['m22', 'm23', 'm24', 'm25']);
    // A message taller than the view begins at its top, and is alone in sight.
    become({ m27: 900 });
    view.reveal('m27');
    expect([topOf('m27'), view.inSight()]).toEqual([0, ['m27']]);
  });
});

it('The seen row is the last one wholly in view', () => {
  expect(heard.look.mock.lastCall?.[0].seen.key).toBe('m29');
  scroll(-150);
  expect(heard.look.mock.lastCall?.[0].seen.key).toBe('m27');
});

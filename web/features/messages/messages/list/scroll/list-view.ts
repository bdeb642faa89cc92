import { afterPaint } from '../../../../../ui/motion/after-paint.ts';
import type { Row } from '../rows/rows.ts';
import { type Anchor, type Box, end, kept, offBy, opening, type Range, rangeAround, reading, rowAt } from './anchor.ts';
import { Heights } from './heights.ts';
import { Scroller } from './scroller.ts';

/** Part of the list in view. */
export interface Sight {
  /** Pixels of rows above and below the view. */
  above: number;
  below: number;
  /** Last row whose end is in view. */
  seen: Row | undefined;
}

interface Host {
  /** Requests a render of other rows: synchronously, before the paint, or soon. */
  draw: (now: boolean) => void;
  look: (sight: Sight) => void;
  /** Called as the user scrolls. */
  scrolled: () => void;
}

/** Overscan beyond each edge, in views: little at first, for an early first paint. */
const beyondAtFirst = 0.1;
const beyond = 1;
/** Maximum of synchronous renders in a row: rows whose height was misjudged bring others. */
const drawsAtOnce = 12;

/** Size of the last list, which the next one most likely shares. */
let likely = { width: 0, height: 0 };

/**
 * Keeps a list at its anchor, for any change of its rows, their heights and its size. It alone writes the scroll
 * position: a position that it did not write is the user's.
 */
export class ListView {
  private scroller: Scroller | undefined;
  private anchor: Anchor = end;
  private placed = false;
  private rows: readonly Row[] = [];
  private range: Range = { first: 0, last: -1 };
  private boxes: readonly Box[] = [];
  /** Scroll position at which the boxes were measured. */
  private measuredAt = 0;
  /** Whether messages exist beyond the loaded rows on each side. */
  private more = { older: false, newer: false };
  private readonly heights = new Heights();
  private beyond = beyondAtFirst;
  private draws = 0;
  /** Expected height of the view before its first layout: the first render then mostly fits. */
  readonly likelyHeight: number | undefined = likely.height || undefined;

  constructor(private readonly host: Host) {
    // The very first list may fill the window, as on a phone; text is never wider than its maximum anyway.
    this.heights.setWidth(likely.width || window.innerWidth);
  }

  /** Attaches the frame, the scrolling element and the element of the rows; returns the function that detaches them. */
  attach(frame: HTMLElement, log: HTMLElement, content: HTMLElement): () => void {
    const scroller = new Scroller(frame, log, content, {
      scrolled: by => this.scrolled(by),
      resized: () => this.settleAnew(),
      glided: () => this.settleAnew(),
    });
    this.scroller = scroller;
    const stop = afterPaint(() => {
      this.beyond = beyond;
      this.cover(false);
    });
    return () => {
      scroller.leave();
      stop();
    };
  }

  /** Computes the range of rows to render. */
  rangeFor(rows: readonly Row[]): Range {
    const viewport = this.scroller?.height || likely.height || window.innerHeight;
    return rangeAround(this.anchorAmong(rows, viewport), rows, this.heights.of, viewport, viewport * this.beyond);
  }

  heightOf = (row: Row): number => this.heights.of(row);

  /** Records the rendered rows and range, and restores the anchor; scrolls smoothly if `followed` at the end. */
  drawn(rows: readonly Row[], range: Range, more: { older: boolean; newer: boolean }, followed: boolean): void {
    if (!this.scroller || rows.length === 0) return;
    if (followed && this.placed && this.anchor.at === 'end') this.scroller.startGliding(1);
    this.anchor = this.anchorAmong(rows, this.scroller.height);
    this.placed = true;
    this.rows = rows;
    this.range = range;
    this.more = more;
    this.settle();
  }

  private anchorAmong(rows: readonly Row[], viewport: number): Anchor {
    return this.placed ? kept(this.anchor, this.boxes, rows) : opening(rows, viewport);
  }

  /** Sets another anchor and scrolls to it. */
  goTo(anchor: Anchor): void {
    this.scroller?.stopGliding();
    this.anchor = anchor;
    this.settleAnew();
  }

  /** Opens anew: at the line of new messages if any, else at the end. */
  reopen(): void {
    this.goTo(opening(this.rows, this.viewport));
  }

  /** Opens anew at the next render. */
  beginAnew(): void {
    this.scroller?.stopGliding();
    this.placed = false;
  }

  /** Goes to the end, smoothly from nearby, and stays there. */
  toEnd(): void {
    this.anchor = end;
    this.scroller?.startGliding();
    this.settleAnew();
  }

  /** Scrolls a row into view, whole if it fits, by the least movement. */
  reveal(key: string): void {
    const { viewport } = this;
    // Rendered first: only then is the height of its separators known.
    if (!this.boxOf(key)) this.goTo({ at: 'row', key, top: 0 });
    const box = this.boxOf(key);
    if (!box) return;
    if (box.start < 0 || box.end - box.start > viewport) this.goTo({ at: 'row', key, top: box.top - box.start });
    else if (box.end > viewport) this.goTo({ at: 'row', key, top: viewport - (box.end - box.top) });
  }

  /** Scrolls by so many pixels, as a user does. */
  scrollBy(pixels: number): void {
    this.scroller?.scrollBy(pixels);
  }

  /** Returns the keys of the rows wholly in view; partly, when none is. */
  inSight(): string[] {
    const { viewport } = this;
    const whole = this.boxes.filter(box => box.top >= -1 && box.end <= viewport + 1);
    const some = whole.length > 0 ? whole : this.boxes.filter(box => box.end > 0 && box.top < viewport);
    return some.map(box => box.key);
  }

  private get viewport(): number {
    return this.scroller?.height ?? 0;
  }

  private boxOf(key: string): Box | undefined {
    return this.boxes.find(box => box.key === key);
  }

  private settleAnew(): void {
    this.draws = 0;
    this.settle();
  }

  /** Scrolls the rendered rows to the anchor. */
  private settle(): void {
    const { scroller } = this;
    if (!scroller || !this.placed || scroller.height === 0) return;
    likely = { width: scroller.width, height: scroller.height };
    this.heights.setWidth(likely.width);
    const grownAbove = this.measure(scroller);
    if (this.anchor.at === 'end' && this.more.newer) this.anchor = this.readingNow() ?? end;
    if (this.anchor.at === 'end') scroller.toEnd(grownAbove);
    else {
      const box = this.boxOf(this.anchor.key);
      if (box) this.moveBy(scroller, offBy(this.anchor, box));
      if (box && !this.more.newer && scroller.below <= 1) this.anchor = end;
    }
    scroller.settled();
    // Once the render is complete, anchors the row that the user reads.
    if (!this.cover(true) && this.anchor.at === 'row') this.anchor = this.readingNow() ?? this.anchor;
    this.look(scroller);
  }

  private scrolled(by: number): void {
    const { scroller } = this;
    if (!scroller || !this.placed) return;
    this.draws = 0;
    this.measure(scroller);
    // During a smooth scroll to the end, only the user scrolls up.
    if (!scroller.isGliding || by < 0) {
      scroller.stopGliding();
      this.follow(scroller, by);
      this.host.scrolled();
    }
    this.cover(true);
    this.look(scroller);
  }

  private follow(scroller: Scroller, by: number): void {
    if (this.anchor.at === 'row') {
      const box = this.boxOf(this.anchor.key);
      // Subtracts a simultaneous change of layout from the user's scroll.
      if (box) this.moveBy(scroller, offBy(this.anchor, box) + by);
    }
    if (!this.more.newer && scroller.below <= 1) this.anchor = end;
    else this.anchor = this.readingNow() ?? this.foreseen(scroller) ?? this.anchor;
  }

  private readingNow(): Anchor | undefined {
    return reading(this.boxes, this.viewport, this.more.older ? this.rows[0]?.key : undefined);
  }

  /** Anchors by estimated heights when no rendered row is in view. */
  private foreseen({ above }: Scroller): Anchor | undefined {
    const found = rowAt(this.rows, this.heights.of, above);
    return found && { at: 'row', key: found.row.key, top: found.top - above, of: 'start' };
  }

  private moveBy(scroller: Scroller, pixels: number): void {
    const moved = scroller.moveBy(pixels);
    if (moved === 0) return;
    const shifted = (box: Box) => ({ ...box, start: box.start - moved, top: box.top - moved, end: box.end - moved });
    this.boxes = this.boxes.map(shifted);
    this.measuredAt += moved;
  }

  /**
   * Measures the rendered rows; returns by how many pixels the rows above the last one have grown since they were
   * measured.
   */
  private measure(scroller: Scroller): number {
    const known = new Map(this.rows.slice(this.range.first, this.range.last + 1).map(row => [row.key, row]));
    const last = this.boxes.findLast(box => known.has(box.key));
    const before = this.measuredAt;
    this.measuredAt = scroller.position;
    this.boxes = scroller.measure().filter(box => {
      const row = known.get(box.key);
      if (row) this.heights.measured(row, box.end - box.start);
      return row !== undefined;
    });
    const now = last && this.boxOf(last.key);
    return now ? now.top + this.measuredAt - (last.top + before) : 0;
  }

  /** Requests a render when the rendered rows do not reach far enough; tells whether it did. */
  private cover(now: boolean): boolean {
    const { viewport, rows, range } = this;
    const need = rangeAround(this.anchor, rows, this.heights.of, viewport, (viewport * this.beyond) / 2);
    if (need.first >= range.first && need.last <= range.last) return false;
    this.draws += 1;
    this.host.draw(now && this.draws < drawsAtOnce);
    return true;
  }

  private look({ above, below, height, isGliding }: Scroller): void {
    const lowest = this.boxes.findLast(box => box.end <= height + 1);
    const seen = lowest && this.rows.find(row => row.key === lowest.key);
    // A smooth scroll to the end counts as being there.
    this.host.look({ above, below: isGliding ? 0 : below, seen });
  }
}

import { afterPaint } from '../../../../ui/motion/after-paint.ts';
import { type Anchor, type Box, end, kept, offBy, opening, type Range, rangeAround, reading, rowAt } from './anchor.ts';
import { Heights } from './heights.ts';
import type { Row } from './rows.ts';
import { Scroller } from './scroller.ts';

/** What a person sees of the list. */
export interface Sight {
  /** Pixels of rows above and below what is in sight. */
  above: number;
  below: number;
  /** The last row whose end is in sight. */
  seen: Row | undefined;
}

interface Host {
  /** Other rows have to be drawn: now, before the browser paints, or as soon as may be. */
  draw: (now: boolean) => void;
  look: (sight: Sight) => void;
  /** A person has scrolled. */
  scrolled: () => void;
}

/** How many views of rows are drawn beyond each edge: few at first, so that the first ones are painted soon. */
const beyondAtFirst = 0.1;
const beyond = 1;
/** Rows whose height was not foreseen bring others: so often before the browser may paint. */
const drawsAtOnce = 12;

/** The size of the list that was there last, which the next one most likely has too. */
let likely = { width: 0, height: 0 };

/**
 * Keeps a list where its `Anchor` says, whatever its rows, their heights and its own size become. Nobody else writes
 * the scroll position: what it did not write, a person did.
 */
export class ListView {
  private scroller: Scroller | undefined;
  private anchor: Anchor = end;
  private placed = false;
  private rows: readonly Row[] = [];
  private range: Range = { first: 0, last: -1 };
  private boxes: readonly Box[] = [];
  /** Which messages exist that are not here: the rows begin, or end, where the place does not. */
  private more = { older: false, newer: false };
  private readonly heights = new Heights();
  private beyond = beyondAtFirst;
  private draws = 0;
  /** How high the view should be, in pixels, before it is there: what is drawn first is then mostly what is left. */
  readonly likelyHeight: number | undefined = likely.height || undefined;

  constructor(private readonly host: Host) {
    // The first of all may have the whole window, as on a phone; nowhere is text wider than its lines may be.
    this.heights.setWidth(likely.width || window.innerWidth);
  }

  /** Takes the frame, the element that scrolls in it and the one that holds its rows; gives the way to leave them. */
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

  /** Which of these rows to draw. */
  rangeFor(rows: readonly Row[]): Range {
    const viewport = this.scroller?.height || likely.height || window.innerHeight;
    return rangeAround(this.anchorAmong(rows, viewport), rows, this.heights.of, viewport, viewport * this.beyond);
  }

  heightOf = (row: Row): number => this.heights.of(row);

  /** These rows are there, of which this range is drawn; they are put where they belong, smoothly if `followed` at the end. */
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

  /** Stands somewhere else from now on. */
  goTo(anchor: Anchor): void {
    this.scroller?.stopGliding();
    this.anchor = anchor;
    this.settleAnew();
  }

  /** Opens anew: on the line of new messages if there is one, else at the end. */
  reopen(): void {
    this.goTo(opening(this.rows, this.viewport));
  }

  /** The same, with the rows that are drawn next. */
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

  /** Brings a row into sight, whole if it fits, with the least movement. */
  reveal(key: string): void {
    const { viewport } = this;
    // Drawn first: only then is known what stands above it.
    if (!this.boxOf(key)) this.goTo({ at: 'row', key, top: 0 });
    const box = this.boxOf(key);
    if (!box) return;
    if (box.start < 0 || box.end - box.start > viewport) this.goTo({ at: 'row', key, top: box.top - box.start });
    else if (box.end > viewport) this.goTo({ at: 'row', key, top: viewport - (box.end - box.top) });
  }

  /** Scrolls by so many pixels, as a person does. */
  scrollBy(pixels: number): void {
    this.scroller?.scrollBy(pixels);
  }

  /** The keys of the rows that are whole in sight; of those in part, when none is. */
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

  /** Puts what is drawn where the anchor says. */
  private settle(): void {
    const { scroller } = this;
    if (!scroller || !this.placed || scroller.height === 0) return;
    likely = { width: scroller.width, height: scroller.height };
    this.heights.setWidth(likely.width);
    this.measure(scroller);
    if (this.anchor.at === 'end' && this.more.newer) this.anchor = this.readingNow() ?? end;
    if (this.anchor.at === 'end') scroller.toEnd();
    else {
      const box = this.boxOf(this.anchor.key);
      if (box) this.moveBy(scroller, offBy(this.anchor, box));
      if (box && !this.more.newer && scroller.below <= 1) this.anchor = end;
    }
    scroller.settled();
    // Once all is drawn that will be, the row one reads is the one to hold on to, as for the eye.
    if (!this.cover(true) && this.anchor.at === 'row') this.anchor = this.readingNow() ?? this.anchor;
    this.look(scroller);
  }

  private scrolled(by: number): void {
    const { scroller } = this;
    if (!scroller || !this.placed) return;
    this.draws = 0;
    this.measure(scroller);
    // On its way to the end, it is a person who turns back.
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
      // What changed in the same instant is not the person's doing.
      if (box) this.moveBy(scroller, offBy(this.anchor, box) + by);
    }
    if (!this.more.newer && scroller.below <= 1) this.anchor = end;
    else this.anchor = this.readingNow() ?? this.foreseen(scroller) ?? this.anchor;
  }

  private readingNow(): Anchor | undefined {
    return reading(this.boxes, this.viewport, this.more.older ? this.rows[0]?.key : undefined);
  }

  /** Where one is when nothing that is drawn is in sight: as far as heights are foreseen. */
  private foreseen({ above }: Scroller): Anchor | undefined {
    const found = rowAt(this.rows, this.heights.of, above);
    return found && { at: 'row', key: found.row.key, top: found.top - above, of: 'start' };
  }

  private moveBy(scroller: Scroller, pixels: number): void {
    const moved = scroller.moveBy(pixels);
    if (moved === 0) return;
    const shifted = (box: Box) => ({ ...box, start: box.start - moved, top: box.top - moved, end: box.end - moved });
    this.boxes = this.boxes.map(shifted);
  }

  private measure(scroller: Scroller): void {
    const known = new Map(this.rows.slice(this.range.first, this.range.last + 1).map(row => [row.key, row]));
    this.boxes = scroller.measure().filter(box => {
      const row = known.get(box.key);
      if (row) this.heights.measured(row, box.end - box.start);
      return row !== undefined;
    });
  }

  /** Asks for other rows when those that are drawn do not reach far enough; says whether it did. */
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
    // On its way to the end, it is as good as there.
    this.host.look({ above, below: isGliding ? 0 : below, seen });
  }
}

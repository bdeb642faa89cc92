import type { Box } from './anchor.ts';

/** Timeout of a smooth scroll whose end is not reported. */
const glideTimeoutMs = 700;

interface Watcher {
  /** Called as the user scrolls by so many pixels. */
  scrolled: (by: number) => void;
  /** Called as the view or its content changes size. */
  resized: () => void;
  /** Called as a smooth scroll ends. */
  glided: () => void;
}

/** Wraps the scrolling element and its rows: the only reader and writer of their layout. */
export class Scroller {
  private known = 0;
  /** Maximum scroll position when `known` was recorded. */
  private most = 0;
  private glide: number | undefined;
  private gliding: ReturnType<typeof setTimeout> | undefined;
  private readonly sizes: ResizeObserver;

  constructor(
    private readonly frame: HTMLElement,
    private readonly log: HTMLElement,
    private readonly content: HTMLElement,
    private readonly watcher: Watcher,
  ) {
    this.fit();
    this.settled();
    this.sizes = new ResizeObserver(() => {
      this.fit();
      watcher.resized();
    });
    this.sizes.observe(frame);
    this.sizes.observe(content);
    log.addEventListener('scroll', this.scrolled, { passive: true });
    log.addEventListener('scrollend', this.scrollEnded);
  }

  leave(): void {
    this.sizes.disconnect();
    this.stopGliding();
    this.log.removeEventListener('scroll', this.scrolled);
    this.log.removeEventListener('scrollend', this.scrollEnded);
  }

  /**
   * Copies the frame's height only here: an element beside it may change its height and back within one task, as the
   * composer's field does, and the browser would move the list's end.
   */
  private fit(): void {
    const { clientHeight } = this.frame;
    if (clientHeight > 0) this.log.style.height = `${clientHeight}px`;
  }

  get height(): number {
    return this.log.clientHeight;
  }

  get width(): number {
    return this.log.clientWidth;
  }

  /** Pixels of rows above the view; `below` counts the pixels under it. */
  get above(): number {
    return this.known;
  }

  /** Current scroll position, which a smooth scroll may have moved since it was last recorded. */
  get position(): number {
    return this.log.scrollTop;
  }

  get below(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** Whether a smooth scroll is running. */
  get isGliding(): boolean {
    return this.glide !== undefined;
  }

  /** Measures the rendered rows, from top to bottom. */
  measure(): Box[] {
    const origin = this.log.getBoundingClientRect().top;
    const boxes: Box[] = [];
    let start = this.content.getBoundingClientRect().top - origin;
    for (const child of this.content.children) {
      if (!(child instanceof HTMLElement)) continue;
      const { row, gap } = child.dataset;
      // Separators belong to the row below them.
      if (row === undefined && gap === undefined) continue;
      const box = child.getBoundingClientRect();
      const end = box.bottom - origin;
      if (row !== undefined) boxes.push({ key: row, start, top: box.top - origin, end });
      start = end;
    }
    return boxes;
  }

  /** Scrolls at once on the list's own behalf; returns by how much it could. */
  moveBy(pixels: number): number {
    if (Math.abs(pixels) < 0.5) return 0;
    const before = this.log.scrollTop;
    this.log.scrollBy({ top: pixels, behavior: 'instant' });
    return this.settled() - before;
  }

  /** Records the current scroll position as the list's own, also after the browser clamped it. */
  settled(): number {
    this.known = this.log.scrollTop;
    this.most = this.log.scrollHeight - this.log.clientHeight;
    return this.known;
  }

  /** Scrolls on the user's behalf. */
  scrollBy(pixels: number): void {
    this.stopGliding();
    this.log.scrollBy({ top: pixels, behavior: 'instant' });
    this.scrolled();
  }

  /**
   * Makes the next scroll to the end smooth, from `views` away at most: a longer scroll would show nothing on the way.
   */
  startGliding(views = 2): void {
    const still = document.hidden || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    if (still || this.below > views * this.height) return;
    clearTimeout(this.gliding);
    this.gliding = setTimeout(this.glided, glideTimeoutMs);
    this.glide ??= this.log.scrollTop;
  }

  stopGliding(): void {
    clearTimeout(this.gliding);
    this.glide = undefined;
  }

  /** Scrolls to the end; a smooth scroll first shifts by the pixels that the rows above have grown. */
  toEnd(grownAbove: number): void {
    const most = this.log.scrollHeight - this.log.clientHeight;
    if (this.glide === undefined) {
      this.moveBy(most - this.log.scrollTop);
      return;
    }
    // An instant scroll ends the smooth scroll, which restarts from there.
    if (this.moveBy(grownAbove) !== 0) this.glide = undefined;
    if (this.glide !== most) {
      this.glide = most;
      this.log.scrollTo({ top: most, behavior: 'smooth' });
    }
  }

  private readonly scrollEnded = (): void => {
    // A scroll that ended short of its target was the instant scroll from which a smooth one restarted.
    if (this.glide !== undefined && this.log.scrollTop < this.glide - 1) return;
    this.glided();
  };

  private readonly glided = (): void => {
    if (!this.isGliding) return;
    this.stopGliding();
    this.watcher.glided();
  };

  private readonly scrolled = (): void => {
    const { known, most } = this;
    const by = this.settled() - known;
    // The content shrank, and the browser clamped the position: no user scroll.
    const shrunk = Math.min(0, this.most - most);
    const meant = by < 0 ? Math.min(0, by - shrunk) : by;
    if (Math.abs(meant) >= 0.5) this.watcher.scrolled(meant);
    else if (by !== 0) this.watcher.resized();
  };
}

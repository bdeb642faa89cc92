import type { Box } from './anchor.ts';

/** How long a smooth scroll may take where its end is not told, in milliseconds. */
const glideFor = 700;

interface Watcher {
  /** A person has scrolled by so many pixels. */
  scrolled: (by: number) => void;
  /** The view, or what it holds, has another size. */
  resized: () => void;
  /** A smooth scroll is over. */
  glided: () => void;
}

/** The element that scrolls and its rows: all that is read of the page or written to it. */
export class Scroller {
  private known = 0;
  /** How far one could scroll when that was written down. */
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
    log.addEventListener('scrollend', this.glided);
  }

  leave(): void {
    this.sizes.disconnect();
    this.stopGliding();
    this.log.removeEventListener('scroll', this.scrolled);
    this.log.removeEventListener('scrollend', this.glided);
  }

  /**
   * The view has the height of its frame only from here on: what stands beside it may change its own height and back
   * within one task, as a field whose text is replaced, and the browser would move what is at its end.
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

  /** Pixels of rows above and below what is in sight. */
  get above(): number {
    return this.known;
  }

  get below(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** A smooth scroll is on its way. */
  get isGliding(): boolean {
    return this.glide !== undefined;
  }

  /** Each row that is drawn, from top to bottom. */
  measure(): Box[] {
    const origin = this.log.getBoundingClientRect().top;
    const boxes: Box[] = [];
    let start = this.content.getBoundingClientRect().top - origin;
    for (const child of this.content.children) {
      if (!(child instanceof HTMLElement)) continue;
      const { row, gap } = child.dataset;
      // What stands above a row belongs to it.
      if (row === undefined && gap === undefined) continue;
      const box = child.getBoundingClientRect();
      const end = box.bottom - origin;
      if (row !== undefined) boxes.push({ key: row, start, top: box.top - origin, end });
      start = end;
    }
    return boxes;
  }

  /** Scrolls at once, which is not a person's doing; gives by how much it could. */
  moveBy(pixels: number): number {
    if (Math.abs(pixels) < 0.5) return 0;
    const before = this.log.scrollTop;
    this.log.scrollBy({ top: pixels, behavior: 'instant' });
    return this.settled() - before;
  }

  /** Takes the scroll position for its own, as where the browser put it when the content became shorter. */
  settled(): number {
    this.known = this.log.scrollTop;
    this.most = this.log.scrollHeight - this.log.clientHeight;
    return this.known;
  }

  /** Scrolls as a person does. */
  scrollBy(pixels: number): void {
    this.stopGliding();
    this.log.scrollBy({ top: pixels, behavior: 'instant' });
    this.scrolled();
  }

  /**
   * Lets what follows go to the end smoothly: from so many views away at most, since from farther there is nothing to see on
   * the way.
   */
  startGliding(views = 2): void {
    const still = document.hidden || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    if (still || this.below > views * this.height) return;
    clearTimeout(this.gliding);
    this.gliding = setTimeout(this.glided, glideFor);
    this.glide ??= this.log.scrollTop;
  }

  stopGliding(): void {
    clearTimeout(this.gliding);
    this.glide = undefined;
  }

  toEnd(): void {
    const most = this.log.scrollHeight - this.log.clientHeight;
    if (this.glide === undefined) this.moveBy(most - this.log.scrollTop);
    else if (this.glide !== most) {
      this.glide = most;
      this.log.scrollTo({ top: most, behavior: 'smooth' });
    }
  }

  private readonly glided = (): void => {
    if (!this.isGliding) return;
    this.stopGliding();
    this.watcher.glided();
  };

  private readonly scrolled = (): void => {
    const { known, most } = this;
    const by = this.settled() - known;
    // What was above the end is gone: the browser went up with it, not a person.
    const shrunk = Math.min(0, this.most - most);
    const meant = by < 0 ? Math.min(0, by - shrunk) : by;
    if (Math.abs(meant) >= 0.5) this.watcher.scrolled(meant);
    else if (by !== 0) this.watcher.resized();
  };
}

import { expect } from 'vitest';
import { waitTimeoutMs } from '../../common/test/timeouts.ts';
import type { Source, Tab } from './driver.ts';

/** WebDriver's codes of the keys. */
const keys = { Enter: '\ue007', Escape: '\ue00c', PageUp: '\ue00e', ArrowUp: '\ue013', ArrowDown: '\ue015' };

const polled = { timeout: waitTimeoutMs, interval: 100 };

/** Drives and reads a page as a user does, in any browser. */
export class Page {
  constructor(
    private readonly tab: Tab,
    private readonly url: string,
  ) {}

  goto(path: string): Promise<void> {
    return this.tab.goto(this.url + path);
  }

  /** Runs a function in the page; it sees only its arguments. */
  evaluate<A extends unknown[], T>(work: (...given: A) => T, ...given: A): Promise<Awaited<T>> {
    return this.tab.evaluate(`(${work})(...${JSON.stringify(given)})`) as Promise<Awaited<T>>;
  }

  /** Waits until a function in the page returns this value. */
  async until<A extends unknown[], T>(
    expected: Awaited<NoInfer<T>>,
    work: (...given: A) => T,
    ...given: A
  ): Promise<void> {
    await expect.poll(() => this.evaluate(work, ...given), polled).toEqual(expected);
  }

  /** Waits until a visible element has this text or name. */
  async sees(selector: string, text = ''): Promise<void> {
    await expect
      .poll(() => this.middleOf(selector, text), { ...polled, message: `${selector} « ${text} »` })
      .toBeTruthy();
  }

  async press(...names: (keyof typeof keys)[]): Promise<void> {
    await this.type(names.map(name => keys[name]).join(''));
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    const strokes = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.tab.act([{ type: 'key', id: 'keyboard', actions: strokes }]);
  }

  async click(selector: string, text = ''): Promise<void> {
    const middle = await this.restOf(selector, text);
    await this.tab.act([
      mouse({ ...middle, type: 'pointerMove' }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
    ]);
  }

  /** Turns the wheel over an element, by this many pixels. */
  async wheel(selector: string, deltaY: number): Promise<void> {
    const middle = await this.middleOf(selector, '');
    if (!middle) throw new Error(`${selector} is not there`);
    const turned = { type: 'scroll', ...middle, deltaX: 0, deltaY };
    await this.tab.act([{ type: 'wheel', id: 'wheel', actions: [turned] }]);
  }

  /** Waits until a visible element is twice at one place, and returns its middle: what comes around it may still move it. */
  private async restOf(selector: string, text: string): Promise<{ x: number; y: number }> {
    let middle = { x: -1, y: -1 };
    const rests = async () => {
      const before = middle;
      middle = (await this.middleOf(selector, text)) ?? { x: -1, y: -1 };
      return middle.x >= 0 && middle.x === before.x && middle.y === before.y;
    };
    await expect.poll(rests, { ...polled, message: `${selector} « ${text} »` }).toBe(true);
    return middle;
  }

  private middleOf(selector: string, text: string): Promise<{ x: number; y: number } | null> {
    return this.evaluate(
      (wanted, said) => {
        const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
        const found = [document, ...roots].flatMap(root => [...root.querySelectorAll<HTMLElement>(wanted)]);
        for (const element of found) {
          const words = `${element.textContent} ${element.getAttribute('aria-label')} ${element.title}`;
          const { x, y, width, height } = element.getBoundingClientRect();
          if (width > 0 && height > 0 && words.includes(said)) {
            return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
          }
        }
        return null;
      },
      selector,
      text,
    );
  }
}

const mouse = (...actions: Source['actions'][number][]): Source => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});

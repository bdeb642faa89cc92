import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Page } from '@playwright/test';
import type { Random } from './random.ts';
import type { Account } from './test.ts';

const words =
  'la charpente est posée mardi et le bardage arrive avec les menuiseries que nous attendons depuis deux semaines';

/** Generates prose of this many characters. */
export function prose(random: Random, length: number): string {
  const all = words.split(' ');
  let text = '';
  while (text.length < length) text += `${random.of(all)}${random.next() < 0.1 ? '.' : ''} `;
  return text.slice(0, length).trim() || 'oui';
}

/** Generates a message of any shape, from one line of 20 pixels to some 5,000 pixels. */
export function anyContent(random: Random): string {
  const kind = random.next();
  if (kind < 0.45) return prose(random, random.between(2, 60));
  if (kind < 0.7) return prose(random, random.between(60, 600));
  if (kind < 0.8) return prose(random, random.between(1_000, 5_000));
  const lines = (most: number) =>
    Array.from({ length: random.between(2, most) }, () => prose(random, random.between(3, 120)));
  if (kind < 0.86) return `\`\`\`\n${lines(40).join('\n')}\n\`\`\``;
  if (kind < 0.88) return `\`\`\`\n${Array.from({ length: 240 }, (_, n) => `ligne ${n}`).join('\n')}\n\`\`\``;
  if (kind < 0.94)
    return lines(12)
      .map(text => `- ${text}`)
      .join('\n');
  return lines(6).join('\n\n');
}

/** Posts messages one by one, in this order. */
export async function fill(
  authors: readonly Account[],
  channelId: string,
  contents: readonly string[],
): Promise<Message[]> {
  const posted: Message[] = [];
  for (const [index, content] of contents.entries()) {
    const { client } = authors[index % authors.length] as Account;
    posted.push((await client.ok(api.messages.send, { body: { channelId, content } })).message);
  }
  return posted;
}

interface Drawn {
  key: string;
  top: number;
  bottom: number;
}

/** Rendered part of the list, measured from the top of its view. */
interface Shown {
  height: number;
  /** Pixels of the list below the view. */
  below: number;
  above: number;
  /** Whether the first row is drawn. */
  isFromStart: boolean;
  rows: Drawn[];
}

/** Movement of the list over a time, in pixels. */
interface Travel {
  travelled: number;
  back: number;
  /** Frames without a row in common with the previous one. */
  lost: number;
  /** Distance scrolled by the user, without the list's own corrections. */
  scrolled: number;
}

/** Measures the message list as its reader sees it. */
export class ListOnScreen {
  constructor(readonly page: Page) {}

  get log() {
    return this.page.getByRole('log');
  }

  /** Measures the last painted frame. */
  async look(): Promise<Shown> {
    return this.log.evaluate(async log => {
      await new Promise(requestAnimationFrame);
      await new Promise(done => setTimeout(done));
      const view = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll<HTMLElement>('[data-row]')].map(row => {
        const { top, bottom } = row.getBoundingClientRect();
        return { key: row.dataset.row ?? '', top: top - view.top, bottom: bottom - view.top };
      });
      return {
        height: log.clientHeight,
        below: log.scrollHeight - log.scrollTop - log.clientHeight,
        above: log.scrollTop,
        isFromStart: log.querySelector('[data-gap], [data-row]')?.matches('[data-row]') ?? false,
        rows,
      };
    });
  }

  /** Waits until nothing has moved for some frames, smooth scrolling included. */
  async rest(): Promise<void> {
    await this.log.evaluate(async log => {
      let [still, at] = [0, ''];
      while (still < 6) {
        await new Promise(requestAnimationFrame);
        const now = `${log.scrollTop} ${log.scrollHeight} ${log.clientHeight}`;
        still = now === at ? still + 1 : 0;
        at = now;
      }
    });
  }

  /**
   * Returns the row that its reader holds on to: the first that starts in the upper half, else the one that fills it.
   */
  async held(): Promise<Drawn> {
    const { height, isFromStart, rows } = await this.look();
    const inSight = rows.filter(row => row.bottom > 1 && row.top < height);
    // The beginning of a place may fill a small view: the row under it is held.
    const under = isFromStart ? rows[0] : undefined;
    const held = inSight.find(row => row.top >= 0 && row.top < height / 2) ?? inSight[0] ?? under;
    if (!held) throw new Error('Nothing is in sight');
    return held;
  }

  /** Watches a row in each painted frame; the returned function gives its largest movement. */
  async watch(key: string): Promise<() => Promise<number>> {
    const watch = await this.page.evaluateHandle(row => {
      const log = document.querySelector('[role=log]');
      const found = () =>
        [...(log?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(one => one.dataset.row === row);
      const at = () => {
        const element = found();
        return element && log ? element.getBoundingClientRect().top - log.getBoundingClientRect().top : Number.NaN;
      };
      const state = { most: 0, from: at(), on: true };
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        const moved = Math.abs(at() - state.from);
        if (!(moved <= state.most)) state.most = moved;
        if (state.on) requestAnimationFrame(look);
      };
      const look = () => painted.port2.postMessage(null);
      requestAnimationFrame(look);
      return state;
    }, key);
    return async () => {
      const most = await watch.evaluate(state => {
        state.on = false;
        return state.most;
      });
      await watch.dispose();
      return most;
    };
  }

  /**
   * Follows the rows from one painted frame to the next, whatever is added above; the returned function gives the total
   * movement down, the largest jump back in a frame, and the user's own scroll. Where a busy machine paints once for a
   * scroll of more than a view, no row is in sight before and after: nobody sees one move, and that frame went as far as
   * it was scrolled.
   */
  async follow(): Promise<() => Promise<Travel>> {
    const follow = await this.log.evaluateHandle(log => {
      const boxes = () => {
        const view = log.getBoundingClientRect();
        const rows = [...log.querySelectorAll<HTMLElement>('[data-row]')].map(row => {
          const { top, bottom } = row.getBoundingClientRect();
          return [
            row.dataset.row ?? '',
            { top: top - view.top, isSeen: bottom > view.top && top < view.bottom },
          ] as const;
        });
        return new Map(rows);
      };
      const state = { travelled: 0, scrolled: 0, back: 0, lost: 0, on: true, corrected: 0, from: log.scrollTop };
      const { scrollBy } = Element.prototype;
      log.scrollBy = (...by: unknown[]) => {
        const at = log.scrollTop;
        Reflect.apply(scrollBy, log, by);
        state.corrected += log.scrollTop - at;
      };
      let before = boxes();
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        const now = boxes();
        const middle = log.clientHeight / 2;
        const common = [...before].flatMap(([key, then]) => {
          const box = now.get(key);
          return box ? [{ from: then.top, by: box.top - then.top, isSeen: then.isSeen && box.isSeen }] : [];
        });
        const [same] = common
          .filter(({ isSeen }) => isSeen)
          .sort((a, b) => Math.abs(a.from - middle) - Math.abs(b.from - middle));
        // Of this same moment: a list that is believed to rest may still move on a busy machine.
        const scrolled = state.from + state.corrected - log.scrollTop;
        const by = same?.by ?? scrolled - state.scrolled;
        if (common.length === 0) state.lost += 1;
        state.travelled += by;
        state.back = Math.min(state.back, by);
        state.scrolled = scrolled;
        before = now;
        if (state.on) requestAnimationFrame(look);
      };
      const look = () => painted.port2.postMessage(null);
      requestAnimationFrame(look);
      return state;
    });
    return async () => {
      const { travelled, scrolled, back, lost } = await follow.evaluate(state => {
        state.on = false;
        return state;
      });
      await this.log.evaluate(log => Reflect.deleteProperty(log, 'scrollBy'));
      await follow.dispose();
      return { travelled, scrolled, back, lost };
    };
  }

  /** Turns the wheel over the list, in equal steps. */
  async wheel(pixels: number, steps = 1): Promise<void> {
    const box = await this.log.boundingBox();
    if (!box) throw new Error('There is no list');
    await this.page.mouse.move(box.x + box.width / 2, box.y + Math.min(60, box.height / 2));
    for (let step = 0; step < steps; step += 1) await this.page.mouse.wheel(0, pixels / steps);
  }
}

/** Listens to a page's socket; the returned function waits for a frame that contains a text. */
export function listen(page: Page): (text: string) => Promise<void> {
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      heard.push(payload.toString());
      for (const look of waiting) look();
    }),
  );
  return text =>
    new Promise(done => {
      const look = () => {
        if (!heard.some(frame => frame.includes(text))) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });
}

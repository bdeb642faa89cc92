import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { waitTimeoutMs } from '../../common/test/timeouts.ts';
import { answerOf, asText, type Driver, type Source, type Tab } from './driver.ts';
import { Program } from './process.ts';

interface Answer {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

/** Drives Firefox by WebDriver BiDi. */
export class Firefox implements Driver {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private asked = 0;

  private constructor(
    private readonly program: Program,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', data => {
      const answer = JSON.parse(data.toString()) as Answer;
      if (answer.id !== undefined) this.waiting.get(answer.id)?.(answer);
    });
    socket.on('close', () => {
      for (const tell of this.waiting.values()) tell({ type: 'error', error: 'Firefox has gone' });
    });
  }

  static async start(path: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'palabre-firefox-'));
    const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'];
    const program = new Program(path, args, { ...process.env, HOME: profile });
    try {
      const url = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
      const socket = new WebSocket(`${url}/session`);
      await new Promise((done, failed) => socket.once('open', done).once('error', failed));
      const firefox = new Firefox(program, profile, socket);
      await firefox.send('session.new', { capabilities: {} });
      return firefox;
    } catch (error) {
      await program.end();
      throw error;
    }
  }

  private async send(method: string, params: object): Promise<Record<string, unknown>> {
    this.asked += 1;
    const id = this.asked;
    const answered = new Promise<Answer>(done => this.waiting.set(id, done));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, result = {}, error, message } = await answered;
    this.waiting.delete(id);
    if (type !== 'success') throw new Error(`${method}: ${error} ${message ?? ''}`);
    return result;
  }

  async open(): Promise<Tab> {
    const { userContext } = await this.send('browser.createUserContext', {});
    const { context } = await this.send('browsingContext.create', { type: 'window', userContext });
    await this.send('browsingContext.setViewport', { context, viewport: { width: 1_280, height: 720 } });
    const evaluate = async (expression: string) => {
      const asked = { expression: asText(expression), target: { context }, awaitPromise: true };
      const { result } = await this.send('script.evaluate', asked);
      return answerOf((result as { value: string }).value);
    };
    return {
      goto: async url => {
        await evaluate('void (window.isLeft = true)');
        // Firefox aborts the navigation when the current page navigates by itself at that moment.
        const go = (): Promise<unknown> =>
          this.send('browsingContext.navigate', { context, url, wait: 'none' }).catch((error: Error) => {
            if (!error.message.includes('NS_BINDING_ABORTED')) throw error;
            return go();
          });
        await go();
        const arrived = () => evaluate(`!window.isLeft && document.readyState === 'complete'`).catch(() => false);
        await expect.poll(arrived, { timeout: waitTimeoutMs, message: url }).toBe(true);
      },
      evaluate,
      act: async (sources: readonly Source[]) => {
        const actions = sources.map(({ type, ...source }) => ({ type, ...source }));
        await this.send('input.performActions', { context, actions });
      },
    };
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.program.end();
    // Its child processes end after it, and may still write there.
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 15 });
  }
}

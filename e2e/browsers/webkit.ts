import { freePort } from '../../server/test/outside/free-port.ts';
import { answerOf, asText, type Driver, type Tab } from './driver.ts';
import { Program } from './process.ts';

/** Paths of WebKit's programs. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  /** Virtual display; undefined where there is a screen. */
  display?: string | undefined;
}

/** Drives WebKitGTK by classic WebDriver: one process per window, as each drives one only. */
export class WebKit implements Driver {
  private readonly programs: Program[] = [];
  private readonly leaving: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly paths: WebKitPrograms,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(paths: WebKitPrograms): Promise<WebKit> {
    if (!paths.display) return new WebKit(paths, process.env);
    const args = ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
    const display = new Program(paths.display, args);
    const webkit = new WebKit(paths, { ...process.env, DISPLAY: `:${await display.says(/^(\d+)$/m)}` });
    webkit.programs.push(display);
    return webkit;
  }

  async open(): Promise<Tab> {
    const port = await freePort();
    const program = new Program(this.paths.driver, [`--port=${port}`], this.env);
    this.programs.unshift(program);
    const options = { binary: this.paths.browser, args: ['--automation'] };
    const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
    const all = `http://127.0.0.1:${port}/session`;
    const { sessionId } = (await untilHeard(() => post(all, { capabilities: { alwaysMatch: wanted } }))) as {
      sessionId: string;
    };
    const session = `${all}/${sessionId}`;
    this.leaving.push(() => fetch(session, { method: 'DELETE' }));
    await post(`${session}/window/rect`, { width: 1_280, height: 800 });
    return {
      goto: async url => {
        await post(`${session}/url`, { url });
      },
      evaluate: async expression => {
        const script = `const done = arguments[0]; ${asText(expression)}.then(done)`;
        return answerOf(await post(`${session}/execute/async`, { script, args: [] }));
      },
      act: async actions => {
        await post(`${session}/actions`, { actions });
      },
    };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.leaving.map(leave => leave()));
    for (const program of this.programs) await program.end();
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${url}: ${value?.error} ${value?.message ?? ''}`);
  return value;
}

/** Retries until the driver listens, which it does not report. */
async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // An answer, even an error, means that the driver listens.
      if (!(error instanceof TypeError) || Date.now() > end) throw error;
      await new Promise(done => setTimeout(done, 100));
    }
  }
}

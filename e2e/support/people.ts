import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Client } from '../../server/test/client.ts';
import { keepAlerts } from './alerts.ts';
import { type Browsers, common, type Stored } from './browsers.ts';
import { follow } from './quiet.ts';

/** User with an account; `client` sends their requests where no page is needed. */
export interface Account {
  user: SelfUser;
  email: string;
  password: string;
  client: Client;
}

/** Workspace, its welcome channel, and the channel's path. */
export interface Place {
  workspace: Workspace;
  welcome: Channel;
  path: string;
}

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;

let made = 0;
let agent: Promise<string> | undefined;

/** Reads the user agent of the pages. */
async function agentOf(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const name = await page.evaluate(() => navigator.userAgent);
  await page.close();
  return name;
}

/** Registers users, creates workspaces, and opens pages, each user in a browser of their own. */
export class People {
  readonly mistakes: string[] = [];
  private readonly refusals: RegExp[] = [];
  private readonly contexts: BrowserContext[] = [];
  private readonly taken: Page[] = [];

  constructor(
    private readonly browser: Browser,
    readonly url: string,
    /** Pool of reused browsers, and the kind that this journey takes. */
    private readonly used?: { browsers: Browsers; kind: string },
  ) {}

  /** Declares a refused call as expected: « 404 GET /api/workspace/… ». */
  expectRefused(call: RegExp): void {
    this.refusals.push(call);
  }

  /** Returns an unused e-mail address. */
  freeEmail(): string {
    made += 1;
    return `personne-${process.pid}-${made}@exemple.fr`;
  }

  async register(firstName: string, lastName: string): Promise<Account> {
    const [email, password] = [this.freeEmail(), 'un mot de passe sûr'];
    const body = { firstName, lastName, email, password };
    // Uses the page's user agent: a session used from another device would ask for the identity again.
    agent ??= agentOf(this.browser);
    const request = { body, headers: { 'user-agent': await agent } };
    const { status, body: answer } = await new Client(this.url).raw<OutputOf<typeof api.users.register>>(
      'POST',
      '/api/user/register',
      request,
    );
    if (status !== 201) throw new Error(`POST /user/register: ${status} ${JSON.stringify(answer)}`);
    const { token, newUser } = answer;
    return { user: newUser, email, password, client: new Client(this.url, token) };
  }

  /** Creates a workspace, which the other members join. */
  async workspace(owner: Account, title: string, ...members: Account[]): Promise<Place> {
    const { workspace } = await owner.client.ok(api.workspaces.create, { body: { title } });
    for (const { client } of members) await client.ok(api.workspaces.join, { params: { id: workspace._id } });
    const { channel } = await owner.client.ok(api.channels.one, { params: { id: workspace.welcomeChannel } });
    return { workspace, welcome: channel, path: `/workspace/${workspace._id}/channel/${channel._id}` };
  }

  /** Marks everything as read, so that channels open at their end. */
  async haveRead(...readers: Account[]): Promise<void> {
    for (const { client } of readers) await client.ok(api.unread.markAll);
  }

  /**
   * Opens a page without a session: in a new browser when it has options beyond its size or is prepared before loading,
   * else in a reused one.
   */
  async stranger(path: string, options: Options = {}, prepare?: (page: Page) => unknown): Promise<Page> {
    return this.show(await this.browserWith([], options, prepare), path);
  }

  private async browserWith(stored: Stored[], options: Options, prepare?: (page: Page) => unknown): Promise<Page> {
    const { viewport, ...others } = options;
    if (this.used && !prepare && Object.keys(others).length === 0) {
      const page = await this.used.browsers.take(this.used.kind, stored, viewport);
      this.taken.push(page);
      return page;
    }
    const origins = stored.length > 0 ? [{ origin: this.url, localStorage: stored }] : [];
    const storageState = { cookies: [], origins };
    const context = await this.browser.newContext({ ...common, baseURL: this.url, storageState, ...options });
    this.contexts.push(context);
    await keepAlerts(context);
    const page = await context.newPage();
    await prepare?.(page);
    return page;
  }

  /** Opens a path, and records errors from then on. */
  private async show(page: Page, path: string): Promise<Page> {
    follow(page);
    page.on('pageerror', error => this.mistakes.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', said => {
      if (/Content.Security.Policy|Minified React error|Maximum update depth/.test(said.text())) {
        this.mistakes.push(`${page.url()}: ${said.text()}`);
      }
    });
    // Refused requests are errors: a page only asks for what its user may see.
    page.on('response', response => {
      const call = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
      if (!/^4/.test(call) || this.refusals.some(expected => expected.test(call))) return;
      this.mistakes.push(`${page.url()}: ${call}`);
    });
    await page.goto(path);
    return page;
  }

  /** Opens a page in a user's own browser, logged in. */
  async open(
    { user, client }: Account,
    path: string,
    options: Options = {},
    prepare?: (page: Page) => unknown,
  ): Promise<Page> {
    const token = client.token ?? '';
    const stored = [
      { name: 'sessionStore', value: JSON.stringify({ token, user, isLoggedIn: true }) },
      { name: 'token', value: token },
    ];
    return this.show(await this.browserWith(stored, options, prepare), path);
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.contexts.splice(0).map(context => context.close()),
      ...this.taken.splice(0).map(page => this.used?.browsers.giveBack(this.used.kind, page)),
    ]);
  }
}

import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Client } from '../../server/test/client.ts';
import { keepAlerts } from './alerts.ts';
import { type Browsers, common, type Stored } from './browsers.ts';

/** Someone with an account: their client speaks for them where a page is not what is looked at. */
export interface Account {
  user: SelfUser;
  email: string;
  password: string;
  client: Client;
}

export interface Place {
  workspace: Workspace;
  welcome: Channel;
  path: string;
}

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;

let made = 0;
let agent: Promise<string> | undefined;

/** What the pages' browsers call themselves. */
async function agentOf(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const name = await page.evaluate(() => navigator.userAgent);
  await page.close();
  return name;
}

/** Opens accounts, workspaces and pages of people, each of whom has a browser of their own. */
export class People {
  readonly mistakes: string[] = [];
  private readonly refusals: RegExp[] = [];
  private readonly contexts: BrowserContext[] = [];
  private readonly taken: Page[] = [];

  constructor(
    private readonly browser: Browser,
    readonly url: string,
    /** Browsers that others have had, and of which kind this journey wants them. */
    private readonly used?: { browsers: Browsers; kind: string },
  ) {}

  /** Says that the journey itself makes the server refuse such a call: « 404 GET /api/workspace/… ». */
  expectRefused(call: RegExp): void {
    this.refusals.push(call);
  }

  /** An e-mail nobody has. */
  freeEmail(): string {
    made += 1;
    return `personne-${process.pid}-${made}@exemple.fr`;
  }

  async register(firstName: string, lastName: string): Promise<Account> {
    const [email, password] = [this.freeEmail(), 'un mot de passe sûr'];
    const body = { firstName, lastName, email, password };
    // As from the page that goes on with it: what is used from another device is asked again who it is.
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

  /** A workspace of this person, which the others have joined. */
  async workspace(owner: Account, title: string, ...members: Account[]): Promise<Place> {
    const { workspace } = await owner.client.ok(api.workspaces.create, { body: { title } });
    for (const { client } of members) await client.ok(api.workspaces.join, { params: { id: workspace._id } });
    const { channel } = await owner.client.ok(api.channels.one, { params: { id: workspace.welcomeChannel } });
    return { workspace, welcome: channel, path: `/workspace/${workspace._id}/channel/${channel._id}` };
  }

  /** They have read all there is: a channel opens at its end, not where they would go on. */
  async haveRead(...readers: Account[]): Promise<void> {
    for (const { client } of readers) await client.ok(api.unread.markAll);
  }

  /**
   * A browser in which nobody is logged in: a new one where it has other options than its size or is prepared, which has
   * its page before anything is in it, else one that others may have had.
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

  /** Opens an address, and hears from then on what goes wrong. */
  private async show(page: Page, path: string): Promise<Page> {
    page.on('pageerror', error => this.mistakes.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', said => {
      if (/Content.Security.Policy|Minified React error|Maximum update depth/.test(said.text())) {
        this.mistakes.push(`${page.url()}: ${said.text()}`);
      }
    });
    // A page that knows what its person may see asks for nothing else: what is refused shows in the console.
    page.on('response', response => {
      const call = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
      if (!/^4/.test(call) || this.refusals.some(expected => expected.test(call))) return;
      this.mistakes.push(`${page.url()}: ${call}`);
    });
    await page.goto(path);
    return page;
  }

  /** The person's own browser, as a stranger's, but that they are logged in. */
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

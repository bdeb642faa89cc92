import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DOMWindow, JSDOM } from 'jsdom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { documentationAssets } from '../paths.ts';
import type { OpenApi, Operation } from './openapi.ts';
import { createPage } from './page/page.ts';

/** Tests what the scripts of the API page do with a small document; `page.test.ts` tests the page without them. */

const script = (name: string) => readFileSync(join(documentationAssets, name), 'utf8');

const operation = (operationId: string, more: Partial<Operation> = {}): Operation => ({
  ...{ operationId, tags: ['rooms'], summary: `Summary of ${operationId}`, description: 'Anyone.' },
  ...{ security: [{ session: [] }], responses: { 200: { description: 'Done.' } } },
  ...more,
});
const text = { type: 'string' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Palabre', version: '1', description: 'What it is.', license: { name: 'x', identifier: 'x' } },
  servers: [{ url: 'https://x.fr/api' }],
  tags: [
    { name: 'rooms', description: 'Rooms' },
    { name: 'people', description: 'People' },
  ],
  paths: {
    '/room/{id}': {
      get: operation('rooms.one', {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text, example: 'a/b' },
          { name: 'after', in: 'query', required: false, schema: text, example: '3' },
          { name: 'limit', in: 'query', required: false, schema: text },
        ],
      }),
      post: operation('rooms.book', {
        requestBody: { required: true, content: { 'application/json': { schema: {}, example: { title: 'Nord' } } } },
      }),
    },
    '/person': { get: operation('people.all', { tags: ['people'], security: [] }) },
  },
  webhooks: {},
  'x-client-messages': {},
  components: { schemas: {}, responses: {}, securitySchemes: {} },
} as OpenApi;

interface Opened {
  window: DOMWindow;
  page: Document;
  fetched: ReturnType<typeof vi.fn>;
  copied: string[];
  /** Presses an element. */
  press(selector: string): void;
  /** Texts of the elements that are not hidden. */
  shown(selector: string): string[];
}

function opened(prepare: (window: DOMWindow) => void = () => {}, { copies = true } = {}): Opened {
  const { window } = new JSDOM(createPage(document, '/api/docs'), {
    url: 'https://x.fr/api/docs',
    runScripts: 'outside-only',
  });
  onTestFinished(() => window.close());
  const page = window.document;
  const copied: string[] = [];
  const fetched = vi.fn();
  const writeText = async (said: string) => {
    if (!copies) throw new Error('refused');
    copied.push(said);
  };
  Object.assign(window, { fetch: fetched });
  Object.defineProperty(window.navigator, 'clipboard', { value: { writeText }, configurable: true });
  // jsdom lays nothing out, and has neither popovers nor modal dialogs.
  window.HTMLElement.prototype.scrollIntoView = () => {};
  window.HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  window.HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
  const matches = window.HTMLElement.prototype.matches;
  window.HTMLElement.prototype.matches = function (this: HTMLElement, selector: string) {
    return selector === ':popover-open' ? this.dataset.open === 'true' : matches.call(this, selector);
  } as typeof matches;
  Object.assign(window.HTMLElement.prototype, {
    hidePopover(this: HTMLElement) {
      delete this.dataset.open;
    },
  });
  prepare(window);
  window.eval(script('theme.js'));
  window.eval(script('page.js'));
  const one = (selector: string) => page.querySelector<HTMLElement>(selector) as HTMLElement;
  return {
    ...{ window, page, fetched, copied },
    press: selector => one(selector).click(),
    shown: selector =>
      [...page.querySelectorAll<HTMLElement>(selector)].flatMap(element =>
        element.closest('[hidden]') ? [] : [element.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''],
      ),
  };
}
const search = ({ window, page }: Opened, words: string) => {
  const field = page.querySelector('input') as HTMLInputElement;
  field.value = words;
  field.dispatchEvent(new window.Event('input', { bubbles: true }));
};
const entries = ({ shown }: Opened) => shown('nav .item');

it('The contents of the page are filtered by words in any case, and say when nothing has them all', () => {
  const one = opened();
  expect(one.page.querySelector('input')?.hidden).toBe(false);
  const everything = entries(one);
  expect(everything).toEqual(['GET/room/{id}', 'POST/room/{id}', 'GET/person']);
  search(one, 'ROOM  book');
  expect(entries(one)).toEqual(['POST/room/{id}']);
  // Features without an entry left are hidden with it.
  expect(one.shown('nav h2')).toEqual(['Rooms']);
  expect(one.shown('nav .none')).toEqual([]);
  search(one, 'room nowhere');
  expect([one.shown('nav h2'), one.shown('nav .none')]).toEqual([[], ['Nothing by that name.']]);
  search(one, '');
  expect([entries(one), one.shown('nav .none')]).toEqual([everything, []]);
});

it('The contents that were opened on a phone close once an entry is chosen, and not before', () => {
  const { page, press } = opened();
  const nav = page.querySelector('nav') as HTMLElement;
  nav.dataset.open = 'true';
  press('nav .list');
  expect(nav.dataset.open).toBe('true');
  press('nav .item');
  expect(nav.dataset.open).toBeUndefined();
});

it('The entry that is being read is marked in the contents, once for a burst of scrolls', () => {
  const frames: (() => void)[] = [];
  const tops: Record<string, number> = { 'rooms.one': -900, 'rooms.book': 100, 'people.all': 700 };
  const { window, page } = opened(window => {
    window.innerHeight = 900;
    Object.assign(window, { requestAnimationFrame: (next: () => void) => frames.push(next) });
    window.HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
      return { top: tops[this.id] ?? 0 } as DOMRect;
    };
  });
  const current = () =>
    [...page.querySelectorAll<HTMLAnchorElement>('nav [aria-current="true"]')].map(({ hash }) => hash);
  expect(current()).toEqual(['#rooms.book']);
  tops['people.all'] = 299;
  for (let n = 0; n < 3; n += 1) window.dispatchEvent(new window.Event('scroll'));
  expect([current(), frames.length]).toEqual([['#rooms.book'], 1]);
  frames[0]?.();
  expect(current()).toEqual(['#people.all']);
  Object.assign(tops, { 'rooms.one': 400, 'rooms.book': 800, 'people.all': 1_200 });
  window.dispatchEvent(new window.Event('scroll'));
  frames[1]?.();
  expect(current()).toEqual([]);
});

it('Code is copied as it is read, and the button says so for a moment, or that it could not be', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const withClock = (window: DOMWindow) => void Object.assign(window, { setTimeout });
  const { copied, press, page } = opened(withClock);
  const button = page.querySelector('[id="people.all"] [data-copy]') as HTMLButtonElement;
  expect(button.hidden).toBe(false);
  press('[id="people.all"] [data-copy]');
  await vi.advanceTimersByTimeAsync(1_499);
  expect([copied, button.textContent]).toEqual([["curl 'https://x.fr/api/person'"], 'Copied']);
  await vi.advanceTimersByTimeAsync(1);
  expect(button.textContent).toBe('Copy');
  const refused = opened(withClock, { copies: false });
  refused.press('[data-copy]');
  await vi.advanceTimersByTimeAsync(0);
  expect(refused.page.querySelector('[data-copy]')?.textContent).toBe('Not copied');
  // Elsewhere than in a secure context there is no clipboard, and no button that would use it.
  const plain = opened(window => void Object.defineProperty(window.navigator, 'clipboard', { value: undefined }));
  expect(plain.shown('[data-copy]')).toEqual([]);
});

/** Sends the form of the dialog, whose page must not be left, and waits for what it shows. */
async function sent({ window, page }: Opened) {
  const form = page.querySelector('dialog form') as HTMLFormElement;
  const answer = page.querySelector('dialog figure') as HTMLElement;
  answer.hidden = true;
  expect(form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))).toBe(false);
  await vi.waitFor(() => expect(answer.hidden, 'the answer is hidden').toBe(false));
  return [answer.querySelector('.grow')?.textContent, answer.querySelector('pre')?.textContent];
}
const answering = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });
const fieldsOf = ({ page }: Opened) =>
  [...page.querySelectorAll<HTMLInputElement>('dialog .control')].map(({ name, value, required, type }) => [
    ...[name, value, required, type],
  ]);

it('A call that is tried has its examples, goes out with the session of this browser, and shows its answer', async () => {
  const one = opened(window => window.localStorage.setItem('token', 'un-jeton'));
  const { page, press, fetched } = one;
  expect(one.shown('[id="rooms.one"] [data-try]')).toEqual(['Try it']);
  press('[id="rooms.one"] [data-try]');
  const dialog = page.querySelector('dialog') as HTMLDialogElement;
  expect([
    dialog.open,
    dialog.querySelector('.address')?.textContent,
    dialog.querySelector('.note')?.textContent,
  ]).toEqual([...[true, 'GET/api/room/{id}', '']]);
  expect(fieldsOf(one)).toEqual([
    ['path.id', 'a/b', true, 'text'],
    ['query.after', '3', false, 'text'],
    ['query.limit', '', false, 'text'],
    ['token', 'un-jeton', true, 'password'],
  ]);
  fetched.mockResolvedValueOnce(answering('{"title":"Nord"}', 'application/json; charset=utf-8'));
  expect(await sent(one)).toEqual(['Answer 200', '{\n  "title": "Nord"\n}']);
  expect(fetched.mock.calls).toEqual([
    ['/api/room/a%2Fb?after=3', { method: 'GET', headers: { authorization: 'Bearer un-jeton' } }],
  ]);
  fetched.mockResolvedValueOnce(answering('GIF', 'image/gif', 206));
  expect(await sent(one)).toEqual(['Answer 206', 'image/gif, 3 bytes']);
  fetched.mockRejectedValueOnce(new Error('Failed to fetch'));
  expect(await sent(one)).toEqual(['No answer', 'Failed to fetch']);
  [...page.querySelectorAll<HTMLButtonElement>('dialog button')]
    .find(({ textContent }) => textContent === 'Close')
    ?.click();
  expect(dialog.open).toBe(false);
});

it('A call that changes something says that it is done for real, and sends the body that was written', async () => {
  const one = opened();
  const { page, press, fetched } = one;
  press('[id="rooms.one"] [data-try]');
  press('[id="rooms.book"] [data-try]');
  // The second attempt takes the place of the first.
  expect(page.querySelectorAll('dialog form')).toHaveLength(1);
  expect(page.querySelector('dialog .note')?.textContent).toBe('This is done for real.');
  expect(fieldsOf(one)).toEqual([
    ['body', '{\n  "title": "Nord"\n}', false, 'textarea'],
    ['token', '', true, 'password'],
  ]);
  (page.querySelector('dialog textarea') as HTMLTextAreaElement).value = '{"title":"Sud"}';
  fetched.mockResolvedValueOnce(answering('{}', 'application/json', 201));
  expect(await sent(one)).toEqual(['Answer 201', '{}']);
  expect(fetched.mock.calls).toEqual([
    ['/api/room/{id}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Sud"}' }],
  ]);
});

it('A call that anybody may make asks for no session', async () => {
  const one = opened(window => window.localStorage.setItem('token', 'un-jeton'));
  one.press('[id="people.all"] [data-try]');
  expect(fieldsOf(one)).toEqual([]);
  one.fetched.mockResolvedValueOnce(answering('[]', 'application/json'));
  await sent(one);
  expect(one.fetched.mock.calls).toEqual([['/api/person', { method: 'GET', headers: {} }]]);
});

it('The theme is the application’s, before anything is painted and once it is switched, and the page is in English', () => {
  const { window, page, press } = opened(window => {
    window.localStorage.setItem('palabre.theme', 'dark');
    window.localStorage.setItem('palabre.language', 'fr');
  });
  const root = page.documentElement;
  const bar = () => page.querySelector('meta[name="theme-color"]')?.getAttribute('content');
  expect([root.dataset.theme, root.lang, bar()]).toEqual(['dark', 'en', '#0b1512']);
  const button = page.querySelector('[data-theme-switch]') as HTMLButtonElement;
  expect([button.hidden, button.textContent]).toEqual([false, 'Light theme']);
  press('[data-theme-switch]');
  expect([root.dataset.theme, button.textContent, window.localStorage.getItem('palabre.theme')]).toEqual([
    ...['light', 'Dark theme', 'light'],
  ]);
  press('[data-theme-switch]');
  expect([root.dataset.theme, window.localStorage.getItem('palabre.theme')]).toEqual(['dark', 'dark']);
});

it('A browser that stores nothing shows the page in light, switches its theme, and asks for the session', () => {
  const one = opened(window => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('refused');
      },
    });
  });
  const root = one.page.documentElement;
  expect(root.dataset.theme).toBe('light');
  one.press('[data-theme-switch]');
  expect(root.dataset.theme).toBe('dark');
  one.press('[id="rooms.book"] [data-try]');
  expect(fieldsOf(one).at(-1)).toEqual(['token', '', true, 'password']);
});

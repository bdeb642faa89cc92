// @vitest-environment jsdom

import { limits } from '@palabre/common/contract/fields.ts';
import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { drop, flushOutbox, hold, post, retry, rewrite, useOutbox } from '../outbox/open/outbox.ts';
import { forgetPlaces, openPlace } from '../timeline/open/timelines.ts';
import { blobOf } from './open/blobs.ts';
import { admit } from './open/choose.ts';
import { useProgress } from './open/send.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

/** Fakes XMLHttpRequest: each request gets the next of these answers. */
type Answer = (request: FakeRequest) => void;
let answers: Answer[] = [];
let requests: FakeRequest[] = [];

class FakeRequest {
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  form = new FormData();
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  opened: string[] = [];
  headers: Record<string, string> = {};
  open(...of: string[]): void {
    this.opened = of;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'content-type' ? 'application/json' : null;
  }
  send(form: FormData): void {
    this.form = form;
    requests.push(this);
    const answer = answers.shift();
    if (answer) queueMicrotask(() => answer(this));
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
}

const say =
  (status: number, body: object): Answer =>
  request => {
    Object.assign(request, { status, responseText: JSON.stringify(body) });
    request.onload?.();
    request.onloadend?.();
  };
const accept: Answer = request => {
  const sender = { _id: userId, firstName: 'Camille', lastName: 'Moreau', avatar: null };
  const common = { channelId, conversationId: null, updated: false, reactions: [], pinned: false, seq: 1, position: 1 };
  const [nonce, content] = [String(request.form.get('nonce')), String(request.form.get('content'))];
  const message = {
    ...common,
    _id: nonce,
    nonce,
    content,
    sender,
    time: new Date().toISOString(),
    fileAttachments: [],
  };
  say(201, { message })(request);
};

const file = (name: string, size = 7) => {
  const made = new File(['Le plan'], name, { type: 'text/plain' });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const entry = () => useOutbox.getState().entries[0];
const said = () => useAlerts.getState().alerts.map(({ message }) => message);

beforeEach(async () => {
  [answers, requests] = [[], []];
  useAlerts.setState({ alerts: [] });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  // jsdom files cannot be read.
  Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(1);
  vi.stubGlobal('fetch', async (url: string) => {
    // A read pointer beyond the stored state refetches the unread state.
    if (url.includes('/unread')) return new Response('{}', { status: 404 });
    const page = { messages: [], prevCursor: null, nextCursor: null, hasMore: false };
    const body = JSON.stringify({ ...page, hasBefore: false, hasAfter: false, seq: 0 });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  login('token', { _id: userId, firstName: 'Camille' });
  await openPlace(place);
});

afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

describe('Chosen files', () => {
  it('Chosen files that are too large, empty or too many are refused before any request', async () => {
    const large = limits.fileBytes + 1;
    const kept = await admit([file('a.txt'), file('film.mp4', large), file('vide.txt', 0), file('b.txt')], 9);
    expect(kept.map(({ name }) => name)).toEqual(['a.txt']);
    expect(said()).toEqual([
      '«\u00a0film.mp4\u00a0» dépasse 50\u00a0Mo.',
      '«\u00a0vide.txt\u00a0» est vide.',
      'Un message porte 10 fichiers au plus\u00a0: 1 n’a pas été ajouté.',
    ]);
  });

  it('Chosen files are as large as this Palabre allows, as many as a message holds, and each refusal is said once', async () => {
    const most = 2 * 1024 * 1024;
    usePlace.setState({ settings: { fileBytes: most } as PlaceSettings });
    onTestFinished(() => usePlace.setState({ settings: null }));
    const kept = await admit([file('a.txt', most), file('b.txt', most + 1), file('b.txt', most + 1)], 9);
    expect(kept.map(({ name }) => name)).toEqual(['a.txt']);
    expect(said()).toEqual(['«\u00a0b.txt\u00a0» dépasse 2\u00a0Mo.']);
    expect(await admit([file('c.txt')], 10)).toEqual([]);
    expect(await admit([file('d.txt')], 12)).toEqual([]);
  });

  it('A chosen file has its kind, and a name that deceives nobody', async () => {
    const [kept] = await admit([file('..facture\u202efdp.exe')], 0);
    expect(kept).toMatchObject({ name: 'facturefdp.exe', type: 'text/plain', size: 7 });
  });

  it('A dropped folder, which cannot be read, is refused', async () => {
    const folder = file('plans');
    folder.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('no', 'NotFoundError')) }) as never;
    expect(await admit([folder, file('a.txt')], 0)).toHaveLength(1);
    expect(said()).toEqual([expect.stringContaining('plans')]);
  });

  it('A chosen picture is measured, so that its place is known before it loads; a broken one is a file', async () => {
    const revoked: string[] = [];
    Object.assign(URL, {
      createObjectURL: ({ type }: Blob) => type,
      revokeObjectURL: (url: string) => revoked.push(url),
    });
    vi.stubGlobal(
      'Image',
      class {
        src = '';
        naturalWidth = 640;
        naturalHeight = 480;
        async decode() {
          if (this.src === 'image/gif') throw new DOMException('no', 'EncodingError');
        }
      },
    );
    onTestFinished(() => {
      Reflect.deleteProperty(URL, 'createObjectURL');
      Reflect.deleteProperty(URL, 'revokeObjectURL');
    });
    const types = ['image/png', 'image/gif', 'image/svg+xml', 'text/plain'];
    const kept = await admit(
      types.map(type => new File(['x'], 'a', { type })),
      0,
    );
    expect(kept.map(({ width, height }) => [width, height])).toEqual([[640, 480], ...Array(3).fill([null, null])]);
    expect(revoked.sort()).toEqual(['image/gif', 'image/png']);
  });
});

describe('A message with files', () => {
  it('A message with files sends its nonce and files, reports its progress, and leaves nothing in storage', async () => {
    const files = await admit([file('un.txt'), file('deux.txt')], 0);
    post(place, 'Voilà', files);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const [request] = requests as [FakeRequest];
    const { nonce = '' } = entry() ?? {};
    expect([...request.form.keys()]).toEqual(['channelId', 'content', 'nonce', 'fileAttachments', 'fileAttachments']);
    expect([request.opened, request.headers.authorization]).toEqual([['POST', '/api/message'], 'Bearer token']);
    expect(request.form.getAll('fileAttachments').map(sent => (sent as File).name)).toEqual(['un.txt', 'deux.txt']);
    request.upload.onprogress?.({ loaded: 5, total: 20 });
    expect(useProgress.getState()[nonce]).toEqual({ sent: 5, total: 20 });
    accept(request);
    await vi.waitFor(() => expect(entry()).toBeUndefined());
    expect(useProgress.getState()).toEqual({});
    await vi.waitFor(async () => expect(await Promise.all(files.map(({ id }) => blobOf(id)))).toEqual([null, null]));
  });

  it.each([
    [429, 'is still receiving others of the same user'],
    [408, 'has waited too long for its bytes'],
    [503, 'cannot have them scanned'],
    [502, 'is not behind its gateway'],
    [504, 'is too slow for its gateway'],
  ])('A message with files is retried when the server (%i) %s', async status => {
    answers = [say(status, { code: 'too_many_requests', message: 'Trop de tentatives.' }), accept];
    post(place, '', await admit([file('un.txt')], 0));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(entry()).toMatchObject({ state: 'waiting' });
    await vi.waitFor(async () => {
      await flushOutbox();
      expect(entry()).toBeUndefined();
    });
    expect(new Set(requests.map(({ form }) => form.get('nonce'))).size).toBe(1);
  });

  it('A message with files waits for the connection where it is lost meanwhile', async () => {
    const lose: Answer = request => {
      request.onerror?.();
      request.onloadend?.();
    };
    answers = [lose, accept];
    post(place, '', await admit([file('un.txt')], 0));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await vi.waitFor(async () => {
      await flushOutbox();
      expect(entry()).toBeUndefined();
    });
    expect(requests).toHaveLength(2);
  });

  it('A message with files is sent again when no byte of it leaves for a minute', async () => {
    const files = await admit([file('un.txt')], 0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    answers = [() => {}, accept];
    post(place, '', files);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    // Waiting for the request has taken some of the first minute.
    await vi.advanceTimersByTimeAsync(59_000);
    requests[0]?.upload.onprogress?.({ loaded: 1, total: 20 });
    await vi.advanceTimersByTimeAsync(59_999);
    expect([requests.length, requests[0]?.isAborted]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(entry()).toBeUndefined());
    expect(requests).toHaveLength(2);
  });

  it('A message with files cancelled by its author is kept with the reason, and sent on retry', async () => {
    post(place, 'Voilà', await admit([file('un.txt')], 0));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    hold(entry()?.nonce ?? '');
    expect(entry()).toMatchObject({ state: 'failed', reason: 'Envoi annulé' });
    answers = [accept];
    retry(entry()?.nonce ?? '');
    await vi.waitFor(() => expect(entry()).toBeUndefined());
    expect(requests).toHaveLength(2);
  });

  it('A message with files is cancelled alone, those of another place before and after it are not', async () => {
    const at = (n: number) => ({ channelId: `018f0000-0000-7000-8000-00000000000${n}` });
    const files = await admit(
      ['un.txt', 'deux.txt', 'trois.txt'].map(name => file(name)),
      0,
    );
    for (const [n, one] of files.entries()) post(n === 0 ? place : at(n), one.name, [one]);
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    const of = (content: string) => requests.find(({ form }) => form.get('content') === content) as FakeRequest;
    accept(of('un.txt'));
    await vi.waitFor(() => expect(entry()?.content).toBe('deux.txt'));
    hold(entry()?.nonce ?? '');
    expect(['deux.txt', 'trois.txt'].map(name => of(name).isAborted)).toEqual([true, false]);
  });

  it.each([
    [403, 'cannot_write', 'Vous ne pouvez pas écrire dans ce salon.'],
    [422, 'file_infected', 'Le fichier «\u00a0un.txt\u00a0» contient un logiciel malveillant.'],
  ])(
    'A message with files that was refused (%i) is retried with its remaining files',
    async (status, code, message) => {
      answers = [say(status, { code, message }), accept];
      const files = await admit([file('un.txt'), file('deux.txt')], 0);
      post(place, 'Voilà', files);
      await vi.waitFor(() => expect(entry()).toMatchObject({ state: 'failed' }));
      // An entry that was not being sent cannot be cancelled.
      hold(entry()?.nonce ?? '');
      expect(entry()?.reason).toBe(message);
      expect(await rewrite(entry()?.nonce ?? '', 'Voici', files.slice(1))).toBe(true);
      await vi.waitFor(async () => expect(await blobOf(files[0]?.id ?? '')).toBeNull());
      await vi.waitFor(() => expect(entry()).toBeUndefined());
      expect(requests[1]?.form.getAll('fileAttachments').map(sent => (sent as File).name)).toEqual(['deux.txt']);
    },
  );

  it('A message with files that its author gives up is sent no further, and leaves nothing in storage', async () => {
    const [one] = await admit([file('un.txt')], 0);
    post(place, 'Voilà', one && [one]);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    drop(entry()?.nonce ?? '');
    expect(requests[0]?.isAborted).toBe(true);
    await vi.waitFor(async () => expect(await blobOf(one?.id ?? '')).toBeNull());
    expect([requests.length, entry()]).toEqual([1, undefined]);
  });

  it('A message with files is sent no further in a session that has ended, and a logout leaves nothing of its files', async () => {
    const [one] = await admit([file('un.txt')], 0);
    post(place, 'Voilà', one && [one]);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    endSession('expired');
    expect(requests[0]?.isAborted).toBe(true);
    const again = () => login('token', { _id: userId, firstName: 'Camille' });
    again();
    expect(await blobOf(one?.id ?? '')).not.toBeNull();
    endSession('logout');
    again();
    await vi.waitFor(async () => expect(await blobOf(one?.id ?? '')).toBeNull());
  });

  it('A message with files whose bytes are lost says so, and is not sent without them', async () => {
    const [one] = await admit([file('un.txt')], 0);
    post(place, 'Voilà', [{ ...one, id: 'perdu' } as NonNullable<typeof one>]);
    await vi.waitFor(() => expect(entry()).toMatchObject({ state: 'failed' }));
    expect(entry()?.reason).toBe('«\u00a0un.txt\u00a0» n’est plus sur cet appareil.');
    expect(requests).toEqual([]);
  });
});

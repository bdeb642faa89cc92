import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import type { Failure } from '@palabre/common/contract/errors.ts';
import { failuresOf } from '../platform/documentation/failures.ts';
import { ask } from './ask.ts';

/** File to send as multipart, beside the body's fields. */
export interface FileToSend {
  bytes: Uint8Array;
  name?: string;
  type?: string;
}

/** Input of an endpoint, with the image or the files it accepts. */
export type CallInput<E extends Endpoint> = InputOf<E> & { image?: FileToSend; files?: readonly FileToSend[] };

/** Arguments of a call; the input is optional when it has no required part. */
export type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** Answer of an endpoint, or a failure's `code`, `message` and `issues`. */
export interface Reply<T> {
  status: number;
  body: T & Failure;
  headers: Headers;
}

/**
 * Length from which a body goes through `fetch`, which still reads the answer of a server that refuses the body before
 * its end.
 */
const longBody = 10_000;

/** Request outside the contract. */
export interface RawRequest {
  token?: string | null;
  /** Sent as JSON, except text, bytes and forms. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** HTTP client of a running server, typed by the contract; see {@link Client.call}. */
export class Client {
  constructor(
    readonly url: string,
    readonly token: string | null = null,
  ) {}

  /** Calls an endpoint and returns any answer, refusals too. */
  async call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<Reply<OutputOf<E>>> {
    const { params = {}, query = {}, body, image, files } = (input ?? {}) as LooseInput;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const reply = await this.raw<OutputOf<E>>(endpoint.method, `/api${path}${search.size > 0 ? `?${search}` : ''}`, {
      body: formOf(endpoint, body ?? {}, image ? [image] : files) ?? body,
    });
    expectTold(endpoint, reply);
    return reply;
  }

  /** Calls an endpoint that must succeed, and returns its output. */
  async ok<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<OutputOf<E>> {
    const { status, body } = await this.call(endpoint, ...input);
    if (status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends any request, for input that the types forbid. `path` starts at the server's root. */
  async raw<T = Record<string, unknown>>(method: string, path: string, request: RawRequest = {}): Promise<Reply<T>> {
    const { token = this.token, body, headers = {} } = request;
    const asIs = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
    const sent = body === undefined || asIs ? (body as BodyInit | undefined) : JSON.stringify(body);
    const all = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    };
    const plainly = sent === undefined || (typeof sent === 'string' && sent.length < longBody);
    const response = plainly
      ? await ask(this.url + path, { method, headers: all, body: sent })
      : await fetch(this.url + path, { method, redirect: 'manual', headers: all, body: sent });
    const text = typeof response.text === 'string' ? response.text : await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: (json ? JSON.parse(text) : { text }) as T & Failure,
      headers: response.headers,
    };
  }
}

/** Checks that the documentation of an endpoint tells each failure that tests see. */
function expectTold(endpoint: Endpoint, { status, body: { code } }: Reply<unknown>): void {
  if (status < 400 || failuresOf(endpoint).includes(code)) return;
  const name = `${endpoint.method} ${endpoint.path}`;
  throw new Error(`${name} answered ${status} ${code}, which its contract does not tell: add it to its \`refuses\``);
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  image?: FileToSend;
  files?: readonly FileToSend[];
}

function formOf(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  files: readonly FileToSend[] | undefined,
): FormData | undefined {
  const field = endpoint.image ?? endpoint.files;
  if (!field || !files) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const { bytes, name = `${field}.png`, type = 'image/png' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

import { Agent, type IncomingMessage, request } from 'node:http';

/** Person who sends a request. */
export interface Asker {
  token: string;
  address: string;
}

/** Answer of the server; status 0 when there was no answer. */
export interface Answer {
  status: number;
  body: Buffer;
}

/**
 * Shared connection pools. Actions have no limit, so that nobody queues behind another person's answer. Fetches of
 * pages have one: as many new connections in one moment as pages have fetches would overflow the system's queue.
 */
const agents = {
  doing: new Agent({ keepAlive: true, maxFreeSockets: 512 }),
  fetching: new Agent({ keepAlive: true, maxSockets: 1_024 }),
};
const noAnswer: Answer = { status: 0, body: Buffer.alloc(0) };
const boundary = 'palabre-day';

/** Sends a request and reads its answer to the end; pages come in brotli where the server compresses them. */
export function ask(
  port: number,
  { token, address }: Asker,
  method: string,
  path: string,
  {
    body = null,
    by = 'doing',
    urgency,
  }: { body?: object | Buffer | null; by?: keyof typeof agents; urgency?: number | undefined } = {},
): Promise<Answer> {
  const isForm = Buffer.isBuffer(body);
  const bytes = isForm ? body : body && Buffer.from(JSON.stringify(body));
  return new Promise(resolve => {
    const sent = request(
      {
        ...{ agent: agents[by], port, host: '127.0.0.1', method, path: `/api${path}` },
        headers: {
          ...{
            authorization: `Bearer ${token}`,
            'x-forwarded-for': address,
            'accept-encoding': method === 'GET' ? 'br' : 'identity',
          },
          ...(urgency !== undefined && { priority: `u=${urgency}` }),
          ...(bytes && {
            'content-length': bytes.length,
            'content-type': isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json',
          }),
        },
      },
      (answer: IncomingMessage) => {
        const parts: Buffer[] = [];
        answer.on('data', part => parts.push(part));
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }));
        answer.once('error', () => resolve(noAnswer));
      },
    );
    sent.once('error', () => resolve(noAnswer));
    sent.end(bytes ?? undefined);
  });
}

/** Makes the form of a message with one file. */
export function formOf(fields: Record<string, string>, name: string, bytes: Buffer): Buffer {
  const texts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="fileAttachments"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

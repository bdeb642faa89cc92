import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();

/** Header value for a body that is streamed unsigned. */
const unsigned = 'UNSIGNED-PAYLOAD';

/** Checks a request's signature (AWS Signature Version 4), with the body's hash when it is signed. */
function signed(request: IncomingMessage, body: Buffer, accessKey: string, secretKey: string): boolean {
  const { authorization = '' } = request.headers;
  const [, key, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const hash = String(request.headers['x-amz-content-sha256']);
  if (key !== accessKey || (hash !== sha256(body) && hash !== unsigned)) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = names.split(';').map(name => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query.split('&').sort().join('&'), headers.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day));
  return hmac(signing, text).toString('hex') === signature;
}

/** Failure of a request: an error of S3, a cut connection, or silence. */
export type Mishap = { status: number; code: string } | 'cut' | 'silent';

/** Objects that one answer lists; S3 lists a thousand. */
const listedAtOnce = 2;

/** Fake S3 in memory, over real HTTP on loopback, with one bucket and the calls that Palabre uses. */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>();
  /** Failures of the next requests, one each. */
  readonly mishaps: Mishap[] = [];
  requests = 0;
  private readonly server = createServer((request, response) => {
    this.requests += 1;
    const answer = (status: number, code?: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const mishap = this.mishaps.shift();
    if (mishap === 'cut') request.once('data', () => request.destroy());
    if (mishap === 'cut' && request.method === 'GET') request.destroy();
    buffer(request).then(
      body => {
        if (mishap === 'cut' || mishap === 'silent') return;
        if (mishap) return answer(mishap.status, mishap.code);
        if (!signed(request, body, this.accessKey, this.secretKey)) return answer(403, 'SignatureDoesNotMatch');
        const [path = '', query] = (request.url ?? '').split('?');
        const [, bucket, key = ''] = path.split('/');
        if (bucket !== this.bucket) return answer(404, 'NoSuchBucket');
        if (request.method === 'GET' && key === '') return response.end(this.page(new URLSearchParams(query)));
        if (request.method === 'PUT') {
          this.objects.set(key, body);
          return answer(200);
        }
        if (request.method === 'DELETE') {
          this.objects.delete(key);
          return answer(204);
        }
        const found = this.objects.get(key);
        if (!found) return answer(404, 'NoSuchKey');
        const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (start === undefined) return response.writeHead(200, { 'content-length': found.length }).end(found);
        if (Number(start) >= found.length) return answer(416, 'InvalidRange');
        const part = found.subarray(Number(start), Number(end) + 1);
        const range = `bytes ${start}-${Number(start) + part.length - 1}/${found.length}`;
        return response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part);
      },
      () => {},
    );
  });

  constructor(
    private readonly bucket = 'palabre',
    private readonly accessKey = 'cle',
    private readonly secretKey = 'secret/des+tests',
  ) {}

  async start(): Promise<this> {
    await new Promise<void>(done => this.server.listen(0, '127.0.0.1', done));
    return this;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lists the objects after those of the pages before. */
  private page(query: URLSearchParams): string {
    const from = Number(query.get('continuation-token') ?? 0);
    const next = from + listedAtOnce;
    const contents = [...this.objects]
      .slice(from, next)
      .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`);
    const more = next < this.objects.size ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
  }

  /** Address in the form of the variable `S3_URL`. */
  get url(): string {
    const host = this.endpoint.replace('http://', '');
    return `s3://${this.accessKey}:${encodeURIComponent(this.secretKey)}@${host}/${this.bucket}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(done => this.server.close(done));
  }
}

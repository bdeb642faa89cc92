import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

/** Mock provider of social login on this machine, with claims that the test sets. */
export interface MockProvider {
  readonly url: string;
  /** Claims of the next logins; undefined removes a claim. */
  says: Record<string, unknown>;
  /** Additional metadata of its discovery. */
  metadata: Record<string, unknown>;
  /** Answer of its userinfo endpoint: an object, or a text as a JWT; null for the default. */
  userinfo: (() => Promise<string | Record<string, unknown>>) | null;
  /** Address to which its userinfo endpoint redirects, if any. */
  movedTo: string | null;
  /** Picture at `/portrait.png`, if any. */
  portrait: Buffer | null;
  /** Whether the signature of its ID tokens is none that its keys make. */
  signsWrongly: boolean;
  /** Signs claims with its own key, or with a key that it does not publish. */
  sign(claims: Record<string, unknown>, by?: 'its own' | 'another'): Promise<string>;
  /** Codes exchanged so far: each is accepted once. */
  readonly used: Set<string>;
  stop(): Promise<void>;
}

/** Response as the mock server writes it. */
type Answer = ServerResponse & { json: (body: Record<string, unknown>) => unknown };

const written = (response: Answer, type: string, body: string) =>
  response.writeHead(200, { 'content-type': type }).end(body);

/** Starts a provider that lets everyone in without a page, as for a person already logged in. */
export async function startProvider(): Promise<MockProvider> {
  const [issuer, stranger] = [new OAuth2Issuer(), new OAuth2Issuer()];
  await Promise.all([issuer.keys.generate('RS256'), stranger.keys.generate('RS256')]);
  const service = new OAuth2Service(issuer);
  const server = createServer((request, response) => {
    const answer = response as Answer;
    if (request.url === '/portrait.png' && provider.portrait)
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(provider.portrait);
    if (request.url === '/userinfo' && provider.movedTo)
      return void response.writeHead(307, { location: provider.movedTo }).end();
    if (request.url?.startsWith('/.well-known/'))
      answer.json = body => written(answer, 'application/json', JSON.stringify({ ...body, ...provider.metadata }));
    const told = request.url === '/userinfo' ? provider.userinfo : null;
    if (told)
      answer.json = () =>
        told().then(body =>
          typeof body === 'string'
            ? written(answer, 'application/jwt; charset=utf-8', body)
            : written(answer, 'application/json', JSON.stringify(body)),
        );
    service.requestHandler(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const one of [issuer, stranger]) one.url = url;
  const provider: MockProvider = {
    url,
    says: {},
    metadata: {},
    userinfo: null,
    movedTo: null,
    portrait: null,
    signsWrongly: false,
    sign: (claims, by = 'its own') =>
      (by === 'its own' ? issuer : stranger).buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, claims);
        },
      }),
    used: new Set(),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  service.on('beforeTokenSigning', token => {
    Object.assign(token.payload, provider.says);
    for (const [name, value] of Object.entries(provider.says)) if (value === undefined) delete token.payload[name];
  });
  service.on('beforeResponse', (response, request) => {
    const { code } = (request as unknown as { body: { code: string } }).body;
    const answer = response.body as { id_token?: string };
    if (provider.signsWrongly && answer.id_token) {
      const [head, claims, signature = ''] = answer.id_token.split('.');
      answer.id_token = [head, claims, [...signature].reverse().join('')].join('.');
    }
    if (!provider.used.has(code)) provider.used.add(code);
    else Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
  });
  return provider;
}

import { OAuth2Server } from 'oauth2-mock-server';

/** A provider of social login on this machine, and what it says of whoever comes. */
export interface MockProvider {
  readonly url: string;
  /** What is said of the next ones; undefined leaves a claim out. */
  says: Record<string, unknown>;
  /** Codes that it has exchanged: it takes none twice. */
  readonly used: Set<string>;
  stop(): Promise<void>;
}

/** Starts a provider that lets everyone in without a word, as one does where one is logged in already. */
export async function startProvider(): Promise<MockProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = server.issuer.url?.replace('localhost', '127.0.0.1') ?? '';
  server.issuer.url = url;
  const provider: MockProvider = { url, says: {}, used: new Set(), stop: () => server.stop() };
  server.service.on('beforeTokenSigning', token => {
    Object.assign(token.payload, provider.says);
    for (const [name, value] of Object.entries(provider.says)) if (value === undefined) delete token.payload[name];
  });
  server.service.on('beforeResponse', (response, request) => {
    const { code } = (request as unknown as { body: { code: string } }).body;
    if (!provider.used.has(code)) provider.used.add(code);
    else Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
  });
  return provider;
}

import { Failure } from '@palabre/common/contract/errors.ts';
import { features } from '@palabre/common/contract/index.ts';
import { describeSockets } from './events.ts';
import { failureResponses, failuresOf } from './failures.ts';
import type { OpenApi } from './openapi.ts';
import { describePaths, endpoints } from './operations.ts';
import { unambiguous } from './paths.ts';
import { describeSchemas, finished, mapValues, mergeNamed } from './schemas.ts';

const description = `Palabre is a team chat. Everything its page does, it does by these calls.

**Session.** \`users.login\` answers a token, which goes in \`Authorization: Bearer TOKEN\`. It lasts 30 days, or until it is ended; administrators may have it end sooner without use (\`idleSessionDays\` of \`settings.shown\`). A request is a use of it, of that many milliseconds before where it has a header \`Idle-Ms\`: what a client asks by itself keeps no session.

**Failures** are all \`{code, message, issues?}\`. The message is the sentence to show, in French, or in English with \`Accept-Language: en\`. What one may not see answers 404, as if it did not exist.

**Values.** Ids are UUIDs made by the server, times ISO 8601 in UTC. Fields that are not known are ignored.

**Live.** What others do comes by Socket.IO, at the same origin, with \`auth: {token}\`. A client that is connected gets, without asking, every event of what its person may see, after it is stored; what it missed while away it asks for by calls. In the OpenAPI document events are webhooks, though no HTTP request is made: the name is the event’s, the body its payload.`;

/**
 * Creates the OpenAPI 3.1 document from the contract alone.
 * @param publicUrl the URL at which people reach this server
 */
export function createDocument(publicUrl: string): OpenApi {
  const server = `${publicUrl}/api`;
  const { paths, named } = describePaths();
  const { named: heard, ...sockets } = describeSockets();
  const failure = describeSchemas({ failure: Failure }, 'output').named;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palabre',
      version: '1',
      description,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: server }],
    tags: Object.entries(features).map(([name, about]) => ({ name, description: about })),
    paths: unambiguous(paths, server),
    ...sockets,
    components: {
      schemas: mapValues(mergeNamed(...named, ...heard, failure), finished),
      responses: failureResponses(endpoints.map(({ endpoint }) => failuresOf(endpoint))),
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
      },
    },
  };
}

import type { connection as fr } from '../fr/connection.ts';
import type { Translation } from '../translation.ts';

export const connection: Translation<typeof fr> = {
  connecting: 'Connection lost. Trying again…',
  catchingUp: 'Back online. Fetching what you missed…',
  unreachable: 'The server is not answering. Your messages will be sent as soon as it is back.',
  aside: 'Palabre is open in too many tabs: come back to this one to bring it up to date.',
  offline: 'You are offline. Your messages will be sent as soon as the connection is back.',
};

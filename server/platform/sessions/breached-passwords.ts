import { createHash } from 'node:crypto';
import type { Env } from '../../env.ts';
import { createOutgoing, OutgoingError } from '../http/outgoing/outgoing.ts';
import { createSparing } from '../pacing/sparing.ts';
import type { Services } from '../services.ts';

/** Limits of one request: a range has some 40 KB with its padding. */
const answer = { bytes: 250_000, ms: 2_000 };
/** Hexadecimal digits of a hash that are sent: about a thousand breached passwords share them. */
const toldDigits = 5;

/** Checks passwords against the operator's service of breached passwords. */
export interface BreachedPasswords {
  /**
   * Tells whether a password was breached; false without a service, or when it gives no range in time (decision 0084).
   */
  has(password: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Creates the check of breached passwords by ranges (k-anonymity): the service receives the first digits of a SHA-1,
 * and answers with the remaining digits of every known hash that begins with them. Neither the password nor its hash
 * leaves, and none of it is logged.
 */
export function createBreachedPasswords({
  env: { breachedPasswordsUrl: url },
  logger,
}: Pick<Services, 'logger'> & { env: Pick<Env, 'breachedPasswordsUrl'> }): BreachedPasswords {
  if (!url) return { has: async () => false, close: async () => {} };
  const outgoing = createOutgoing([url]);
  const log = createSparing(logger);
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      try {
        // With padding, the length of an answer does not reveal the range to anybody on the way.
        const { bytes } = await outgoing.get(`${url}/${hash.slice(0, toldDigits)}`, answer, { 'add-padding': 'true' });
        return breachedIn(bytes.toString('latin1')).has(hash.slice(toldDigits));
      } catch (err) {
        log('warn', 'breached passwords', { err });
        return false;
      }
    },
    close: () => outgoing.close(),
  };
}

/** Reads the hash suffixes in a range; skips padding entries, whose count is 0. */
function breachedIn(range: string): Set<string> {
  const lines = [...range.matchAll(/^([\dA-F]{35}):(\d+)\r?$/gim)];
  if (lines.length === 0) throw new OutgoingError('answered no range');
  return new Set(lines.flatMap(([, end = '', times]) => (Number(times) > 0 ? [end.toUpperCase()] : [])));
}

import type { LimitName } from '../http/floods/limits.ts';
import type { Kind } from '../http/floods/shares.ts';
import type { Metrics } from '../metrics.ts';
import type { Sparing } from './sparing.ts';

/** Kinds of refusal that protect the other users; `docs/security.md` has the table. */
export type Refusal =
  | LimitName
  | 'socket_flood'
  | 'sockets'
  | 'body_memory'
  | 'slow_request'
  | 'slow_reader'
  | Kind
  | 'nobodys'
  | 'changes_in_line'
  | 'passwords'
  | 'image_line'
  | 'scan_line'
  | 'upgrade'
  | 'half_sent'
  | 'idle_connections'
  | 'descriptors'
  | 'pipelined';

/** Counts a refusal by kind, and logs each kind once a minute. */
export type Refuse = (kind: Refusal) => void;

/** Creates the {@link Refuse} that counts in the metrics and logs sparingly. */
export const createRefuse =
  ({ refusals }: Pick<Metrics, 'refusals'>, log: Sparing): Refuse =>
  kind => {
    refusals.inc({ kind });
    log('warn', `refused: ${kind}`);
  };

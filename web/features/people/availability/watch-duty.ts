import { api } from '@palabre/common/contract/index.ts';
import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import { offDuty } from '@palabre/common/rules/people/duty.ts';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';
import { setOwnDuty } from './open/own-duty.ts';

/** Interval between two checks of the clock. */
const lookMs = 15_000;

const isOffAt = ({ hours, zone, absences, quietUntil }: OwnAvailability, nowMs: number) =>
  offDuty({ hours, zone, absences, quietUntilMs: quietUntil === null ? null : Date.parse(quietUntil) }, nowMs);

/**
 * Reads the user's hours, absences and quiet, which events keep current, and checks the clock; returns the function
 * that stops it.
 */
export function watchDuty(client: QueryClient, userId: string): () => void {
  const observer = new QueryObserver(client, { ...endpointQuery(api.availability.own), meta: { silent: true } });
  const look = () => {
    const own = observer.getCurrentResult().data?.own;
    if (own?._id === userId) setOwnDuty(userId, isOffAt(own, Date.now()));
  };
  const leave = observer.subscribe(look);
  look();
  const timer = setInterval(look, lookMs);
  return () => {
    leave();
    clearInterval(timer);
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from './backoff.ts';
import {
  applyConnectionEvent,
  type ConnectionEvent,
  type ConnectionState,
  nextState,
  useConnection,
} from './connection.ts';

const after = (...events: ConnectionEvent[]) => events.reduce<ConnectionState>(nextState, 'idle');

describe('the connection', () => {
  it('the connection is live once missed changes are fetched, and not before', () => {
    expect(after('start')).toBe('connecting');
    expect(after('start', 'connected')).toBe('catching-up');
    expect(after('start', 'connected', 'caughtUp')).toBe('live');
    expect(after('start', 'caughtUp')).toBe('connecting');
  });

  it('the connection catches up again after each loss', () => {
    expect(after('start', 'connected', 'caughtUp', 'lost')).toBe('connecting');
    expect(after('start', 'connected', 'caughtUp', 'lost', 'unreachable')).toBe('unreachable');
    expect(after('start', 'connected', 'caughtUp', 'lost', 'unreachable', 'connected')).toBe('catching-up');
  });

  it('the connection distinguishes offline (no network) from unreachable (no answer)', () => {
    expect(after('start', 'connected', 'caughtUp', 'offline')).toBe('offline');
    expect(after('start', 'connected', 'caughtUp', 'offline', 'unreachable')).toBe('unreachable');
    expect(after('start', 'connected', 'caughtUp', 'lost', 'unreachable', 'offline')).toBe('offline');
    expect(after('start', 'unreachable', 'connected')).toBe('catching-up');
  });

  it('the connection that is lost while it catches up is lost as any, and a sleep has a live one catch up again', () => {
    const catchingUp = (event: ConnectionEvent) => after('start', 'connected', event);
    expect((['lost', 'offline', 'unreachable'] as const).map(catchingUp)).toEqual([
      ...['connecting', 'offline', 'unreachable'],
    ]);
    expect(after('start', 'offline')).toBe('offline');
    expect(after('start', 'offline', 'connected')).toBe('catching-up');
    expect(after('start', 'connected', 'caughtUp', 'unreachable')).toBe('unreachable');
    expect(after('start', 'connected', 'caughtUp', 'connected')).toBe('catching-up');
  });

  it('the connection is idle once its session is over, and refused with it, whatever it was before', () => {
    const before: ConnectionEvent[][] = [
      ['start'],
      ['start', 'connected'],
      ['start', 'connected', 'caughtUp'],
      ['start', 'offline'],
      ['start', 'unreachable'],
      ['start', 'connected', 'aside'],
      ['start', 'refused'],
    ];
    expect(before.map(events => after(...events, 'stop'))).toEqual(before.map(() => 'idle'));
    expect((['offline', 'unreachable'] as const).map(event => after('start', event, 'refused'))).toEqual([
      ...['refused', 'refused'],
    ]);
  });

  it('the connection is returning once it was lost, and is a first one again in another session', () => {
    const returning = (...all: ConnectionEvent[]) => {
      for (const event of all) applyConnectionEvent(event);
      return useConnection.getState().returning;
    };
    expect(returning('start', 'connected', 'caughtUp')).toBe(false);
    expect(returning('lost')).toBe(true);
    expect(returning('connected', 'caughtUp')).toBe(true);
    expect(returning('stop', 'start')).toBe(false);
    // So it is without a network, without an answer, put aside, and after a sleep that the socket has outlived.
    for (const lost of ['offline', 'unreachable'] as const) expect(returning('stop', 'start', lost), lost).toBe(true);
    expect(returning('stop', 'start', 'connected', 'aside'), 'aside').toBe(true);
    expect(returning('stop', 'start', 'connected', 'caughtUp', 'connected'), 'asleep').toBe(true);
    applyConnectionEvent('stop');
  });

  it('the connection stays refused until another session starts', () => {
    expect(after('start', 'refused', 'connected')).toBe('refused');
    expect(after('start', 'refused', 'stop', 'start')).toBe('connecting');
  });

  it('the connection stays aside, when too many pages are open, until it is started again', () => {
    expect(after('start', 'connected', 'aside')).toBe('aside');
    expect(after('start', 'connected', 'caughtUp', 'aside', 'lost', 'caughtUp', 'offline')).toBe('aside');
    expect(after('start', 'connected', 'caughtUp', 'aside', 'start', 'connected', 'caughtUp')).toBe('live');
  });

  it('the backoff grows after each failure, up to thirty seconds, and differs between clients', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = backoff(attempt, random);
        expect(wait).toBeGreaterThanOrEqual(200);
        expect(wait).toBeLessThanOrEqual(30_000);
        expect(backoff(attempt + 1, random)).toBeGreaterThanOrEqual(wait);
      }),
    );
    expect(backoff(3, 0.2)).not.toBe(backoff(3, 0.8));
  });
});

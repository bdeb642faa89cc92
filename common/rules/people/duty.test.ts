import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeOf } from '../local-times.ts';
import { type DutyFacts, isWeek, offDuty, sameHours, type WorkHours } from './duty.ts';

const office: WorkHours = {
  zone: 'Europe/Paris',
  holidays: 'metropole',
  week: sameHours({ start: '09:00', end: '17:30' }),
};
const facts = (more: Partial<DutyFacts> = {}): DutyFacts => ({
  hours: office,
  zone: 'Europe/Paris',
  absences: [],
  quietUntilMs: null,
  ...more,
});
/** Says until when a person is off duty, on the clock of Paris: `on` when they are not, `?` when no end is in sight. */
function until(at: string, more: Partial<DutyFacts> = {}, zone = 'Europe/Paris'): string {
  const off = offDuty(facts(more), Date.parse(at));
  if (!off) return 'on';
  return off.untilMs === null ? '?' : localTimeOf(off.untilMs, zone);
}

describe('who is off duty', () => {
  it.each([
    ['on a morning before work', '2026-11-26T07:59:59Z', '2026-11-26T09:00'],
    ['at the first moment of work', '2026-11-26T08:00:00Z', 'on'],
    ['at the last moment of work', '2026-11-26T16:29:59Z', 'on'],
    ['when work has ended', '2026-11-26T16:30:00Z', '2026-11-27T09:00'],
    ['on Friday evening', '2026-11-27T18:00:00Z', '2026-11-30T09:00'],
    ['on Sunday', '2026-11-29T12:00:00Z', '2026-11-30T09:00'],
    ['before a long weekend', '2027-05-14T18:00:00Z', '2027-05-18T09:00'],
    ['on a holiday', '2026-05-14T10:00:00Z', '2026-05-15T09:00'],
    ['on Christmas Eve, a Thursday', '2026-12-24T17:00:00Z', '2026-12-28T09:00'],
  ])('They are, or are not, %s', (_when, at, expected) => expect(until(at)).toBe(expected));

  it('Hours are those of the clock on the wall, before and after both changes of clocks', () => {
    expect(until('2026-03-27T18:00:00Z')).toBe('2026-03-30T09:00');
    expect(offDuty(facts(), Date.parse('2026-03-27T18:00:00Z'))?.untilMs).toBe(Date.parse('2026-03-30T07:00:00Z'));
    expect(offDuty(facts(), Date.parse('2026-10-23T18:00:00Z'))?.untilMs).toBe(Date.parse('2026-10-26T08:00:00Z'));
    const nights = { ...office, week: Array(7).fill({ start: '22:00', end: '06:00' }) };
    // The night of 29 March has seven hours, the night of 25 October nine.
    expect(until('2026-03-29T03:59:59Z', { hours: nights })).toBe('on');
    expect(until('2026-03-29T04:00:00Z', { hours: nights })).toBe('2026-03-29T22:00');
    expect(until('2026-10-25T04:59:59Z', { hours: nights })).toBe('on');
    expect(until('2026-10-25T05:00:00Z', { hours: nights })).toBe('2026-10-25T22:00');
    // At 02:30 of 29 March no clock shows that time: work begins at the first time after it.
    const skipped = { ...office, week: Array(7).fill({ start: '02:30', end: '10:00' }) };
    expect(offDuty(facts({ hours: skipped }), Date.parse('2026-03-29T00:00:00Z'))?.untilMs).toBe(
      Date.parse('2026-03-29T01:00:00Z'),
    );
  });

  it('A night that begins on a working day goes on in the morning of a holiday', () => {
    const nights = { ...office, week: Array(7).fill({ start: '22:00', end: '06:00' }) };
    expect(until('2026-05-08T03:00:00Z', { hours: nights })).toBe('on');
    expect(until('2026-05-08T21:00:00Z', { hours: nights })).toBe('2026-05-09T22:00');
  });

  it('Hours of an overseas department are in its zone, with its own holiday', () => {
    const reunion: WorkHours = { ...office, zone: 'Indian/Reunion', holidays: 'reunion' };
    expect(until('2027-12-19T20:00:00Z', { hours: reunion }, 'Indian/Reunion')).toBe('2027-12-21T09:00');
    expect(until('2026-11-26T05:00:00Z', { hours: reunion })).toBe('on');
  });

  it('An absence takes both its days, and lasts until work begins again', () => {
    const absences = [{ from: '2026-12-21', to: '2026-12-31' }];
    expect(until('2026-12-18T10:00:00Z', { absences })).toBe('on');
    expect(until('2026-12-18T18:00:00Z', { absences })).toBe('2027-01-04T09:00');
    expect(until('2026-12-31T10:00:00Z', { absences })).toBe('2027-01-04T09:00');
    expect(until('2026-12-21T10:00:00Z', { absences, hours: null })).toBe('2027-01-01T00:00');
    expect(until('2026-12-20T22:59:59Z', { absences, hours: null })).toBe('on');
    expect(until('2026-12-20T23:00:00Z', { absences, hours: null })).toBe('2027-01-01T00:00');
    const two = [...absences, { from: '2027-01-04', to: '2027-01-04' }];
    expect(until('2026-12-30T10:00:00Z', { absences: two })).toBe('2027-01-05T09:00');
  });

  it('Who is not to be disturbed is off duty within their hours, and on until the next ones if it ends outside', () => {
    const quiet = (time: string) => ({ quietUntilMs: Date.parse(time) });
    expect(until('2026-11-26T10:00:00Z', quiet('2026-11-26T11:00:00Z'))).toBe('2026-11-26T12:00');
    expect(until('2026-11-26T10:00:00Z', quiet('2026-11-26T20:00:00Z'))).toBe('2026-11-27T09:00');
    expect(until('2026-11-26T10:00:00Z', quiet('2026-11-26T10:00:00Z'))).toBe('on');
    expect(until('2026-11-26T20:00:00Z', { ...quiet('2026-11-26T21:00:00Z'), hours: null })).toBe('2026-11-26T22:00');
  });

  it('Without hours, absences and quiet nobody is ever off duty', () => {
    for (const at of ['2026-11-28T03:00:00Z', '2026-12-25T12:00:00Z']) expect(until(at, { hours: null })).toBe('on');
  });

  it('A week of one day finds the next one beyond the holidays that it meets', () => {
    const mondays = { ...office, week: [{ start: '09:00', end: '12:00' }, null, null, null, null, null, null] };
    expect(until('2026-04-05T12:00:00Z', { hours: mondays })).toBe('2026-04-13T09:00');
    expect(isWeek(mondays.week)).toBe(true);
    expect(isWeek(Array(7).fill(null))).toBe(false);
    expect(isWeek(sameHours({ start: '09:00', end: '09:00' }))).toBe(false);
    expect(isWeek(mondays.week.slice(1))).toBe(false);
  });

  it('A week of Thursdays finds the next one beyond two that are holidays, one after the other', () => {
    const thursdays = { ...office, week: [null, null, null, { start: '09:00', end: '12:00' }, null, null, null] };
    expect(until('2025-04-24T12:00:00Z', { hours: thursdays })).toBe('2025-05-15T09:00');
    expect(until('2025-12-18T12:00:00Z', { hours: thursdays })).toBe('2026-01-08T09:00');
    // An absence among them makes it later still.
    const absences = [{ from: '2025-05-12', to: '2025-06-12' }];
    expect(until('2025-04-24T12:00:00Z', { hours: thursdays, absences })).toBe('2025-06-19T09:00');
  });

  it('Whoever is off duty until a time is on duty at it, and off just before, at any time of any year', () => {
    const hour = fc
      .integer({ min: 0, max: 95 })
      .map(n => `${`${Math.floor(n / 4)}`.padStart(2, '0')}:${`${(n % 4) * 15}`.padStart(2, '0')}`);
    const day = fc.option(fc.record({ start: hour, end: hour }), { nil: null });
    const zones = fc.constantFrom(
      'Europe/Paris',
      'America/Cayenne',
      'Indian/Reunion',
      'America/Santiago',
      'Pacific/Apia',
    );
    fc.assert(
      fc.property(
        ...[fc.array(day, { minLength: 7, maxLength: 7 }).filter(isWeek), zones],
        fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2031-01-01') }),
        (week, zone, atMs) => {
          const asked = facts({ hours: { zone, week, holidays: 'metropole' }, zone });
          const off = offDuty(asked, atMs);
          if (!off || off.untilMs === null) return off === null;
          expect(off.untilMs).toBeGreaterThan(atMs);
          expect(offDuty(asked, off.untilMs)).toBeNull();
          expect(offDuty(asked, off.untilMs - 1)).toEqual(off);
          return true;
        },
      ),
      { numRuns: 300 },
    );
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { dayOf, localDay, ownZone } from './local-day.ts';

afterEach(() => void vi.restoreAllMocks());

it.each([
  [new Date(2026, 0, 5, 23, 59), '2026-01-05'],
  [new Date(2026, 11, 31), '2026-12-31'],
])('localDay of %s is %s, and dayOf its midnight again', (date, day) => {
  expect(localDay(date)).toBe(day);
  expect(dayOf(`${day}T09:30`)).toEqual(new Date(date.getFullYear(), date.getMonth(), date.getDate()));
});

it('ownZone is the zone of this device, and UTC where it is one that no server knows', () => {
  const options = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  options.mockReturnValue({ timeZone: 'America/Cayenne' } as never);
  expect(ownZone()).toBe('America/Cayenne');
  options.mockReturnValue({ timeZone: 'Etc/Unknown' } as never);
  expect(ownZone()).toBe('UTC');
});

import { localTimeOf } from '@palabre/common/rules/local-times.ts';

/** Returns the time in an hour, as scheduled messages take it. */
export const inAnHour = () => ({ localTime: localTimeOf(Date.now() + 3_600_000, 'UTC'), zone: 'UTC' });

import type { Long } from './boundaries.ts';

/** Files that are longer than others, with why; an entry that is not needed any more fails its test. */
export const long: Long = {
  'common/permissions/can.test.ts': 'the table of who may do what, whole',
  'common/contract/errors.ts': 'every failure there is, in one closed list',
  'e2e/support/screens.ts': 'every screen there is that no feature’s own list has',
  'e2e/sync/scenarios.ts': 'a scenario for each endpoint of workspaces, in one table',
  'server/features/messages/messages/messages.test.ts': 'one server, one channel, everything a message may be',
  'server/test/canary.test.ts': 'one stage with everyone on it, and everything that may be said there',
  'server/test/processes.test.ts': 'starting its processes takes longer than all it tests',
  'server/features/people/presence/presence.test.ts': 'one clock, one company, everything a status may be',
};

import { setPriority } from 'node:os';
import { floods, prepareFloods } from '../neighbours/floods.ts';
import { help } from '../shared/server.ts';

/** Name of a flood. */
export type Flood = keyof typeof floods;

/** Request to run a flood. */
export interface FloodRequest {
  flood: Flood;
  seconds: number;
  port: number;
  /** Session of the attacker, and ids of their workspace, channel, message and role. */
  token: string;
  workspaceId: string;
  channelId: string;
  messageId: string;
  roleId: string;
  /**
   * Sessions of the attacker's accounts, a file they may read with its ETag, and the account whose login is attacked.
   */
  tokens: string[];
  file: string;
  etag: string;
  userId: string;
  email: string;
}

/** Number of responses by status. */
export type FloodAnswer = Record<string, number>;

// Lowest priority: the flood shares a core with the measured posts, and must delay only the server, not their sending.
setPriority(19);
const prepared = prepareFloods();

help(async (request: FloodRequest): Promise<FloodAnswer> => {
  await prepared;
  const counts: FloodAnswer = {};
  const answered = (what: string | number) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  await floods[request.flood](request, performance.now() + request.seconds * 1_000, answered);
  return counts;
});

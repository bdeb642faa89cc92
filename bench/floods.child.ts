import { setPriority } from 'node:os';
import { floods, prepareFloods } from './floods.ts';
import { help } from './server.ts';

export type Flood = keyof typeof floods;

export interface FloodRequest {
  flood: Flood;
  seconds: number;
  port: number;
  /** Whose flood it is, and the workspace, channel, message and role of theirs that it is about. */
  token: string;
  workspaceId: string;
  channelId: string;
  messageId: string;
  roleId: string;
  /** Accounts of theirs, a file that these may read and what it is known by, and whom nobody tries to be. */
  tokens: string[];
  file: string;
  etag: string;
  userId: string;
  email: string;
}

/** How many of each answer, by status. */
export type FloodAnswer = Record<string, number>;

// It has a core with those who feel it, and takes what they leave of that: what they feel is the server.
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

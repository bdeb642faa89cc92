import type { FloodRequest } from '../children/floods.ts';
import { type Call, type Flooding, inFlight, oneAddress } from './sending.ts';

/** Expensive requests of an account: roles, pages of a channel, searches for people and for words, posts. */
const asked: ((request: FloodRequest, n: number) => Omit<Call, 'token'>)[] = [
  ({ workspaceId }) => ({ method: 'GET', path: `/workspace/${workspaceId}/roles` }),
  ({ channelId }) => ({ method: 'GET', path: `/message/paginated?channelId=${channelId}` }),
  (_request, n) => ({ method: 'GET', path: `/user?search=${'camore'.slice(n % 4)}` }),
  (_request, n) => ({ method: 'GET', path: `/search/messages?q=${'livraison'.slice(0, 2 + (n % 7))}` }),
  ({ channelId }, n) => ({
    method: 'POST',
    path: '/message',
    body: JSON.stringify({ channelId, content: `message ${n}` }),
  }),
];

/** Makes a flood by `count` accounts of one IP address, each with ten of these requests in flight. */
const accounts = (count: number): Flooding =>
  inFlight(count * 10, (n, request) => ({
    ...(asked[Math.floor(n / count) % asked.length]?.(request, n) as Call),
    token: request.tokens[n % count] as string,
    headers: oneAddress,
  }));

const posting = (count: number): Flooding =>
  inFlight(count * 4, (n, { channelId, tokens }) => ({
    method: 'POST',
    path: '/message',
    token: tokens[n % count] as string,
    headers: oneAddress,
    body: JSON.stringify({ channelId, content: `message ${n}` }),
  }));

/** Search for ten words that all messages contain. */
const tenWords = 'livraison menuiseries reportee mardi previens equipe livr menu repo prev'.split(' ').join('%20');

/** Floods by many accounts of one IP address, and floods of parallel requests by one account. */
export const crowds = {
  '20 accounts of one address': accounts(20),
  '40 accounts of one address': accounts(40),
  '40 accounts of one address that post': posting(40),
  'files of one person': inFlight(200, (_n, { file }) => ({ method: 'GET', path: file })),
  '304s of one person': inFlight(200, (_n, { file, etag }) => ({
    method: 'GET',
    path: file,
    headers: { 'if-none-match': etag },
  })),
  '304s of 40 accounts': inFlight(200, (n, { file, etag, tokens }) => ({
    method: 'GET',
    path: file,
    token: tokens[n % 40] as string,
    headers: { 'if-none-match': etag, ...oneAddress },
  })),
  'searches of ten words': inFlight(64, (n, { tokens }) => ({
    method: 'GET',
    path: `/search/messages?q=${tenWords}`,
    token: tokens[n % 8] as string,
    headers: oneAddress,
  })),
  'words that nobody has said': inFlight(64, (n, { channelId }) => ({
    method: 'POST',
    path: '/message',
    body: JSON.stringify({
      channelId,
      content: Array.from({ length: 150 }, (_, word) => `w${n.toString(36)}x${word.toString(36)}`).join(' '),
    }),
  })),
};

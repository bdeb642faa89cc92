/*
 * A channel's `position` is its index, from 0, among the workspace's channels that a person sees. When a channel appears or
 * disappears, clients shift the other positions by these functions, since there is no event for each.
 */

/** Returns the position of another channel after a channel has appeared at `at`. */
export const placeAfterComing = (position: number, at: number): number => (position >= at ? position + 1 : position);

/** Returns the position of another channel after the channel at `at` has disappeared. */
export const placeAfterGoing = (position: number, at: number): number => (position > at ? position - 1 : position);

/**
 * A channel's `position` is its place among those that a person sees of its workspace, from 0. These say what becomes
 * of the others' places when one comes or goes: no event tells of each.
 */

/** The place of another channel once one has come in at `at`. */
export const placeAfterComing = (position: number, at: number): number => (position >= at ? position + 1 : position);

/** The place of another channel once the one at `at` has gone. */
export const placeAfterGoing = (position: number, at: number): number => (position > at ? position - 1 : position);

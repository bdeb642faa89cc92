import type { Endpoint } from '@palabre/common/contract/define.ts';
import type { Actor } from '../sessions/session.ts';
import { demand } from './errors.ts';

type Opening = Pick<Endpoint, 'beforeTwoStep'>;

/**
 * Refuses people without the two-step verification required of everybody (decision 0080), unless the endpoint opens to
 * them. Each request passes here, and each socket as it connects.
 * @throws AppError `two_step_required`
 */
export function demandTwoStep({ needsTwoStep }: Pick<Actor, 'needsTwoStep'>, { beforeTwoStep }: Opening = {}): void {
  demand(!needsTwoStep || beforeTwoStep, 'two_step_required');
}

/**
 * Refuses the other fields of a request to an endpoint that opens only some of its fields to people without two-step.
 * @throws AppError `two_step_required`
 */
export function demandOpenFields(
  { actor, body, image }: { actor: Actor | null; body: unknown; image: unknown },
  { beforeTwoStep }: Opening,
): void {
  if (!actor?.needsTwoStep || beforeTwoStep === true || beforeTwoStep === undefined) return;
  const given = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  demand(!image && given.every(name => beforeTwoStep.includes(name)), 'two_step_required');
}

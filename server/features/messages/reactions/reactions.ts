import type { api } from '@palabre/common/contract/index.ts';
import type { Handlers } from '../../../platform/http/route.ts';

/** Handlers of reactions: toggle, remove. */
export const reactions: Handlers<typeof api.reactions> = {
  add: {
    runs: 'own loading',
    async handle({ actor, params, body: { reaction }, services }) {
      await services.limits.spend('mark', actor.userId);
      const wanted = { userId: actor.userId, reaction, act: 'toggle' as const };
      return { message: await services.reactions.react(params.id, wanted) };
    },
  },

  remove: {
    runs: 'own loading',
    async handle({ actor, params, query: { reaction }, services }) {
      await services.limits.spend('mark', actor.userId);
      const wanted = { userId: actor.userId, reaction, act: 'remove' as const };
      return { message: await services.reactions.react(params.id, wanted) };
    },
  },
};

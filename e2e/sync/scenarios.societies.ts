import { api } from '@palabre/common/contract/index.ts';
import type { societyActions } from '@palabre/common/contract/societies.ts';
import type { Person } from '../../server/test/harness.ts';
import { keeps, now, type Scenario } from './scenario.ts';
import type { Scene } from './scene.ts';

interface More {
  targetUserId?: string;
  email?: string;
  emails?: string[];
  workspaces?: string[];
}

const act = (by: Person, { society }: Scene, action: (typeof societyActions)[number], more: More = {}) =>
  by.ok(api.societies.update, { params: { id: society._id }, body: { action, ...more } });
const of = ({ id: targetUserId }: Person): More => ({ targetUserId });

/** Adds a second owner before the act, so that either owner may leave. */
const withTwoOwners =
  (then: (scene: Scene) => Promise<unknown>): Scenario =>
  async scene => {
    await act(scene.owner, scene, 'addOwner', of(scene.member));
    return () => then(scene);
  };

/** Scenarios of societies: the owner, the member, and the outsider who asks to join. */
export const ofSocieties: Record<string, Record<string, Scenario>> = {
  'societies.create': {
    'by who is in none': now(({ holder }) => holder.ok(api.societies.create, { body: { name: 'Maison Rivière' } })),
  },
  'societies.update': {
    'an address leaves the whitelist': keeps(
      now(scene => act(scene.owner, scene, 'removeWhitelist', { email: scene.member.user.email })),
    ),
    'its name': keeps(
      now(({ owner, society }) =>
        owner.ok(api.societies.update, { params: { id: society._id }, body: { name: 'Tilleul et fils' } }),
      ),
    ),
    'someone asks to join': keeps(now(scene => act(scene.guest, scene, 'join'))),
    'who waits gives up': now(scene => act(scene.outsider, scene, 'removePendingUser')),
    'who waits is accepted': now(scene => act(scene.owner, scene, 'accept', of(scene.outsider))),
    'who waits is declined': now(scene => act(scene.owner, scene, 'decline', of(scene.outsider))),
    'a member leaves': now(scene => act(scene.member, scene, 'leave')),
    'a member becomes owner': now(scene => act(scene.owner, scene, 'addOwner', of(scene.member))),
    'a member is removed': now(scene => act(scene.owner, scene, 'removeUser', of(scene.member))),
    'a member is removed, from a restricted workspace as well': async scene => {
      const { society, owner, member } = scene;
      const body = { title: 'Cabinet', restricted: true, societyId: society._id };
      const { workspace } = await owner.ok(api.workspaces.create, { body });
      await member.ok(api.workspaces.join, { params: { id: workspace._id } });
      return () => act(owner, scene, 'removeUser', { targetUserId: member.id, workspaces: [workspace._id] });
    },
    'an owner removes the other': withTwoOwners(scene => act(scene.member, scene, 'removeUser', of(scene.owner))),
    'who waits is let in by the whitelist': now(scene =>
      act(scene.owner, scene, 'addWhitelistBulk', { emails: [scene.outsider.user.email, 'a@exemple.fr'] }),
    ),
    'someone on the whitelist joins': async scene => {
      await act(scene.owner, scene, 'addWhitelist', { email: scene.guest.user.email });
      return () => act(scene.guest, scene, 'join');
    },
    'a member leaves one with a restricted workspace': async scene => {
      const { society, owner } = scene;
      const body = { title: 'Cabinet', restricted: true, societyId: society._id };
      await owner.ok(api.workspaces.create, { body });
      return () => act(scene.member, scene, 'leave');
    },
  },
  'societies.remove': {
    'with a workspace in it': async ({ owner, society, params }) => {
      await owner.ok(api.workspaces.update, { params, body: { societyId: society._id } });
      return () => owner.ok(api.societies.remove, { params: { id: society._id } });
    },
  },
};

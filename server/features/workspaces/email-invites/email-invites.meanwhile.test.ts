import { api } from '@palabre/common/contract/index.ts';
import { expect, test, vi } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { invitationsTo, inviteByMail } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';

const palabre = await startPalabre();
const camille = await palabre.register();

test.each(['send', 'withdraw'] as const)(
  'An invitation that is accepted meanwhile is neither sent again nor withdrawn (%s)',
  async what => {
    const [team, person] = [await gather(camille), await palabre.register()];
    const { id, token } = await inviteByMail(palabre, camille, team.id, person.user.email);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const asked = camille.call(api.emailInvites[what], { params: { id } });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('INSERT INTO workspace_members (workspace_id, user_id) VALUES ($1, $2)', [team.id, person.id]);
    await held.query('UPDATE email_invites SET accepted_at = now(), accepted_by = $2 WHERE id = $1', [id, person.id]);
    await held.query('COMMIT');
    expect((await asked).status).toBe(404);
    const { invites } = await camille.ok(api.emailInvites.list, { params: team.params });
    expect([invites, (await invitationsTo(palabre, person.user.email)).length]).toEqual([[], 1]);
    // Its person may follow its link again.
    expect((await person.call(api.emailInvites.accept, { params: { token } })).status).toBe(200);
  },
);

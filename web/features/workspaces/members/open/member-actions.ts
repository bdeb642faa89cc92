import type { Named } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { ban, kick, passOn } from './members.queries.ts';

/** Kicks or bans a member once confirmed; events update the lists. A failure shows its own sentence. */
async function exclude(member: Named, workspaceId: string, how: 'kick' | 'ban'): Promise<void> {
  const t = i18n.within('members');
  const sure = await confirm({
    title: t(`${how}Title`, { name: fullName(member) }),
    text: t(`${how}Text`),
    confirmLabel: t(how),
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await (how === 'kick' ? kick : ban)(workspaceId, member._id);
    alerts.success(message);
  } catch (cause) {
    tellFailure(cause, t(`${how}Failed`));
  }
}

/** Kicks a member once confirmed. */
export const kickMember = (member: Named, workspaceId: string) => exclude(member, workspaceId, 'kick');

/** Bans a member once confirmed. */
export const banMember = (member: Named, workspaceId: string) => exclude(member, workspaceId, 'ban');

/** Passes the user's ownership on to a member once confirmed; events update the lists. */
export async function passOnTo(member: Named, workspace: { _id: string; title: string }): Promise<void> {
  const t = i18n.within('members');
  const sure = await confirm({
    title: t('passOnTitle', { name: fullName(member) }),
    text: t('passOnText', { title: workspace.title }),
    confirmLabel: t('passOnConfirm'),
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await passOn(workspace._id, member._id);
    alerts.success(message);
  } catch (cause) {
    tellFailure(cause, t('passOnFailed'));
  }
}

import { fullName } from '@palabre/common/rules/names.ts';
import { i18n } from '../../platform/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { confirm } from '../../ui/dialogs/dialogs.ts';
import { ban, kick, type Member } from './members.queries.ts';

/** Kicks or bans a member once confirmed; the lists follow by event. A failure says the sentence of spec 2 §8. */
async function exclude(member: Member, workspaceId: string, how: 'kick' | 'ban'): Promise<void> {
  const t = i18n.getFixedT(null, 'members');
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

export const kickMember = (member: Member, workspaceId: string) => exclude(member, workspaceId, 'kick');
export const banMember = (member: Member, workspaceId: string) => exclude(member, workspaceId, 'ban');

import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useNavigate } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { isDeclined } from '../../platform/server/api.ts';
import { forgetEnd } from '../../platform/server/ended.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { confirm, notice } from '../../ui/dialogs/dialogs.ts';
import { useSocietyAction } from './open/societies.queries.ts';

/** Returns the user's own actions: ask to join, withdraw, leave. Each then opens the page that shows the result. */
export function useOwnActions({ _id: id, name }: Pick<Society, '_id' | 'name'>) {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  const { mutateAsync } = useSocietyAction(id);

  async function failed(cause: unknown, text: string): Promise<void> {
    if (isDeclined(cause)) return;
    await notice({ type: 'error', title: t('done.errorTitle'), text, reasons: [reasonOf(cause, text)] });
  }

  return {
    async join() {
      try {
        const { message, society } = await mutateAsync({ action: 'join' });
        forgetEnd(id);
        await navigate(paths.userSociety);
        const title = t(society.membership === 'member' ? 'done.joinedTitle' : 'done.sentTitle');
        alerts.success(message, { title });
      } catch (cause) {
        await failed(cause, t('done.sendFailed'));
      }
    },

    async cancel() {
      const sure = await confirm({
        title: t('ask.cancelTitle'),
        text: t('ask.cancelText', { name }),
        confirmLabel: t('ask.cancelConfirm'),
        cancelLabel: t('ask.keep'),
      });
      if (!sure) return;
      try {
        const { message } = await mutateAsync({ action: 'removePendingUser' });
        await navigate(paths.societies);
        alerts.success(message, { title: t('done.cancelledTitle') });
      } catch (cause) {
        await failed(cause, t('done.cancelFailed'));
      }
    },

    /** @param isLast whether the user is the last owner, who can only delete the society */
    async leave(isLast: boolean) {
      if (isLast) {
        return notice({ type: 'warning', title: t('ask.lastOwnerTitle'), text: t('ask.lastOwner', { name }) });
      }
      const sure = await confirm({
        title: t('ask.leaveTitle', { name }),
        text: t('ask.leaveText'),
        confirmLabel: t('ask.leave'),
        cancelLabel: t('ask.cancel'),
        danger: true,
      });
      if (!sure) return;
      try {
        const { message } = await mutateAsync({ action: 'leave' });
        await navigate(paths.societies);
        alerts.success(message, { title: t('done.sentTitle') });
      } catch (cause) {
        await failed(cause, t('done.sendFailed'));
      }
    },
  };
}

/** Returns an owner's actions on other people; owners make several in a row, so success shows as an alert. */
export function usePeopleActions(societyId: string) {
  const { t } = useTranslation('societies');
  const { mutateAsync, isPending, variables } = useSocietyAction(societyId);
  type Change = 'accept' | 'decline' | 'addOwner';
  const words = {
    accept: ['done.added', 'done.addFailed'],
    decline: ['done.removed', 'done.removeFailed'],
    addOwner: ['done.added', 'done.addFailed'],
  } as const;

  async function make(action: Change, { _id: targetUserId }: PublicUser): Promise<void> {
    const [done, failed] = words[action];
    try {
      const { message } = await mutateAsync({ action, targetUserId });
      alerts.success(t(done, { text: message }));
    } catch (cause) {
      tellFailure(cause, t(failed));
    }
  }

  const asked = (action: Exclude<Change, 'accept'>, text: 'decline' | 'promote') => async (user: PublicUser) => {
    const sure = await confirm({
      title: t(`ask.${text}Title`, { name: fullName(user) }),
      text: t(`ask.${text}Text`),
      confirmLabel: t(`ask.${text}`),
      cancelLabel: t('ask.cancel'),
    });
    if (sure) await make(action, user);
  };

  return {
    /** Tells whether this action on this person is pending. */
    isMaking: (action: Change, { _id }: PublicUser) =>
      isPending && variables.action === action && variables.targetUserId === _id,
    accept: (user: PublicUser) => make('accept', user),
    decline: asked('decline', 'decline'),
    addOwner: asked('addOwner', 'promote'),
  };
}

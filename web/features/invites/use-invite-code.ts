import { useTranslation } from 'react-i18next';
import { alerts } from '../../ui/alerts/alerts.ts';
import { notice, prompt } from '../../ui/dialogs/dialogs.ts';
import { useEnterWorkspace } from '../workspaces/enter.ts';
import { inviteFailure } from './failure.ts';
import { useAcceptInvite } from './invites.queries.ts';

/** Asks for an invitation code, joins its workspace and goes to its welcome channel (spec 2 §2, §4, §5, §8). */
export function useInviteCode(): () => Promise<void> {
  const { t } = useTranslation('invites');
  const accept = useAcceptInvite();
  const enter = useEnterWorkspace();
  return async () => {
    const given = await prompt({
      title: t('prompt.title'),
      fields: [
        {
          name: 'code',
          label: t('prompt.label'),
          placeholder: t('prompt.placeholder'),
          required: false,
          maxLength: 100,
        },
      ],
      confirmLabel: t('prompt.join'),
      cancelLabel: t('prompt.cancel'),
      validate: ({ code }) => (code ? null : t('prompt.required')),
    });
    if (!given) return;
    try {
      const { workspace } = await accept.mutateAsync(given.code);
      alerts.success(t('joined'));
      await enter(workspace);
    } catch (cause) {
      await notice({ title: t('failedTitle'), text: inviteFailure(cause), type: 'error' });
    }
  };
}

import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { prompt } from '../../../../ui/dialogs/dialogs.ts';
import { useEnterWorkspace } from '../../structure/open/enter.ts';
import { inviteFailure } from '../failure.ts';
import { useAcceptInvite } from '../invites.queries.ts';

/** Asks for an invitation code, joins its workspace and goes to its welcome channel. */
export function useInviteCode(): () => Promise<void> {
  const { t } = useTranslation('invites');
  const accept = useAcceptInvite();
  const enter = useEnterWorkspace();
  return async () => {
    let joined: Awaited<ReturnType<typeof accept.mutateAsync>> | undefined;
    await prompt({
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
      async submit({ code }) {
        joined = await accept.mutateAsync(code);
      },
      failure: cause => ({ title: t('failedTitle'), text: inviteFailure(cause) }),
    });
    if (!joined) return;
    alerts.success(t('joined'));
    await enter(joined.workspace);
  };
}

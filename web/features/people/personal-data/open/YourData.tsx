import { useState } from 'react';
import { endSession } from '../../../../platform/session/session.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm, prompt } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { Subject } from '../../../../ui/pages/Section.tsx';
import { useMe } from '../../users/open/users.queries.ts';
import { ExportCard } from '../ExportCard.tsx';
import { useDeleteAccount } from '../personal-data.queries.ts';
import '../personal-data.texts.ts';
import s from '../PersonalData.module.css';

/** Shows « Vos données »: the export of the user's data, and the deletion of their account. */
export function YourData({ userId }: { userId: string }) {
  const { t } = useTranslation('personalData');
  const remove = useDeleteAccount(userId);
  const passwordless = useMe()?.passwordless === true;
  const [messages, setMessages] = useState<'keep' | 'erase'>('keep');

  const warning = {
    title: t('remove.title'),
    text: `${t(`remove.chosen.${messages}`)} ${t('remove.warning')}`,
    confirmLabel: t('remove.confirm'),
    cancelLabel: t('remove.cancel'),
    danger: true,
  };

  /** Asks for confirmation, then deletes the account: returns the server's message, or null if the user declined. */
  async function confirmed(): Promise<string | null> {
    if (passwordless) return (await confirm(warning)) ? (await remove.mutateAsync({ messages })).message : null;
    let said = '';
    const given = await prompt({
      ...warning,
      fields: [
        {
          name: 'password',
          label: t('remove.password'),
          hint: t('remove.passwordHint'),
          type: 'password',
          required: false,
        },
      ],
      submit: async ({ password }) => {
        said = (await remove.mutateAsync({ messages, ...(password && { password }) })).message;
      },
    });
    return given && said;
  }

  async function ask() {
    try {
      const said = await confirmed();
      if (said === null) return;
      endSession('logout');
      alerts.success(said);
    } catch (cause) {
      tellFailure(cause);
    }
  }

  return (
    <section className={s.own} aria-label={t('heading')}>
      <ExportCard />
      <Subject heading={t('remove.heading')} tone="danger">
        <div className={s.card}>
          <p>{t('remove.text')}</p>
          <RadioCards
            label={t('remove.messages')}
            value={messages}
            onChange={setMessages}
            options={[
              { value: 'keep', title: t('remove.keep'), text: t('remove.keepText') },
              { value: 'erase', title: t('remove.erase'), text: t('remove.eraseText') },
            ]}
          />
          <Button variant="danger" loading={remove.isPending} onClick={ask}>
            {t('remove.action')}
          </Button>
        </div>
      </Subject>
    </section>
  );
}

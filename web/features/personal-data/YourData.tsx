import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { prompt } from '../../ui/dialogs/dialogs.ts';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Card } from '../workspaces/settings/Section.tsx';
import { ExportCard } from './ExportCard.tsx';
import { useDeleteAccount } from './personal-data.queries.ts';
import './texts.ts';
import s from './PersonalData.module.css';

/** « Vos données »: the export, and the end of the account. */
export function YourData({ userId }: { userId: string }) {
  const { t } = useTranslation('personalData');
  const remove = useDeleteAccount(userId);
  const [messages, setMessages] = useState<'keep' | 'erase'>('keep');

  async function ask() {
    let said = '';
    const given = await prompt({
      title: t('remove.title'),
      text: t('remove.warning'),
      fields: [
        {
          name: 'password',
          label: t('remove.password'),
          hint: t('remove.passwordHint'),
          type: 'password',
          autoComplete: 'current-password',
          required: false,
        },
      ],
      confirmLabel: t('remove.confirm'),
      cancelLabel: t('remove.cancel'),
      danger: true,
      submit: async ({ password }) => {
        said = (await remove.mutateAsync({ messages, ...(password && { password }) })).message;
      },
    });
    if (!given) return;
    endSession('logout');
    alerts.success(said);
  }

  return (
    <section className={s.own}>
      <h2 className={s.heading}>{t('heading')}</h2>
      <ExportCard />
      <Card tone="danger">
        <div className={s.card}>
          <h3 className={s.name}>{t('remove.heading')}</h3>
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
      </Card>
    </section>
  );
}

import type { Account } from '@palabre/common/contract/running/administration.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { copyAndSay } from '../../../ui/alerts/copy.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { makeRecovery } from './administration.queries.ts';

type By = 'mail' | 'hand';

/**
 * Makes a recovery link for somebody who lost their password or their second step: mailed to them, or shown here once.
 */
export function RecoveryDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('administration', { keyPrefix: 'recovery' });
  const [by, setBy] = useState<By>('mail');
  const [twoStep, setTwoStep] = useState(false);
  const [link, setLink] = useState<string | null>(null);

  async function send() {
    const made = await orTell(() => makeRecovery(account._id, { by, twoStep }));
    if (made.link) return setLink(made.link);
    onClose();
    alerts.success(made.message);
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('title', { name: fullName(account) })}
      description={t(link ? 'textMade' : 'text')}
      onSubmit={link ? () => copyAndSay(link, t('copied')) : send}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(link ? 'close' : 'cancel')}
          </Button>
          <Button type="submit">{t(link ? 'copy' : by === 'mail' ? 'send' : 'make')}</Button>
        </>
      }
    >
      {link ? (
        <Field label={t('link')} value={link} readOnly onFocus={event => event.target.select()} />
      ) : (
        <>
          <RadioCards<By>
            label={t('by')}
            value={by}
            onChange={setBy}
            options={[
              { value: 'mail', title: t('mail'), text: t('mailText', { email: account.email }) },
              { value: 'hand', title: t('hand'), text: t('handText') },
            ]}
          />
          <Checkbox label={t('twoStep')} hint={t('twoStepHint')} checked={twoStep} onChange={setTwoStep} />
        </>
      )}
    </Dialog>
  );
}

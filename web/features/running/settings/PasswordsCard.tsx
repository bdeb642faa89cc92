import { useTranslation } from '../../../platform/words/i18n.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useSettingsCard } from './useSettingsCard.ts';

/** Sets whether common passwords are refused. */
export function PasswordsCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'passwords' });
  const { form, frame, save } = useSettingsCard({ commonPasswords: settings.commonPasswords ?? 'allowed' }, card);
  return (
    <FormCard heading={t('heading')} hint={t('hint')} {...frame} onSubmit={() => save(form.touched)}>
      <Switch
        label={t('refused')}
        hint={t('refusedHint')}
        name="commonPasswords"
        checked={form.draft.commonPasswords === 'refused'}
        onChange={on => form.change({ commonPasswords: on ? 'refused' : 'allowed' })}
      />
    </FormCard>
  );
}

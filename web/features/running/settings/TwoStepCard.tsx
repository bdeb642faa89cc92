import { useTranslation } from '../../../platform/words/i18n.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import type { CardProps } from './open/card-props.ts';
import { useSettingsCard } from './useSettingsCard.ts';

/** Sets whether two-step is required of everybody. */
export function TwoStepCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'twoStep' });
  const { form, frame, save } = useSettingsCard({ twoStepRequired: settings.twoStepRequired ?? false }, card);
  return (
    <FormCard heading={t('heading')} hint={t('hint')} {...frame} onSubmit={() => save(form.touched)}>
      <Switch
        label={t('required')}
        hint={t('requiredHint')}
        name="twoStepRequired"
        checked={form.draft.twoStepRequired}
        onChange={twoStepRequired => form.change({ twoStepRequired })}
      />
    </FormCard>
  );
}

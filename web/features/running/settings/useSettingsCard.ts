import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { orTell } from '../../../ui/fields/useEdited.ts';
import type { CardProps } from './open/card-props.ts';
import { type Changes, useChangeSettings, useSettingsDraft } from './settings.queries.ts';

/**
 * Holds a card of settings: its edits, its saving, and the props of its frame.
 * @param saved its fields as they were read
 */
export function useSettingsCard<Draft extends object>(saved: Draft, { read: { version } }: CardProps) {
  const { t } = useTranslation('placeSettings');
  const form = useSettingsDraft(saved, version);
  const request = useChangeSettings();
  return {
    form,
    frame: { save: t('save'), unsaved: form.unsaved },
    /** Saves these changes, and says so. @throws the failure, for the form */
    async save(changes: Changes): Promise<void> {
      await orTell(() => request.mutateAsync({ version: form.version, ...changes }).catch(form.refused));
      form.reset();
      alerts.success(t('saved'));
    },
  };
}

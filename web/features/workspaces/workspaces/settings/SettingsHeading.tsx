import { useTranslation } from '../../../../platform/words/i18n.ts';
import s from '../../../../ui/pages/PanelHeader.module.css';

/** Shows « Paramètres », at the top of the side panel under /settings/. */
export function SettingsHeading() {
  const { t } = useTranslation('settings');
  return (
    <div className={s.header}>
      <h2 className={s.title}>{t('title')}</h2>
    </div>
  );
}

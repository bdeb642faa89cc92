import { useTranslation } from 'react-i18next';
import s from '../PanelHeader.module.css';

/** « Paramètres », at the top of the side panel under /settings/ (spec 2 §2). */
export function SettingsHeading() {
  const { t } = useTranslation('settings');
  return (
    <div className={s.header}>
      <h2 className={s.title}>{t('title')}</h2>
    </div>
  );
}

import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Wordmark } from '../../ui/pages/Logo.tsx';
import s from './Header.module.css';
import { PanelButton } from './PanelButton.tsx';

/** Bar above a page without a header, on screens where the left bar or the side panel is a drawer. */
export function SlimBar() {
  const { t } = useTranslation('shell');
  return (
    <div className={s.header}>
      <PanelButton />
      <Link to={paths.home} aria-label={t('home')}>
        <Wordmark size={28} tone="page" />
      </Link>
    </div>
  );
}

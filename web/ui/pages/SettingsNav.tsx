import type { LucideIcon } from 'lucide-react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Badge } from '../marks/Badge.tsx';
import header from './PanelHeader.module.css';
import s from './SettingsNav.module.css';

interface SettingsTab {
  to: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
  /** Count shown with the tab. */
  badge?: { count: number; label: string };
}

interface SettingsNavProps {
  tabs: readonly SettingsTab[];
  /** Target of « Retour au workspace » if the history has no previous page. */
  home: string;
}

/**
 * Side panel of /settings/. Its tabs replace one another in the history, so that « Retour au workspace », which goes to the
 * previous entry, leaves the settings from any tab.
 */
export function SettingsNav({ tabs, home }: SettingsNavProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();

  function back() {
    // The router's index is 0 for a page opened by its address, which has no previous entry.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(home));
  }

  return (
    <div className={s.content}>
      <button type="button" className={s.back} onClick={back}>
        <ArrowLeft aria-hidden="true" />
        {t('back')}
      </button>
      <nav aria-label={t('sections')}>
        <ul>
          {tabs.map(({ to, label, icon: Icon, current, badge }) => (
            <li key={to}>
              <Link className={header.filter} to={to} replace aria-current={current ? 'page' : undefined}>
                <Icon aria-hidden="true" />
                {label}
                {badge && <Badge className={s.badge} {...badge} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

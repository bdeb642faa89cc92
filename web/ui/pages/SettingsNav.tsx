import type { LucideIcon } from 'lucide-react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link, useNavigate } from 'react-router';
import { usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Badge } from '../marks/Badge.tsx';
import rows from './LinkRows.module.css';
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
 * Sections of /settings/: in the side panel, or as a phone's page, whose links lead down. In the panel each tab
 * replaces the previous one in the history, so that « Retour au workspace », which goes to the previous entry, leaves
 * the settings from any tab.
 */
export function SettingsNav({ tabs, home }: SettingsNavProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const phone = usePhone();

  function back() {
    // The router's index is 0 for a page opened by its address, which has no previous entry.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(home));
  }

  return (
    <div className={phone ? undefined : s.content}>
      {!phone && (
        <button type="button" className={s.back} onClick={back}>
          <ArrowLeft aria-hidden="true" />
          {t('back')}
        </button>
      )}
      <nav aria-label={t('sections')}>
        <ul className={phone ? rows.rows : undefined}>
          {tabs.map(({ to, label, icon: Icon, current, badge }) => (
            <li key={to}>
              <Link
                className={phone ? rows.row : header.filter}
                to={to}
                replace={!phone}
                aria-current={current ? 'page' : undefined}
              >
                <Icon aria-hidden="true" />
                {phone ? <span className={rows.label}>{label}</span> : label}
                {badge && <Badge className={s.badge} {...badge} />}
                {phone && <ChevronRight className={rows.end} aria-hidden="true" />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

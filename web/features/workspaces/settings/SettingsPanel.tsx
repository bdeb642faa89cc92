import { ArrowLeft, Hash, Settings2, ShieldCheck, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths, type SettingsSection, settingsSections } from '../../../app/paths.ts';
import header from '../PanelHeader.module.css';
import s from './SettingsPanel.module.css';

const icons = { general: Settings2, channels: Hash, invites: Ticket, members: Users, roles: ShieldCheck };

interface SettingsTabsProps {
  workspaceId: string;
  section: SettingsSection;
}

/**
 * The side panel under /settings/ (spec 2 §2): its tabs replace one another in the history, so that « Retour au
 * workspace », which goes to the previous entry, leaves the settings from any of them.
 */
export function SettingsTabs({ workspaceId, section }: SettingsTabsProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();

  function back() {
    // The router numbers its entries: a page opened by its address has nothing before it.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(paths.workspace(workspaceId)));
  }

  return (
    <div className={s.content}>
      <button type="button" className={s.back} onClick={back}>
        <ArrowLeft aria-hidden="true" />
        {t('back')}
      </button>
      <nav aria-label={t('sections')}>
        <ul>
          {settingsSections.map(name => {
            const Icon = icons[name];
            return (
              <li key={name}>
                <Link
                  className={header.filter}
                  to={paths.settings(workspaceId, name)}
                  replace
                  aria-current={name === section ? 'page' : undefined}
                >
                  <Icon aria-hidden="true" />
                  {t(`section.${name}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}

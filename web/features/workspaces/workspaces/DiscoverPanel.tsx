import Building2 from 'lucide-react/icons/building-complex';
import Compass from 'lucide-react/icons/compass';
import IdCard from 'lucide-react/icons/id-card';
import Landmark from 'lucide-react/icons/landmark';
import Users from 'lucide-react/icons/users';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { addressParts, paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useCurrentInView } from '../../../ui/lists/current-in-view.ts';
import s from '../../../ui/pages/PanelHeader.module.css';
import { filters, searchFor, useFilter } from './filters.ts';

const icons = { public: Compass, mine: Users, society: Building2 };

/** Shows « Découvrir », at the top of the side panel under /workspaces. */
export function DiscoverHeading() {
  const { t } = useTranslation('workspaces');
  return (
    <div className={s.header}>
      <h2 className={s.title}>{t('discover.heading')}</h2>
    </div>
  );
}

const societies = [
  { name: 'all', to: paths.societies, icon: Landmark },
  { name: 'own', to: paths.userSociety, icon: IdCard },
] as const;

/** Shows the three filters of discovery, and links to societies, which are discovered the same way. */
export function DiscoverFilters() {
  const { t } = useTranslation('workspaces');
  const filter = useFilter();
  const group = useId();
  const { pathname } = useLocation();
  const { companies } = addressParts(pathname);
  // Pages of societies have these filters too.
  const current = pathname === paths.workspaces ? filter : null;
  const nav = useCurrentInView<HTMLElement>(current ?? companies);
  return (
    <nav ref={nav} className={s.filters} aria-label={t('discover.filters')}>
      <ul>
        {filters.map(filter => {
          const Icon = icons[filter];
          return (
            <li key={filter}>
              <Link
                className={s.filter}
                to={{ pathname: paths.workspaces, search: searchFor(filter) }}
                aria-current={filter === current ? 'page' : undefined}
              >
                <Icon aria-hidden="true" />
                {t(`discover.${filter}`)}
              </Link>
            </li>
          );
        })}
      </ul>
      <p className={s.group} id={group}>
        {t('discover.societies')}
      </p>
      <ul aria-labelledby={group}>
        {societies.map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link className={s.filter} to={to} aria-current={companies === name ? 'page' : undefined}>
              <Icon aria-hidden="true" />
              {t(`discover.societiesOf.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Building2, Compass, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { filters, searchFor, useFilter } from './filters.ts';
import s from './PanelHeader.module.css';

const icons = { public: Compass, mine: Users, society: Building2 };

/** « Découvrir », at the top of the side panel under /workspaces (spec 2 §2). */
export function DiscoverHeading() {
  const { t } = useTranslation('workspaces');
  return (
    <div className={s.header}>
      <h2 className={s.title}>{t('discover.heading')}</h2>
    </div>
  );
}

/** Its three filters. */
export function DiscoverFilters() {
  const { t } = useTranslation('workspaces');
  const current = useFilter();
  return (
    <nav className={s.filters} aria-label={t('discover.filters')}>
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
    </nav>
  );
}

import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAdministers } from '../../features/people/users/open/users.queries.ts';
import { addressParts } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Page } from '../../ui/pages/Page.tsx';
import { personalPagesOf } from '../me/personal-pages.ts';
import { NotFound } from './NotFoundPage.tsx';

/** Wraps the pages of personal settings; shows « not found » for a section that the person may not have. */
export function PersonalGate() {
  const { t } = useTranslation('settings');
  const { personal = 'general' } = addressParts(useLocation().pathname);
  useTitle(t(`personal.${personal}`), t('title'));
  const administrator = useAdministers();
  if (!personalPagesOf(administrator === true).some(({ section }) => section === personal)) {
    return administrator === undefined ? null : <NotFound />;
  }
  return (
    <Page key={personal}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Page>
  );
}

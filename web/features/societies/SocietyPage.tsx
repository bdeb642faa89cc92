import type { Society } from '@palabre/common/contract/societies.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useNavigate, useParams } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { ApiError } from '../../platform/server/api.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { Column, Page, PageNone } from '../../ui/pages/Page.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { useMySociety, useSociety } from './open/societies.queries.ts';
import s from './Society.module.css';
import { SocietyHead, SocietyHeadGhost } from './SocietyHead.tsx';
import { useOwnActions } from './society-actions.ts';

/** Shows the user's actions: ask to join, withdraw the request, or go to their own society. */
function OwnActions({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const navigate = useNavigate();
  const { data: mine, isPending } = useMySociety();
  const { join, cancel } = useOwnActions(society);
  const toMine = (
    <Button variant="outline" onClick={() => void navigate(paths.userSociety)}>
      {t('one.toMine')}
    </Button>
  );
  if (society.membership === 'pending') {
    return (
      <>
        <p className={s.say}>{t('one.pending')}</p>
        <Button variant="secondary" onClick={cancel}>
          {t('one.cancel')}
        </Button>
      </>
    );
  }
  if (society.membership !== 'none') return toMine;
  if (mine) {
    return (
      <>
        <p className={s.say}>{t('one.elsewhere')}</p>
        {toMine}
      </>
    );
  }
  return (
    <>
      <p className={s.say}>{t('one.stranger')}</p>
      <Button disabled={isPending} onClick={join}>
        {t('one.join')}
      </Button>
    </>
  );
}

/** Shows /society/{id}: a society, and a request to join it. */
export function SocietyPage() {
  const { t } = useTranslation('societies');
  const { societyId = '' } = useParams();
  const { data: society, error, refetch } = useSociety(societyId);
  const unknown = error instanceof ApiError && error.status === 404;
  if (error && (unknown || !society)) {
    return (
      <Page>
        <PageNone>
          <EmptyState
            illustration={<LostIllustration />}
            title={t(unknown ? 'one.unknownTitle' : 'one.failed')}
            text={unknown ? t('one.unknownText') : error.message}
            action={
              unknown ? (
                <Button asChild>
                  <Link to={paths.societies}>{t('one.back')}</Link>
                </Button>
              ) : (
                <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
              )
            }
          />
        </PageNone>
      </Page>
    );
  }
  return (
    <Page>
      <Column>
        <Link className={s.back} to={paths.societies}>
          <ArrowLeft aria-hidden="true" />
          {t('one.back')}
        </Link>
        {society ? <SocietyHead society={society} /> : <SocietyHeadGhost />}
        {society && (
          <Card>
            <div className={s.row}>
              <OwnActions society={society} />
            </div>
          </Card>
        )}
      </Column>
    </Page>
  );
}

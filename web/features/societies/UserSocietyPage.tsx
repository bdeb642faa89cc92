import type { Society } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LogOut from 'lucide-react/icons/log-out';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { endedHere } from '../../platform/server/ended.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Tabs } from '../../ui/lists/Tabs.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration, SearchIllustration } from '../../ui/pages/illustrations.tsx';
import { Column, Page, PageNone } from '../../ui/pages/Page.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { useMySociety } from './open/societies.queries.ts';
import { PeopleList } from './PeopleList.tsx';
import s from './Society.module.css';
import { SocietyHead, SocietyHeadGhost } from './SocietyHead.tsx';
import { SocietySettings } from './SocietySettings.tsx';
import { useOwnActions } from './society-actions.ts';

type Section = 'owners' | 'users' | 'pending' | 'settings';

/** Shows the people, and to owners also the requests and the settings. */
function Sections({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const [wanted, setSection] = useState<Section>('users');
  const owner = can.manageSociety(society.membership);
  const section = owner || wanted === 'owners' ? wanted : 'users';
  const counts = { owners: society.owners.length, users: society.usersCount, pending: society.pendingCount ?? 0 };
  const lists = owner ? (['owners', 'users', 'pending'] as const) : (['owners', 'users'] as const);
  return (
    <Tabs
      label={t('own.sections')}
      value={section}
      onChange={setSection}
      tabs={[
        ...lists.map(list => ({
          value: list,
          label: t(`own.${list}`),
          count: counts[list],
          content: <PeopleList society={society} list={list} label={t(`own.${list}`)} count={counts[list]} />,
        })),
        ...(owner
          ? [{ value: 'settings' as const, label: t('own.settings'), content: <SocietySettings society={society} /> }]
          : []),
      ]}
    />
  );
}

function Own({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const { cancel, leave } = useOwnActions(society);
  const pending = society.membership === 'pending';
  const isLast = society.membership === 'owner' && society.owners.length === 1;
  return (
    <>
      <SocietyHead society={society}>
        {!pending && (
          <Menu
            align="end"
            items={[{ label: t('own.leave'), icon: <LogOut />, danger: true, onSelect: () => void leave(isLast) }]}
          >
            <IconButton label={t('own.actions')} side="bottom">
              <Ellipsis />
            </IconButton>
          </Menu>
        )}
      </SocietyHead>
      {pending ? (
        <Card>
          <div className={s.row}>
            <p className={s.say}>{t('one.pending')}</p>
            <Button variant="secondary" onClick={cancel}>
              {t('one.cancel')}
            </Button>
          </div>
        </Card>
      ) : (
        <Sections society={society} />
      )}
    </>
  );
}

/** Tells the user that they lost the society shown, unless they left it themself. */
function useTellsLoss(society: Society | null | undefined): void {
  const { t } = useTranslation('societies');
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (society === undefined) return;
    if (shown.current && !society && !endedHere(shown.current)) alerts.info(t('own.gone'));
    shown.current = society?._id ?? null;
  }, [society, t]);
}

/** Shows /userSociety: the society that the user is in or asks to join. */
export function UserSocietyPage() {
  const { t } = useTranslation('societies');
  const { data: society, error, refetch } = useMySociety();
  useTellsLoss(society);
  if (society === null || (error && society === undefined)) {
    return (
      <Page>
        <PageNone>
          <EmptyState
            illustration={error ? <LostIllustration /> : <SearchIllustration />}
            title={t(error ? 'one.failed' : 'own.noneTitle')}
            text={error ? error.message : t('own.noneText')}
            action={
              error ? (
                <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
              ) : (
                <Button asChild>
                  <Link to={paths.societies}>{t('own.noneAction')}</Link>
                </Button>
              )
            }
          />
        </PageNone>
      </Page>
    );
  }
  return (
    <Page>
      <Column>{society ? <Own key={society._id} society={society} /> : <SocietyHeadGhost />}</Column>
    </Page>
  );
}

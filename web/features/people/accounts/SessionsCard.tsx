import { limits } from '@palabre/common/contract/fields.ts';
import type { SessionRow } from '@palabre/common/contract/people/accounts.ts';
import LogOut from 'lucide-react/icons/log-out';
import { formatDate, formatDay, formatTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { DeviceRow } from '../../../ui/lists/DeviceRow.tsx';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from './open/accounts.queries.ts';

/** Lists the user's sessions, and ends them one by one or all but this one. */
export function SessionsCard() {
  const { t } = useTranslation('accounts');
  const { data: sessions, isError, refetch } = useSessions();
  const endOthers = useEndOtherSessions();

  async function askOthers() {
    const sure = await confirm({
      title: t('sessions.endOthersSure'),
      text: t('sessions.endOthersText'),
      confirmLabel: t('sessions.end'),
      danger: true,
    });
    // A refusal shows its own alert.
    if (sure) endOthers.mutate(undefined, { onSuccess: ({ message }) => void alerts.success(message) });
  }

  return (
    <Subject
      heading={t('sessions.heading')}
      hint={t('sessions.hint')}
      end={
        <>
          <ListedWithin
            said={sessions ? t('sessions.count', { count: sessions.length }) : ''}
            count={sessions?.length}
            failed={{ title: t('sessions.failed'), isError, retry: refetch }}
            empty={null}
            ghosts={2}
          >
            <Rows label={t('sessions.heading')} items={sessions ?? []} idOf={session => session._id}>
              {session => <SessionLine session={session} />}
            </Rows>
          </ListedWithin>
          {sessions && sessions.length > 1 && (
            <CardFooter>
              {sessions.length >= limits.sessionsListed && (
                <span data-said>{t('sessions.listed', { count: limits.sessionsListed })}</span>
              )}
              <Button variant="outline" loading={endOthers.isPending} onClick={askOthers}>
                {t('sessions.endOthers')}
              </Button>
            </CardFooter>
          )}
        </>
      }
    />
  );
}

function SessionLine({ session }: { session: SessionRow }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'sessions' });
  const end = useEndSession();
  const device = session.device ?? t('unknown');
  const seen = `${formatDay(session.seenAt).toLowerCase()} ${formatTime(session.seenAt)}`;
  const facts = [
    session.current ? t('now') : t('seen', { when: seen }),
    session.address,
    t('opened', { when: formatDate(session.createdAt) }),
  ];
  return (
    <DeviceRow
      device={device}
      current={session.current && t('current')}
      facts={facts}
      actions={[
        !session.current && {
          ...{ label: t('end'), name: t('endOf', { device }), icon: <LogOut />, danger: true, loading: end.isPending },
          onSelect: () => end.mutate(session._id, { onSuccess: ({ message }) => void alerts.success(message) }),
        },
      ]}
    />
  );
}

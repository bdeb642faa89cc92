import { limits } from '@palabre/common/contract/fields.ts';
import type { SessionRow } from '@palabre/common/contract/people/accounts.ts';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { formatDate, formatDay, formatTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Tag } from '../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../ui/pages/illustrations.tsx';
import { Card, CardFooter } from '../../../ui/pages/Section.tsx';
import s from './Accounts.module.css';
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
    <Card>
      <div className={s.group}>
        <div>
          <h2 className={s.heading}>{t('sessions.heading')}</h2>
          <p className={s.hint}>{t('sessions.hint')}</p>
        </div>
      </div>
      {sessions ? (
        <ul className={s.sessions} aria-label={t('sessions.heading')}>
          {sessions.map(session => (
            <SessionLine key={session._id} session={session} />
          ))}
        </ul>
      ) : isError ? (
        <EmptyState
          illustration={<LostIllustration />}
          title={t('sessions.failed')}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      ) : (
        <SkeletonGroup className={s.waiting}>
          {[70, 64].map(width => (
            <Skeleton key={width} width={`${width}%`} height={40} />
          ))}
        </SkeletonGroup>
      )}
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
    </Card>
  );
}

const handheld = /iPhone|iPad|Android/;

function SessionLine({ session }: { session: SessionRow }) {
  const { t } = useTranslation('accounts', { keyPrefix: 'sessions' });
  const end = useEndSession();
  const device = session.device ?? t('unknown');
  const Icon = handheld.test(device) ? Smartphone : Monitor;
  const seen = `${formatDay(session.seenAt).toLowerCase()} ${formatTime(session.seenAt)}`;
  const facts = [
    session.current ? t('now') : t('seen', { when: seen }),
    session.address,
    t('opened', { when: formatDate(session.createdAt) }),
  ];
  return (
    <li className={s.session}>
      <span className={s.icon}>
        <Icon aria-hidden="true" />
      </span>
      <div className={s.texts}>
        <p className={s.device}>
          {device}
          {session.current && <Tag tone="brand">{t('current')}</Tag>}
        </p>
        <p className={s.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!session.current && (
        <Button
          variant="danger-ghost"
          size="sm"
          aria-label={t('endOf', { device })}
          loading={end.isPending}
          onClick={() => end.mutate(session._id, { onSuccess: ({ message }) => void alerts.success(message) })}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ConversationFace } from '../../features/conversations/ConversationFace.tsx';
import { shortName } from '../../features/conversations/open/names.ts';
import { VisibilityIcon } from '../../features/workspaces/structure/open/VisibilityIcon.tsx';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import s from './Home.module.css';
import type { KnownPlace } from './usePlaces.ts';

interface PlaceCardProps {
  to: string;
  face: ReactNode;
  title: ReactNode;
  /** Second line: where the place is. */
  text: string;
  draft?: string;
  /** Count of unread messages, with its label for screen readers. */
  waiting?: { count: number; label: string };
}

function PlaceCard({ to, face, title, text, draft, waiting }: PlaceCardProps) {
  const { t } = useTranslation('home');
  return (
    <li>
      <Link className={s.card} to={to}>
        {face}
        <span className={s.texts}>
          <span className={s.name} dir="auto">
            {title}
          </span>
          {draft ? (
            <span className={s.draft}>
              <b>{t('draft')}</b> <span dir="auto">{draft}</span>
            </span>
          ) : (
            <span className={s.text} dir="auto">
              {text}
            </span>
          )}
        </span>
        {waiting && <Badge {...waiting} />}
      </Link>
    </li>
  );
}

/** Card of a place. */
export function KnownCard({ place, userId, count = 0 }: { place: KnownPlace; userId: string; count?: number }) {
  const { t } = useTranslation('home');
  if ('conversation' in place) {
    const { id, conversation, draft } = place;
    return (
      <PlaceCard
        to={paths.conversation(id)}
        face={<ConversationFace conversation={conversation} userId={userId} />}
        title={shortName(conversation, userId)}
        text={t('conversation')}
        draft={draft}
        waiting={{ count, label: t('unread:messages', { count }) }}
      />
    );
  }
  const { id, channel, workspace, draft } = place;
  return (
    <PlaceCard
      to={paths.channel(workspace._id, id)}
      face={<Avatar id={workspace._id} title={workspace.title} src={workspace.logo} />}
      title={
        <>
          <VisibilityIcon visibility={channel.visibility} size={16} />
          {channel.title}
        </>
      }
      text={workspace.title}
      draft={draft}
      waiting={{ count, label: t('unread:mentions', { count }) }}
    />
  );
}

interface PlacesProps {
  places: readonly KnownPlace[];
  /** Workspaces that stand in for the places of a device without any; none beside places. */
  workspaces: readonly WorkspaceCard[];
  isPending: boolean;
  userId: string;
}

/** Lists the recent places, or the person's workspaces on a device without recent places. */
export function Places({ places, workspaces, isPending, userId }: PlacesProps) {
  const { t } = useTranslation('home');
  if (isPending) {
    return (
      <SkeletonGroup className={s.cards}>
        {['a', 'b', 'c', 'd'].map(name => (
          <Skeleton key={name} height={66} radius={14} />
        ))}
      </SkeletonGroup>
    );
  }
  if (places.length === 0 && workspaces.length === 0) return null;
  return (
    <section aria-labelledby="home-places">
      <h2 className={s.heading} id="home-places">
        {t(places.length > 0 ? 'places' : 'workspaces')}
      </h2>
      <ul className={s.cards}>
        {places.map(place => (
          <KnownCard key={place.id} place={place} userId={userId} />
        ))}
        {workspaces.map(({ _id, title, logo, welcomeChannel, membersCount }) => (
          <PlaceCard
            key={_id}
            to={paths.channel(_id, welcomeChannel)}
            face={<Avatar id={_id} title={title} src={logo} />}
            title={title}
            text={t('common:members', { count: membersCount })}
          />
        ))}
      </ul>
    </section>
  );
}

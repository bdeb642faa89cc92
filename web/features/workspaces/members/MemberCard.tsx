import { api } from '@palabre/common/contract/index.ts';
import type { Named, PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Briefcase from 'lucide-react/icons/briefcase';
import Code from 'lucide-react/icons/code';
import Flag from 'lucide-react/icons/flag';
import LinkIcon from 'lucide-react/icons/link';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import { useEffect, useRef, useState } from 'react';
import { endpointQuery } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { GuestTag } from '../../../ui/marks/GuestTag.tsx';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import { TalkButton } from '../../conversations/open/TalkButton.tsx';
import { useOffDuty } from '../../people/availability/open/off-duty.ts';
import { RestLines } from '../../people/availability/open/RestLines.tsx';
import { useShownStatus } from '../../people/presence/open/presence.ts';
import { report } from '../../running/reports/open/report.store.ts';
import s from './MemberCard.module.css';
import { Line, WorkLines } from './MemberLines.tsx';

interface MemberCardProps {
  user: PublicUser;
  /** Colour of the person's name. */
  colour?: string | undefined;
  /** Called as the user opens a conversation with the person. */
  onTalk?: (() => void) | undefined;
}

/**
 * Shows a person's profile, filled fields only. The manager's and the deputy's profiles open in the same card, and from
 * there the next.
 */
export function MemberCard(props: MemberCardProps) {
  /** People whose cards were opened in turn; the last person's is shown. */
  const [trail, setTrail] = useState<readonly Named[]>([]);
  const open = (person: Named) => setTrail(old => [...old, person]);
  const other = trail.at(-1);
  if (!other) return <Card {...props} onPerson={open} />;
  return (
    <OtherCard
      key={trail.length}
      id={other._id}
      onTalk={props.onTalk}
      onPerson={open}
      onBack={() => setTrail(old => old.slice(0, -1))}
    />
  );
}

interface OtherCardProps extends Pick<CardProps, 'onTalk' | 'onPerson'> {
  id: string;
  onBack: () => void;
}

/** Shows the card of a manager or a deputy, with a way back. */
function OtherCard({ id, onTalk, onPerson, onBack }: OtherCardProps) {
  const { t } = useTranslation('members');
  const { data: user, isError } = useQuery({
    ...endpointQuery(api.users.one, { params: { id } }),
    select: answer => answer.user,
    meta: { silent: true },
  });
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <IconButton ref={back} label={t('back')} size="sm" tone="bar" tooltip={false} className={s.back} onClick={onBack}>
        <ArrowLeft />
      </IconButton>
      {user ? (
        <Card user={user} onTalk={onTalk} onPerson={onPerson} />
      ) : isError ? (
        <p className={s.gone}>{t('profileGone')}</p>
      ) : (
        <SkeletonGroup className={s.card}>
          <div className={s.band} aria-hidden="true" />
          <Skeleton width={72} height={72} radius={22} />
          <Skeleton width="60%" height={18} />
        </SkeletonGroup>
      )}
    </>
  );
}

interface CardProps extends MemberCardProps {
  /** Opens the card of the person's manager or deputy. */
  onPerson: (person: Named) => void;
}

function Card({ user, colour, onTalk, onPerson }: CardProps) {
  const me = useSession(state => state.user?._id);
  const { t } = useTranslation('members');
  const { firstName, lastName, avatar, jobTitle, jobLocation, email, linkedinProfile, githubProfile } = user;
  const status = useShownStatus()(user._id, user.status);
  const isResting = useOffDuty(user._id) !== null;
  return (
    <div className={s.card}>
      <div className={s.band} aria-hidden="true" />
      <Avatar
        id={user._id}
        firstName={firstName}
        lastName={lastName}
        src={avatar}
        size={72}
        status={status}
        isResting={isResting}
      />
      <p className={s.name} dir="auto" style={{ color: colour }}>
        {fullName(user)} <GuestTag of={user} />
      </p>
      {user.suspended ? (
        <p className={s.status}>{t('ui:suspended')}</p>
      ) : (
        status && <p className={s.status}>{t(`ui:status.${status}`)}</p>
      )}
      <RestLines userId={user._id} className={s.rest} />
      <dl className={s.lines}>
        {jobTitle && <Line icon={<Briefcase />} label={t('job')} value={jobTitle} />}
        {jobLocation && <Line icon={<MapPin />} label={t('location')} value={jobLocation} />}
        <WorkLines user={user} onPerson={onPerson} />
        {email && <Line icon={<Mail />} label={t('email')} value={<a href={`mailto:${email}`}>{email}</a>} />}
        {linkedinProfile && (
          <Line icon={<LinkIcon />} label={t('linkedin')} value={<Outside href={linkedinProfile} />} />
        )}
        {githubProfile && <Line icon={<Code />} label={t('github')} value={<Outside href={githubProfile} />} />}
      </dl>
      {user._id !== me && (
        <div className={s.talk}>
          <TalkButton userId={user._id} onTalk={onTalk} />
          <Button
            size="sm"
            variant="ghost"
            icon={<Flag />}
            onClick={() => {
              onTalk?.();
              report({ person: user });
            }}
          >
            {t('report')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Links out of Palabre, over http(s) only, regardless of the stored address. */
function Outside({ href }: { href: string }) {
  const { t } = useTranslation('members');
  const shown = href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  if (!/^https?:\/\//i.test(href)) return shown;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {shown}
      <VisuallyHidden> {t('newTab')}</VisuallyHidden>
    </a>
  );
}

import type { PublicUser } from '@palabre/common/contract/users.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { Briefcase, Code, Flag, Link as LinkIcon, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TalkButton } from '../conversations/TalkButton.tsx';
import { useShownStatus } from '../presence/presence.ts';
import { report } from '../reports/report.store.ts';
import s from './MemberCard.module.css';

interface MemberCardProps {
  user: PublicUser;
  /** The colour their name is written in. */
  colour?: string | undefined;
  /** One goes to talk with them. */
  onTalk?: () => void;
}

/** Who a person is (spec 2 §2, « Members list »): only what they have filled in is shown. */
export function MemberCard({ user, colour, onTalk }: MemberCardProps) {
  const me = useSession(state => state.user?._id);
  const { t } = useTranslation(['members', 'ui']);
  const { firstName, lastName, avatar, jobTitle, jobLocation, email, linkedinProfile, githubProfile } = user;
  const status = useShownStatus()(user._id, user.status);
  return (
    <div className={s.card}>
      <div className={s.band} aria-hidden="true" />
      <Avatar id={user._id} firstName={firstName} lastName={lastName} src={avatar} size={72} status={status} />
      <p className={s.name} dir="auto" style={{ color: colour }}>
        {fullName(user)}
      </p>
      {status && <p className={s.status}>{t(`ui:status.${status}`)}</p>}
      <dl className={s.lines}>
        {jobTitle && <Line icon={<Briefcase />} label={t('job')} value={jobTitle} />}
        {jobLocation && <Line icon={<MapPin />} label={t('location')} value={jobLocation} />}
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

function Line({ icon, label, value }: { icon: ReactNode; label: string; value: ReactNode }) {
  return (
    <div className={s.line}>
      <dt>
        {icon}
        <VisuallyHidden>{label}</VisuallyHidden>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A link out of Palabre; only of the web, whatever the server holds. */
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

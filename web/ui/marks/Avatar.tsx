import { use, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../cx.ts';
import s from './Avatar.module.css';
import { CompanyContext } from './Company.tsx';
import { initials, titleInitials } from './identity.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Status that an avatar's dot shows. */
export type AvatarStatus = 'online' | 'away' | 'busy' | 'offline';

interface AvatarProps {
  /** Id that determines the colour, with the `Company` around. */
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  /** Title, for a place, instead of first and last name. */
  title?: string;
  /** URL of the picture; initials are shown without one, or if it can't be loaded. */
  src?: string | null;
  /** Size in pixels. */
  size?: number;
  shape?: 'squircle' | 'round';
  /** Status, shown as a dot and read by screen readers. */
  status?: AvatarStatus | null;
  /** Whether the person is off duty: the dot is a crescent. */
  isResting?: boolean;
  className?: string;
}

/**
 * Avatar of a person or a place: a picture, or initials on a colour. Screen readers read only the status, since the name is
 * beside the avatar. The dot's ring has the colour `--surface` of its surroundings.
 */
export function Avatar({
  id,
  firstName,
  lastName,
  title,
  src,
  size = 36,
  shape = 'squircle',
  status,
  isResting,
  className,
}: AvatarProps) {
  const { t } = useTranslation('ui');
  const colourOf = use(CompanyContext);
  const [broken, setBroken] = useState<string | null>(null);
  const pictured = Boolean(src) && src !== broken;
  const letters = title === undefined ? initials(firstName, lastName) : titleInitials(title);
  return (
    <span
      className={cx(s.avatar, s[shape], className)}
      style={{ width: size, height: size, fontSize: Math.max(10, Math.round(size * (size > 48 ? 0.3 : 0.36))) }}
    >
      <span className={s.face} style={{ background: pictured ? undefined : colourOf(id) }} aria-hidden="true">
        {pictured ? (
          <img
            src={src ?? undefined}
            alt=""
            width={size}
            height={size}
            decoding="async"
            draggable={false}
            onError={() => setBroken(src ?? null)}
          />
        ) : (
          letters || <DefaultFace />
        )}
      </span>
      {status && (
        <span
          className={s.status}
          data-status={status}
          data-resting={isResting || undefined}
          data-size={size > 48 ? 'large' : size < 30 ? 'small' : undefined}
        >
          <VisuallyHidden>
            {isResting ? t('resting', { status: t(`status.${status}`) }) : t(`status.${status}`)}
          </VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function DefaultFace() {
  return (
    <svg viewBox="0 0 24 24" width="60%" height="60%" fill="currentColor" aria-hidden="true">
      <circle cx="12" cy="8" r="4.2" />
      <path d="M3.5 21a8.5 8.5 0 0 1 17 0z" />
    </svg>
  );
}

/** Status dot alone, for menus of statuses. */
export function StatusDot({ status }: { status: AvatarStatus }) {
  return <span className={s.dot} data-status={status} aria-hidden="true" />;
}

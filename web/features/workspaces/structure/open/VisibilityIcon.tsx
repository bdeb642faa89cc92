import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import s from './VisibilityIcon.module.css';

/** Shows # for a public channel, a shield for a protected channel, a lock for a private channel. */
export function VisibilityIcon({ visibility, size = 16 }: { visibility: Visibility; size?: number }) {
  const style = size === 16 ? undefined : { width: size, height: size };
  return <span className={s.icon} data-visibility={visibility} style={style} aria-hidden="true" />;
}

/** Returns the attributes that show the icon before an element's text, without an element of its own. */
export const visibilityBefore = (visibility: Visibility) =>
  ({ className: s.before ?? '', 'data-visibility': visibility }) as const;

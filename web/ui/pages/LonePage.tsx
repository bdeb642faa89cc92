import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { EmptyState } from './EmptyState.tsx';
import { Wordmark } from './Logo.tsx';
import s from './LonePage.module.css';

interface LonePageProps extends Pick<ComponentProps<'div'>, 'role' | 'aria-live'> {
  /** Drawing from `illustrations.tsx`. */
  illustration: ReactNode;
  title: string;
  text: ReactNode;
  /** Button for the next step. */
  action: ReactNode;
  /** Quiet second way out, under the action. */
  other?: ReactNode;
  /** Content that replaces all of the above while data is pending. */
  waiting?: ReactNode;
}

/** Page outside the frame with a single message: a drawing, a title, a sentence, one action. */
export function LonePage({ illustration, title, text, action, other, waiting, ...said }: LonePageProps) {
  return (
    <main className={s.page}>
      <Link className={s.brand} to={paths.root}>
        <Wordmark size={36} tone="page" />
      </Link>
      <div className={s.card} {...said}>
        {waiting || (
          <EmptyState
            heading
            illustration={illustration}
            title={title}
            text={text}
            action={
              <>
                {action}
                {other && <div className={s.other}>{other}</div>}
              </>
            }
          />
        )}
      </div>
    </main>
  );
}

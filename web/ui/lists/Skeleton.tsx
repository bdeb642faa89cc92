import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import s from './Skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}

/** Placeholder of content to come, visible only after 150 ms, so that it doesn't flash before a quick response. */
export function Skeleton({ width = '100%', height = '1em', radius = 6 }: SkeletonProps) {
  return <span className={s.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}

/** Wraps skeletons and tells screen readers once that content is loading. */
export function SkeletonGroup({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className={className} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children}
    </div>
  );
}

/** Placeholder of a line of text, as high as the line: the content below does not move when the text replaces it. */
export const LineSkeleton = () => (
  <SkeletonGroup className={s.line}>
    <Skeleton width="min(60%, 18em)" height="1lh" />
  </SkeletonGroup>
);

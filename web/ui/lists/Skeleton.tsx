import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import s from './Skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}

/** The shape of something to come, seen only after 150 ms so that quick answers do not flash. */
export function Skeleton({ width = '100%', height = '1em', radius = 6 }: SkeletonProps) {
  return <span className={s.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}

/** Around skeletons: says once, to screen readers, that something is loading. */
export function SkeletonGroup({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className={className} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children}
    </div>
  );
}

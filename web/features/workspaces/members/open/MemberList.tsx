import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../../ui/pages/illustrations.tsx';
import s from './MemberList.module.css';
import { type Member, type MembersOf, pageSize, useMembers } from './members.queries.ts';

interface MemberListProps {
  /** Name of the list for screen readers. */
  label: string;
  of: MembersOf;
  /** Estimated height of a row, and maximum height of the list, in pixels. */
  rowHeight: number;
  maxHeight: number;
  /** Text shown when nobody matches. */
  empty: string;
  children: (member: Member) => ReactNode;
}

/** Lists all the matching members as a virtual list, and fetches only the pages in view. */
export function MemberList({ label, of, rowHeight, maxHeight, empty, children }: MemberListProps) {
  const { t } = useTranslation('settings');
  const list = useRef<VListHandle>(null);
  const question = JSON.stringify(of);
  const [followed, setFollowed] = useState({ question, first: 0, last: 0 });
  // A new search starts from the first page.
  const pages = followed.question === question ? followed : { first: 0, last: 0 };
  const [content, setContent] = useState({ total: 0, height: 0 });
  const members = useMembers(of, pages.first, pages.last, { keepPrevious: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is what brings the list back to its top.
  useEffect(() => void list.current?.scrollTo(0), [question]);

  const follow = () => {
    const { current } = list;
    if (!current) return;
    const first = Math.floor(current.findItemIndex(current.scrollOffset) / pageSize);
    const last = Math.floor(current.findItemIndex(current.scrollOffset + current.viewportSize) / pageSize);
    if (first !== pages.first || last !== pages.last) setFollowed({ question, first, last });
  };

  const { total } = members;
  // Rows may be higher than estimated, as on a phone.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const height = list.current?.scrollSize ?? 0;
      setContent(old => (old.total === total && old.height >= height ? old : { total, height }));
    });
    return () => cancelAnimationFrame(frame);
  });

  if (members.isError) {
    return (
      <EmptyState
        compact
        illustration={<LostIllustration />}
        title={t('members.failed')}
        action={<Button onClick={() => void members.refetch()}>{t('common:retry')}</Button>}
      />
    );
  }
  if (!members.isLoaded) {
    return (
      <SkeletonGroup>
        {[46, 58, 40].map(width => (
          <Ghost key={width} width={width} height={rowHeight} />
        ))}
      </SkeletonGroup>
    );
  }
  if (total === 0) {
    return (
      <p className={s.empty} role="status">
        {empty}
      </p>
    );
  }
  return (
    <VList
      ref={list}
      role="list"
      aria-label={label}
      className={s.list}
      style={{ height: Math.min(maxHeight, Math.max(total * rowHeight, content.total === total ? content.height : 0)) }}
      data={Array.from({ length: total }, (_, index) => index)}
      itemSize={rowHeight}
      onScroll={follow}
      onResize={follow}
    >
      {index => {
        const member = members.at(index);
        return (
          // biome-ignore lint/a11y/useSemanticElements: the list draws its own boxes, an <li> would stand in a <div>.
          <div
            key={member?._id ?? index}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={total}
            className={s.item}
            style={{ minHeight: rowHeight }}
          >
            {member ? children(member) : <Ghost width={48} height={rowHeight} />}
          </div>
        );
      }}
    </VList>
  );
}

function Ghost({ width, height }: { width: number; height: number }) {
  return (
    <div className={s.ghost} style={{ height }}>
      <Skeleton width={32} height={32} radius={10} />
      <Skeleton width={`${width}%`} height={14} />
    </div>
  );
}

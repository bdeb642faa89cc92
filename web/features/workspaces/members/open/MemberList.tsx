import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { ListBody, RowGhostContent } from '../../../../ui/lists/Listed.tsx';
import s from './MemberList.module.css';
import type { Member, MembersOf } from './members.queries.ts';
import { useMembersInView } from './members-in-view.ts';

interface MemberListProps {
  /** Name of the list for screen readers. */
  label: string;
  of: MembersOf;
  /** Estimated height of a row, and maximum height of the list, in pixels. */
  rowHeight: number;
  maxHeight: number;
  /** Text shown when nobody matches. */
  empty: string;
  /** Whether a search that is being typed is not asked yet. */
  isLate?: boolean;
  children: (member: Member) => ReactNode;
}

/** Lists all the matching members in a dialog as a virtual list, and fetches only the pages in view. */
export function MemberList({ label, of, rowHeight, maxHeight, empty, isLate, children }: MemberListProps) {
  const { t } = useTranslation('settings');
  const list = useRef<VListHandle>(null);
  const { members, question, follow } = useMembersInView(of);
  const [content, setContent] = useState({ total: 0, height: 0 });

  const look = () => {
    const { current } = list;
    if (!current) return;
    const { scrollOffset, viewportSize } = current;
    follow(current.findItemIndex(scrollOffset), current.findItemIndex(scrollOffset + viewportSize));
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

  const height = Math.min(maxHeight, Math.max(total * rowHeight, content.total === total ? content.height : 0));
  return (
    <ListBody
      count={members.isLoaded ? total : undefined}
      failed={{ title: t('members.failed'), isError: members.isError, retry: members.refetch }}
      empty={empty}
      isLate={members.isLate || isLate}
    >
      <VList
        // Another search begins at the top, with a list that knows no earlier place.
        key={question}
        ref={list}
        role="list"
        aria-label={label}
        className={s.list}
        style={{ height }}
        data={Array.from({ length: total }, (_, index) => index)}
        itemSize={rowHeight}
        onScroll={look}
        onResize={look}
      >
        {index => {
          const member = members.at(index);
          return (
            // biome-ignore lint/a11y/useSemanticElements: the list draws its own boxes; an <li> would stand in a <div>.
            <div
              key={member?._id ?? index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={total}
              className={s.item}
              style={{ minHeight: rowHeight }}
            >
              {member ? children(member) : <RowGhostContent width={48} />}
            </div>
          );
        }}
      </VList>
    </ListBody>
  );
}

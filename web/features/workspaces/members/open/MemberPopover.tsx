import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { Popover } from '../../../../ui/overlays/Popover.tsx';
import s from '../MemberCard.module.css';
import { MemberCard } from '../MemberCard.tsx';

interface MemberPopoverProps {
  person: { _id: string; firstName: string; lastName: string };
  colour: string | undefined;
  /** Pressed element: the card stands beside it and returns the focus to it. */
  anchor: HTMLElement;
  onClose: () => void;
}

/** Shows the profile card of a person named in the page. */
export function MemberPopover({ person, colour, anchor, onClose }: MemberPopoverProps) {
  const { t } = useTranslation('members');
  const place = useRef(anchor);
  const { data, isError } = useQuery({
    ...endpointQuery(api.users.one, { params: { id: person._id } }),
    select: answer => answer.user,
    meta: { silent: true },
  });
  return (
    <Popover
      label={t('profile', { name: `${person.firstName} ${person.lastName}`.trim() })}
      beside={place}
      side="right"
      width={300}
      flush
      open
      onOpenChange={open => !open && onClose()}
    >
      {data ? (
        <MemberCard user={data} colour={colour} onTalk={onClose} />
      ) : isError ? (
        <p className={s.gone}>{t('profileGone')}</p>
      ) : (
        <SkeletonGroup className={s.card}>
          <div className={s.band} aria-hidden="true" />
          <Skeleton width={72} height={72} radius={22} />
          <Skeleton width="60%" height={18} />
        </SkeletonGroup>
      )}
    </Popover>
  );
}

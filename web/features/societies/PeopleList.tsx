import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { judgeChange, type Membership, type MembershipChange } from '@palabre/common/rules/society-membership.ts';
import { useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useDebounced } from '../../ui/fields/useDebounced.ts';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Tag } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { More } from '../../ui/pages/Page.tsx';
import { useShownStatus } from '../people/presence/open/presence.ts';
import { useMe } from '../people/users/open/users.queries.ts';
import { type SocietyList, useSocietyPeople } from './open/societies.queries.ts';
import s from './People.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';
import { usePeopleActions } from './society-actions.ts';

type Actions = ReturnType<typeof usePeopleActions>;

/** Shows a person of a society, with the actions that `judgeChange` allows an owner. */
function Person({
  user,
  society,
  pending,
  actions,
  onRemove,
}: {
  user: PublicUser;
  society: Society;
  pending: boolean;
  actions: Actions;
  onRemove: () => void;
}) {
  const { t } = useTranslation('societies');
  const self = useMe()?._id === user._id;
  const status = useShownStatus()(user._id, user.status);
  const isOwner = society.owners.includes(user._id);
  const target: Membership = pending ? 'pending' : isOwner ? 'owner' : 'member';
  const facts = {
    actor: society.membership,
    onSelf: self,
    target,
    owners: society.owners.length,
    address: 'unlisted' as const,
  };
  // The user's own actions are in the society's head.
  const may = (change: MembershipChange) => !self && 'becomes' in judgeChange(change, facts);
  const name = fullName(user);
  return (
    <li className={s.row}>
      <Avatar
        id={user._id}
        firstName={user.firstName}
        lastName={user.lastName}
        src={user.avatar}
        size={36}
        status={pending ? undefined : status}
      />
      <div className={s.texts}>
        <span className={s.line}>
          <span className={s.name} dir="auto" title={name}>
            {name}
          </span>
          {self && <span className={s.faint}>({t('people.you')})</span>}
          {isOwner && <Tag tone="brand">{t('membership.owner')}</Tag>}
        </span>
        <span className={s.faint}>{user.email ?? user.jobTitle}</span>
      </div>
      <div className={s.actions}>
        {may('accept') && (
          <Button
            size="sm"
            aria-label={t('people.acceptName', { name })}
            loading={actions.isMaking('accept', user)}
            onClick={() => actions.accept(user)}
          >
            {t('people.accept')}
          </Button>
        )}
        {may('decline') && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('people.declineName', { name })}
            loading={actions.isMaking('decline', user)}
            onClick={() => actions.decline(user)}
          >
            {t('people.decline')}
          </Button>
        )}
        {may('addOwner') && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('people.promoteName', { name })}
            loading={actions.isMaking('addOwner', user)}
            onClick={() => actions.addOwner(user)}
          >
            {t('people.promote')}
          </Button>
        )}
        {may('removeUser') && (
          <Button size="sm" variant="danger-ghost" aria-label={t('people.removeName', { name })} onClick={onRemove}>
            {t('people.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Ghosts() {
  return (
    <SkeletonGroup className={s.list}>
      {[46, 58, 40].map(width => (
        <div key={width} className={s.row}>
          <Skeleton width={36} height={36} radius={18} />
          <div className={s.texts}>
            <Skeleton width={`${width}%`} height={14} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Number of people above which the list has a search. */
const many = 8;

interface PeopleListProps {
  society: Society;
  list: SocietyList;
  label: string;
  /** Total count, whatever the search. */
  count: number;
}

/** Lists the owners, the members or the join requests, page by page. */
export function PeopleList({ society, list, label, count }: PeopleListProps) {
  const { t } = useTranslation('societies');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { first, users, more, isLoadingMore } = useSocietyPeople(society._id, list, search);
  const actions = usePeopleActions(society._id);
  const [removing, setRemoving] = useState<PublicUser | null>(null);
  const pending = list === 'pending';
  if (pending && !can.manageSociety(society.membership)) return null;
  return (
    <>
      {(count > many || typed !== '') && (
        <div className={s.search}>
          <SearchField
            label={t('people.search')}
            hideLabel
            placeholder={t('people.search')}
            value={typed}
            onChange={setTyped}
          />
        </div>
      )}
      {first.isPending && <Ghosts />}
      {first.isError && !users && (
        <EmptyState
          compact
          illustration={<LostIllustration />}
          title={t('people.failed')}
          action={<Button onClick={() => void first.refetch()}>{t('common:retry')}</Button>}
        />
      )}
      {users?.length === 0 && (
        <p className={s.empty} role="status">
          {t(search ? 'people.noneFound' : pending ? 'people.emptyPending' : 'people.empty')}
        </p>
      )}
      {users && users.length > 0 && (
        <ul className={s.list} aria-label={label}>
          {users.map(user => (
            <Person
              key={user._id}
              user={user}
              society={society}
              pending={pending}
              actions={actions}
              onRemove={() => setRemoving(user)}
            />
          ))}
        </ul>
      )}
      <More more={more} isLoading={isLoadingMore}>
        {t('people.more')}
      </More>
      {removing && <RemoveDialog society={society} user={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

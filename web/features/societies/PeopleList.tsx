import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { judgeChange, type Membership, type MembershipChange } from '@palabre/common/rules/society-membership.ts';
import Crown from 'lucide-react/icons/crown';
import UserCheck from 'lucide-react/icons/user-check';
import UserMinus from 'lucide-react/icons/user-minus';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../ui/fields/useTypedSearch.ts';
import { Listed } from '../../ui/lists/Listed.tsx';
import { Row, RowNote } from '../../ui/lists/Row.tsx';
import { Rows } from '../../ui/lists/Rows.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Tag } from '../../ui/marks/Badge.tsx';
import { More } from '../../ui/pages/Page.tsx';
import { useShownStatus } from '../people/presence/open/presence.ts';
import { useMe } from '../people/users/open/users.queries.ts';
import { type SocietyList, useSocietyPeople } from './open/societies.queries.ts';
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
  const { _id: id, firstName, lastName, avatar } = user;
  return (
    <Row
      face={
        <Avatar
          id={id}
          firstName={firstName}
          lastName={lastName}
          src={avatar}
          size={36}
          status={pending ? undefined : status}
        />
      }
      title={name}
      name={name}
      marks={
        <>
          {self && <RowNote>({t('people.you')})</RowNote>}
          {user.suspended && <Tag>{t('ui:suspended')}</Tag>}
          {isOwner && <Tag tone="brand">{t('membership.owner')}</Tag>}
        </>
      }
      text={user.email ?? user.jobTitle}
      actions={[
        may('accept') && {
          ...{ label: t('people.accept'), name: t('people.acceptName', { name }), icon: <UserCheck />, main: true },
          loading: actions.isMaking('accept', user),
          onSelect: () => void actions.accept(user),
        },
        may('decline') && {
          ...{ label: t('people.decline'), name: t('people.declineName', { name }), icon: <UserX /> },
          loading: actions.isMaking('decline', user),
          onSelect: () => void actions.decline(user),
        },
        may('addOwner') && {
          ...{ label: t('people.promote'), name: t('people.promoteName', { name }), icon: <Crown /> },
          loading: actions.isMaking('addOwner', user),
          onSelect: () => void actions.addOwner(user),
        },
        may('removeUser') && {
          ...{ label: t('people.remove'), name: t('people.removeName', { name }), icon: <UserMinus />, danger: true },
          onSelect: onRemove,
        },
      ]}
    />
  );
}

/** Number of people above which the list has a search. */
const many = 8;

interface PeopleListProps {
  society: Society;
  list: SocietyList;
  label: string;
  /** Total count, regardless of the search. */
  count: number;
}

/** Lists the owners, the members or the join requests, page by page. */
export function PeopleList({ society, list, label, count }: PeopleListProps) {
  const { t } = useTranslation('societies');
  const { typed, setTyped, search, isTyping } = useTypedSearch();
  const { first, users, more, again, isLoadingMore } = useSocietyPeople(society._id, list, search);
  const actions = usePeopleActions(society._id);
  const [removing, setRemoving] = useState<PublicUser | null>(null);
  const pending = list === 'pending';
  return (
    <>
      <Listed
        tools={
          (count > many || typed !== '') && (
            <SearchField
              label={t('people.search')}
              hideLabel
              placeholder={t('people.search')}
              value={typed}
              onChange={setTyped}
            />
          )
        }
        said={
          first.data ? t(list === 'users' ? 'common:members' : `people.count.${list}`, { count: first.data.total }) : ''
        }
        count={users?.length}
        failed={{ title: t('people.failed'), isError: first.isError, retry: first.refetch }}
        empty={t(search ? 'people.noneFound' : pending ? 'people.emptyPending' : 'people.empty')}
        isLate={isTyping}
      >
        <Rows label={label} items={users ?? []} idOf={user => user._id}>
          {user => (
            <Person
              user={user}
              society={society}
              pending={pending}
              actions={actions}
              onRemove={() => setRemoving(user)}
            />
          )}
        </Rows>
      </Listed>
      <More more={more} again={again} isLoading={isLoadingMore}>
        {t('people.more')}
      </More>
      {removing && <RemoveDialog society={society} user={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

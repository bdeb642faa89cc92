import { limits } from '@palabre/common/contract/fields.ts';
import type { Named } from '@palabre/common/contract/people/users.ts';
import type { Account, Departure } from '@palabre/common/contract/running/administration.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { formatList } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { orTell } from '../../../ui/fields/useEdited.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { PersonField } from '../../people/users/open/PersonField.tsx';
import { carryOutDeparture, useDeparture } from './administration.queries.ts';
import s from './Departure.module.css';

/** Person chosen in a field, or the text typed there while nobody is chosen. */
interface Choice {
  typed: string;
  person: Named | null;
}

const nobody: Choice = { typed: '', person: null };

/** Tells whether a field holds text that names nobody. */
const isOpenEnded = ({ typed, person }: Choice): boolean => person === null && typed.trim() !== '';

/**
 * Asks how somebody leaves, in one dialog: suspends them, hands over the places that they run alone, takes them out,
 * names a deputy.
 */
export function DepartureDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('administration', { keyPrefix: 'departure' });
  const [heir, setHeir] = useState(nobody);
  const [deputy, setDeputy] = useState(nobody);
  const [leaves, setLeaves] = useState(true);
  const [isTried, setTried] = useState(false);
  const departure = useDeparture(account._id, heir.person?._id);
  const { firstName } = account;
  const problem = (choice: Choice) => (isTried && isOpenEnded(choice) ? t('pickOne') : undefined);

  async function send() {
    setTried(true);
    if (isOpenEnded(heir) || isOpenEnded(deputy)) return;
    const [heirId, deputyId] = [heir.person?._id ?? null, deputy.person?._id ?? null];
    const { message } = await orTell(() => carryOutDeparture(account._id, { heirId, deputyId, leaves }));
    onClose();
    alerts.success(message);
  }

  const { data } = departure;
  const hasOwn = data && (data.ownedCount > 0 || data.groups > 0 || data.society?.ownedAlone);
  return (
    <Dialog
      onClose={onClose}
      title={t('title', { name: firstName })}
      description={t(account.suspended ? 'textSuspended' : 'text', { name: firstName })}
      onSubmit={send}
      unsaved={heir !== nobody || deputy !== nobody}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="danger" disabled={!data}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      {departure.isPending && (
        <SkeletonGroup>
          <Skeleton width="70%" height={20} />
          <Skeleton height={44} radius={10} />
        </SkeletonGroup>
      )}
      {departure.isError && <Note tone="danger">{t('failed')}</Note>}
      {data && (
        <>
          {hasOwn ? (
            <>
              <PersonField
                label={t('heir', { name: firstName })}
                name="heirId"
                maxLength={limits.profileField}
                text={heir.typed}
                person={heir.person}
                without={account._id}
                hint={t('heirHint')}
                error={problem(heir)}
                onText={typed => setHeir({ typed, person: null })}
                onPick={person => setHeir({ typed: '', person })}
              />
              <Owned departure={data} firstName={firstName} isHandedOver={heir.person !== null} />
            </>
          ) : (
            <p className={s.nothing}>{t('nothing', { name: firstName })}</p>
          )}
          <Leaving
            departure={data}
            firstName={firstName}
            isHandedOver={heir.person !== null}
            checked={leaves}
            onChange={setLeaves}
          />
          <PersonField
            label={t('deputy', { name: firstName })}
            name="deputyId"
            maxLength={limits.profileField}
            text={deputy.typed}
            person={deputy.person}
            without={account._id}
            hint={t('deputyHint')}
            error={problem(deputy)}
            onText={typed => setDeputy({ typed, person: null })}
            onPick={person => setDeputy({ typed: '', person })}
          />
        </>
      )}
    </Dialog>
  );
}

interface OwnedProps {
  departure: Departure;
  firstName: string;
  isHandedOver: boolean;
}

/** Lists the places that the person runs alone, each with its heir. */
function Owned({ departure, firstName, isHandedOver }: OwnedProps) {
  const { t } = useTranslation('administration', { keyPrefix: 'departure' });
  const { owned, ownedCount, groups, society } = departure;
  const to = (heir: Named | null) => {
    if (!heir) return t('toNobody', { name: firstName });
    return isHandedOver ? t('to', { name: fullName(heir) }) : t('stays', { name: firstName });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and is scrolled by keyboard.
    <ul className={s.owned} tabIndex={0} aria-label={t('owned', { name: firstName })}>
      {society?.ownedAlone && <Line name={t('society', { name: society.name })} to={to(society.heir)} />}
      {owned.map(({ _id, title, heir }) => (
        <Line key={_id} name={title} to={to(heir)} />
      ))}
      {ownedCount > owned.length && <li className={s.more}>{t('more', { count: ownedCount - owned.length })}</li>}
      {groups > 0 && (
        <Line
          name={t('groups', { count: groups })}
          to={isHandedOver ? t('groupsTo') : t('stays', { name: firstName })}
        />
      )}
    </ul>
  );
}

const Line = ({ name, to }: { name: string; to: string }) => (
  <li className={s.line}>
    <span className={s.name} dir="auto">
      {name}
    </span>
    <span className={s.to}>{to}</span>
  </li>
);

interface LeavingProps extends OwnedProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * Offers to take the person out of their society and of restricted workspaces, except the places that they would still
 * run alone.
 */
function Leaving({ departure, firstName, isHandedOver, checked, onChange }: LeavingProps) {
  const { t } = useTranslation('administration', { keyPrefix: 'departure' });
  const { society, owned, restricted, restrictedCount } = departure;
  const staying = new Set(owned.filter(({ heir }) => !(isHandedOver && heir)).map(({ _id }) => _id));
  const leavesSociety = society && !(society.ownedAlone && !(isHandedOver && society.heir));
  const places = [
    ...(leavesSociety ? [t('society', { name: society.name })] : []),
    ...restricted.filter(({ _id }) => !staying.has(_id)).map(({ title }) => title),
    ...(restrictedCount > restricted.length ? [t('more', { count: restrictedCount - restricted.length })] : []),
  ];
  if (places.length === 0) return null;
  return (
    <Checkbox
      label={t('leaves', { name: firstName })}
      hint={formatList(places)}
      checked={checked}
      onChange={onChange}
    />
  );
}

import { limits } from '@palabre/common/contract/fields.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import s from '../Addresses.module.css';
import { type Addresses, AddressesField, isRight, takeTyped } from '../AddressesField.tsx';
import { type GuestOffer, useInviteAddresses } from '../email-invites.queries.ts';
import '../email-invites.texts.ts';

/** Stage of inviting: choosing people, sending, done. */
export type Stage = 'choosing' | 'creating' | 'done';

const none: Addresses = { read: [], typed: '' };

/**
 * Holds an invitation of addresses: the form, then the result of each address. A failure keeps the typed text.
 * @param options.offer for guests: the channels and the end of their stay; null while it is incomplete, and nothing is
 * sent
 */
export function useMailWay(workspaceId: string, { offer }: { offer?: GuestOffer | null } = {}) {
  const { t } = useTranslation('emailInvites');
  const [value, setValue] = useState(none);
  const [error, setError] = useState<string | null>(null);
  const invite = useInviteAddresses(workspaceId);
  const field = useRef<HTMLTextAreaElement>(null);
  const stage: Stage = invite.isSuccess ? 'done' : invite.isPending ? 'creating' : 'choosing';
  const { read, typed } = value;

  async function submit() {
    const taken = takeTyped(value);
    setValue(taken);
    const wrong = taken.read.filter(email => !isRight(email)).length;
    const refusal =
      taken.read.length === 0
        ? t('none')
        : wrong > 0
          ? t('wrongSome', { count: wrong })
          : taken.read.length > limits.invitedEmails
            ? t('tooMany', { max: limits.invitedEmails })
            : null;
    setError(refusal);
    if (refusal) return field.current?.focus();
    if (offer === null) return;
    await invite.mutateAsync({ emails: [...taken.read], ...(offer && { guest: offer }) });
  }

  const outcomes = invite.data?.outcomes ?? [];
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length;
  return {
    field,
    stage,
    isEmpty: read.length === 0 && typed.trim() === '',
    submit,
    body:
      stage === 'done' ? (
        <>
          <p className={s.said} role="status">
            {sent > 0 ? t('done', { count: sent }) : t('doneNone')}
          </p>
          <ul className={s.outcomes} aria-label={t('doneTitle')}>
            {outcomes.map(({ email, outcome }) => (
              <li key={email} className={s.outcome}>
                <span className={s.text} title={email}>
                  {email}
                </span>
                <Tag tone={outcome === 'sent' ? 'brand' : outcome === 'refused' ? 'accent' : 'neutral'}>
                  {t(`outcomes.${outcome}`)}
                </Tag>
              </li>
            ))}
          </ul>
          {outcomes.some(({ outcome }) => outcome === 'refused') && <p className={s.why}>{t('refusedWhy')}</p>}
        </>
      ) : (
        <AddressesField
          field={field}
          value={value}
          onChange={next => {
            setValue(next);
            setError(null);
          }}
          error={error}
        />
      ),
  };
}

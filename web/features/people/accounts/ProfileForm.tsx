import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { notice } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { Form } from '../../../ui/fields/Form.tsx';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { forced, useUnsaved } from '../../../ui/fields/useUnsaved.ts';
import { Note } from '../../../ui/pages/Note.tsx';
import { Card, CardFooter } from '../../../ui/pages/Section.tsx';
import s from './Accounts.module.css';
import { AvatarField } from './AvatarField.tsx';
import { LinkFields } from './LinkFields.tsx';
import { useSaveProfile } from './open/accounts.queries.ts';
import { type ProfileText, type ProfileTexts, textsOfProfile, wrongLink } from './profile.rules.ts';
import { askProof } from './proofs/asked-proof.ts';
import { TwoStepFields } from './TwoStepFields.tsx';
import { useContacts } from './useContacts.tsx';

/** Warns that the user's e-mail address is unproven, and offers to prove it. */
function AddressToProve() {
  const { t } = useTranslation('accounts', { keyPrefix: 'toProve' });
  const ask = (
    <Button variant="outline" size="sm" onClick={() => void askProof('address', false)}>
      {t('send')}
    </Button>
  );
  return (
    <Note title={t('title')} action={ask}>
      {` ${t('text')}`}
    </Note>
  );
}

interface Edits extends Partial<ProfileTexts> {
  doubleAuthentification?: boolean;
  /** Picture chosen in this form; null removes the saved avatar. */
  avatar?: File | null;
}

/**
 * Edits the profile. Keeps the user's edits apart from the saved profile: changes from another device show at once in
 * the fields left untouched, and only edited fields are sent. An emptied field is sent empty, which clears it.
 */
export function ProfileForm({ user }: { user: SelfUser }) {
  const { t } = useTranslation('accounts');
  const [edits, setEdits] = useState<Edits>({});
  const [missing, setMissing] = useState<ProfileText | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const save = useSaveProfile(user._id);
  const navigate = useNavigate();
  const kept = textsOfProfile(user);
  const form = { ...kept, ...edits };

  function set<Name extends keyof Edits>(name: Name, value: Edits[Name], was: unknown) {
    setEdits(({ [name]: _old, ...others }) => (value === was ? others : { ...others, [name]: value }));
  }
  const setText = (name: ProfileText, value: string) => {
    set(name, value, kept[name]);
    if (name === missing) setMissing(null);
  };
  const contacts = useContacts({
    ...{ user, edits, texts: form },
    onText: (name, text) => setText(name, text ?? kept[name]),
  });
  const dirty = Object.keys(edits).length > 0 || contacts.dirty;
  useUnsaved(dirty);
  const control = (name: ProfileText) => ({
    label: t(name as 'firstName'),
    name,
    value: form[name],
    maxLength: limits.profileField,
    onChange: (event: { target: { value: string } }) => setText(name, event.target.value),
  });
  const hour = (name: 'startHour' | 'endHour') => ({
    label: t(name),
    name,
    value: form[name],
    onChange: (value: string) => setText(name, value),
  });
  const nameControl = (name: 'firstName' | 'lastName') => ({
    ...control(name),
    required: true,
    maxLength: limits.name,
    error: missing === name ? t('nameRequired') : null,
  });

  /** Tells whether the form may be sent; if not, shows why. */
  function accepts(): boolean {
    for (const name of ['firstName', 'lastName'] as const) {
      if (form[name].trim() !== '') continue;
      setMissing(name);
      const field = element.current?.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
      return false;
    }
    // Enter submits without a blur, so the links were not checked yet.
    for (const name of ['linkedinProfile', 'githubProfile'] as const) {
      const wrong = wrongLink(name, form[name]);
      if (!wrong) continue;
      setText(name, '');
      void notice({ type: 'error', title: t(wrong[0]), text: t(wrong[1]) });
      return false;
    }
    return true;
  }

  async function submit() {
    if (!dirty || !accepts()) return;
    const { avatar, doubleAuthentification, ...texts } = edits;
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim()]));
    const body = {
      ...trimmed,
      ...contacts.changes,
      ...(doubleAuthentification !== undefined && { doubleAuthentification }),
      ...(avatar === null && { avatar }),
    };
    const { user: saved } = await save.mutateAsync({ body, image: avatar }).catch(cause => {
      tellFailure(cause, t('saveFailed'));
      throw cause;
    });
    setEdits({});
    contacts.reset();
    alerts.success(t('saved'));
    // Two-step that was just turned on waits for a code, which its page sends.
    if (saved.doubleAuthentification && !saved.verification) void navigate(paths.enableTwoStep, { state: forced });
  }

  return (
    <Form ref={element} unsaved={dirty} onSubmit={submit}>
      <Card>
        <div className={s.form}>
          <div className={s.group}>
            <h2 className={s.heading}>{t('identity')}</h2>
            <AvatarField
              user={{ ...user, firstName: form.firstName, lastName: form.lastName }}
              picture={edits.avatar}
              onChange={avatar => set('avatar', avatar, user.avatar ? undefined : null)}
              onUndo={() => set('avatar', undefined, undefined)}
            />
            <div className={s.pair}>
              <Field {...nameControl('firstName')} autoComplete="given-name" />
              <Field {...nameControl('lastName')} autoComplete="family-name" />
            </div>
            <Field label={t('email')} type="email" value={user.email} readOnly hint={t('emailHint')} />
            {user.emailProven === false && <AddressToProve />}
            <div className={s.pair}>
              <Field {...control('jobTitle')} autoComplete="organization-title" />
              <Field {...control('jobLocation')} autoComplete="off" />
            </div>
          </div>
          <div className={s.group}>
            <div>
              <h2 className={s.heading}>{t('work')}</h2>
              <p className={s.hint}>{t('workHint')}</p>
            </div>
            <div className={s.pair}>
              <HourField {...hour('startHour')} />
              <HourField {...hour('endHour')} />
            </div>
            <div className={s.pair}>{contacts.fields}</div>
          </div>
          <div className={s.group}>
            <h2 className={s.heading}>{t('links')}</h2>
            <LinkFields values={form} onChange={setText} />
          </div>
          <TwoStepFields
            user={user}
            on={edits.doubleAuthentification ?? user.doubleAuthentification}
            onChange={on => set('doubleAuthentification', on, user.doubleAuthentification)}
          />
        </div>
        <CardFooter>
          {dirty && <span data-said>{t('unsaved')}</span>}
          {dirty && !save.isPending && (
            <Button
              variant="ghost"
              onClick={() => {
                setEdits({});
                contacts.reset();
                setMissing(null);
              }}
            >
              {t('undo')}
            </Button>
          )}
          <Button type="submit" disabled={!dirty} waiting={t('saving')}>
            {t('save')}
          </Button>
        </CardFooter>
      </Card>
    </Form>
  );
}

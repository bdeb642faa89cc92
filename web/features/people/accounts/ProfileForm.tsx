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
import { unsent } from '../../../ui/fields/edits.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { Form, focusField } from '../../../ui/fields/Form.tsx';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { forced } from '../../../ui/fields/useUnsaved.ts';
import { Note } from '../../../ui/pages/Note.tsx';
import { SaveBar } from '../../../ui/pages/SaveBar.tsx';
import { Pair, Subject, Subjects } from '../../../ui/pages/Section.tsx';
import { OwnAddress } from '../addresses/open/OwnAddress.tsx';
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
      focusField(element.current, name);
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
    // Edits made meanwhile stay unsaved.
    setEdits(now => unsent(now, edits));
    contacts.reset();
    alerts.success(t('saved'));
    // Two-step that was just turned on waits for a code, which its page sends.
    if (saved.doubleAuthentification && !saved.verification) void navigate(paths.enableTwoStep, { state: forced });
  }

  return (
    <Form ref={element} unsaved={dirty} onSubmit={submit}>
      <Subjects>
        <Subject heading={t('identity')}>
          <AvatarField
            user={{ ...user, firstName: form.firstName, lastName: form.lastName }}
            picture={edits.avatar}
            onChange={avatar => set('avatar', avatar, undefined)}
            onUndo={() => set('avatar', undefined, undefined)}
          />
          <Pair>
            <Field {...nameControl('firstName')} autoComplete="given-name" />
            <Field {...nameControl('lastName')} autoComplete="family-name" />
          </Pair>
          <Field label={t('email')} type="email" value={user.email} readOnly />
          <OwnAddress user={user} />
          {user.emailProven === false && <AddressToProve />}
          <Pair>
            <Field {...control('jobTitle')} autoComplete="organization-title" />
            <Field {...control('jobLocation')} autoComplete="off" />
          </Pair>
        </Subject>
        <Subject heading={t('work')} hint={t('workHint')}>
          <Pair>
            <HourField {...hour('startHour')} />
            <HourField {...hour('endHour')} />
          </Pair>
          <Pair>{contacts.fields}</Pair>
        </Subject>
        <Subject heading={t('links')}>
          <LinkFields values={form} onChange={setText} />
        </Subject>
        <TwoStepFields
          user={user}
          on={edits.doubleAuthentification ?? user.doubleAuthentification}
          onChange={on => set('doubleAuthentification', on, user.doubleAuthentification)}
        />
      </Subjects>
      <SaveBar
        unsaved={dirty}
        waiting={t('saving')}
        onUndo={() => {
          setEdits({});
          contacts.reset();
          setMissing(null);
        }}
      />
    </Form>
  );
}

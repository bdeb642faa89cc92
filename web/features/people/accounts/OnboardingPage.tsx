import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTitle } from '../../../platform/address/title.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { Form } from '../../../ui/fields/Form.tsx';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Spinner } from '../../../ui/marks/Spinner.tsx';
import { AuthLayout } from '../users/open/AuthPage.tsx';
import s from './Accounts.module.css';
import { LinkFields } from './LinkFields.tsx';
import { useAccount, useSaveProfile } from './open/accounts.queries.ts';
import { textsOfProfile, wrongLink } from './profile.rules.ts';
import './accounts.texts.ts';
import { useSocietyChoice } from './useSocietyChoice.tsx';

const steps = ['twoStep', 'job', 'links'] as const;

/** Shows /onboarding: three steps, each saved as the user leaves it, then /home. */
export function OnboardingPage() {
  const { t } = useTranslation('accounts', { keyPrefix: 'onboarding' });
  useTitle(t('title'));
  const { data: user } = useAccount();
  return (
    <AuthLayout title={t('title')} lead={t('lead')}>
      {user ? <Steps user={user} /> : <Spinner />}
    </AuthLayout>
  );
}

function Steps({ user }: { user: SelfUser }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [form, setForm] = useState({ ...textsOfProfile(user), twoStep: user.doubleAuthentification });
  const society = useSocietyChoice();
  const save = useSaveProfile(user._id);
  const last = step === steps.length - 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);

  // Focuses the heading of the new step, so that a screen reader announces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step moves the focus.
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = true;
  }, [step]);

  const set = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const hour = (name: 'startHour' | 'endHour') => ({
    label: t(name),
    name,
    value: form[name],
    onChange: (value: string) => set({ [name]: value }),
  });

  /** Returns the fields of this step that differ from the saved profile. */
  function changes() {
    const kept = textsOfProfile(user);
    const asked = { job: ['jobTitle', 'startHour', 'endHour'], links: ['linkedinProfile', 'githubProfile'] } as const;
    const name = steps[step] ?? 'links';
    if (name === 'twoStep') {
      return form.twoStep === user.doubleAuthentification ? {} : { doubleAuthentification: form.twoStep };
    }
    const changed = asked[name].filter(field => form[field].trim() !== kept[field]);
    return Object.fromEntries(changed.map(field => [field, form[field].trim()]));
  }

  async function next() {
    // An invalid link is cleared on blur; Enter submits without a blur, so blur the field here and wait.
    const focused = document.activeElement;
    if (wrongLink('linkedinProfile', form.linkedinProfile) || wrongLink('githubProfile', form.githubProfile)) {
      if (focused instanceof HTMLElement) focused.blur();
      return;
    }
    const body = changes();
    try {
      if (Object.keys(body).length > 0) await save.mutateAsync({ body });
      if (steps[step] === 'job') await society.ask();
    } catch (cause) {
      tellFailure(cause, t('onboarding.failed'));
      throw cause;
    }
    if (!last) return setStep(step + 1);
    if (form.twoStep && !user.verification) alerts.info(t('onboarding.toVerify'));
    void navigate(paths.home, { replace: true });
  }

  const content: Record<(typeof steps)[number], ReactNode> = {
    twoStep: (
      <Switch
        label={t('twoStep.label')}
        hint={user.twoStepRequired ? `${t('twoStep.hint')} ${t('twoStep.kept')}` : t('twoStep.hint')}
        checked={form.twoStep}
        disabled={user.twoStepRequired}
        onChange={twoStep => set({ twoStep })}
      />
    ),
    job: (
      <>
        {society.field}
        <Field
          label={t('jobTitle')}
          name="jobTitle"
          maxLength={limits.profileField}
          value={form.jobTitle}
          onChange={event => set({ jobTitle: event.target.value })}
          autoComplete="organization-title"
        />
        <div className={s.pair}>
          <HourField {...hour('startHour')} />
          <HourField {...hour('endHour')} />
        </div>
      </>
    ),
    links: <LinkFields values={form} onChange={(field, value) => set({ [field]: value })} />,
  };
  const name = steps[step] ?? 'links';
  return (
    <div role="dialog" aria-modal="true" aria-labelledby="onboarding-step" className={s.steps}>
      <Form onSubmit={next} className={s.step}>
        <ol className={s.progress} aria-hidden="true">
          {steps.map((one, index) => (
            <li key={one} data-done={index <= step || undefined} />
          ))}
        </ol>
        <div>
          <p className={s.hint}>{t('onboarding.step', { step: step + 1, count: steps.length })}</p>
          <h2 className={s.heading} id="onboarding-step" ref={heading} tabIndex={-1}>
            {t(`onboarding.${name}`)}
          </h2>
        </div>
        {content[name]}
        <div className={s.moves}>
          <Button variant="ghost" size="lg" disabled={step === 0} onClick={() => setStep(step - 1)}>
            {t('onboarding.previous')}
          </Button>
          <Button type="submit" size="lg">
            {t(last ? 'onboarding.finish' : 'onboarding.next')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

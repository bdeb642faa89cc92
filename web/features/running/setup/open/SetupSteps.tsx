import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { confirmLoss } from '../../../../ui/dialogs/loss.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { RegistrationCard } from '../../../people/registration/open/RegistrationCard.tsx';
import { useSocialProviders } from '../../../people/social-login/open/social-login.queries.ts';
import { HelpCard } from '../../settings/open/HelpCard.tsx';
import { IdentityCard } from '../../settings/open/IdentityCard.tsx';
import { useReadSettings } from '../../settings/open/read-settings.ts';
import s from '../Setup.module.css';
import { useEndSetup } from '../setup.queries.ts';
import { BackupCard, MailCard } from './ChecksCards.tsx';
import './setup.texts.ts';

const steps = ['registration', 'identity', 'help', 'mails', 'backup'] as const;
type Step = (typeof steps)[number];

/**
 * Asks for the first settings, step by step; each step may be skipped.
 * @param unsaved whether a card of the step has unsaved changes, as the `UnsavedScope` around it reports
 */
export function SetupSteps({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('setup');
  const [at, setAt] = useState(0);
  const end = useEndSetup();
  const navigate = useNavigate();
  const top = useRef<HTMLDivElement>(null);
  const step = steps[at] as Step;
  const isLast = at === steps.length - 1;

  async function go(to: number) {
    if (unsaved && !(await confirmLoss())) return;
    setAt(to);
    top.current?.focus();
  }

  async function finish() {
    if (unsaved && !(await confirmLoss())) return;
    await end.mutateAsync();
    alerts.success(t('done'));
    await navigate(paths.personal('admin'), { replace: true });
  }

  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <div ref={top} className={s.steps} tabIndex={-1}>
        <p className={s.at} role="status">
          {t('step', { n: at + 1, count: steps.length })} · <strong>{t(`steps.${step}`)}</strong>
        </p>
        <ol className={s.track} aria-hidden="true">
          {steps.map((name, n) => (
            <li key={name} data-done={n <= at || undefined} />
          ))}
        </ol>
        <StepCard key={step} step={step} />
        <div className={s.footer}>
          <Button variant="ghost" onClick={finish}>
            {t('leave')}
          </Button>
          <span className={s.buttons}>
            {at > 0 && (
              <Button variant="secondary" onClick={() => go(at - 1)}>
                {t('back')}
              </Button>
            )}
            <Button onClick={() => (isLast ? finish() : go(at + 1))}>{t(isLast ? 'finish' : 'next')}</Button>
          </span>
        </div>
      </div>
    </Section>
  );
}

function StepCard({ step }: { step: Step }) {
  const { data } = useReadSettings();
  const hasProviders = useSocialProviders().length > 0;
  switch (step) {
    case 'registration':
      return <RegistrationCard hasProviders={hasProviders} />;
    case 'identity':
      return data ? <IdentityCard read={data} /> : null;
    case 'help':
      return data ? <HelpCard read={data} /> : null;
    case 'mails':
      return <MailCard />;
    case 'backup':
      return <BackupCard />;
  }
}

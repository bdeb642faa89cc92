import { limits } from '@palabre/common/contract/fields.ts';
import type { Registration } from '@palabre/common/contract/people/registration.ts';
import { registrationChoices } from '@palabre/common/rules/people/registration.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Field, TextAreaField } from '../../../../ui/fields/Field.tsx';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { useEdited } from '../../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../../ui/pages/FormCard.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useChooseRegistration, useRegistration } from './registration.queries.ts';
import './registration.texts.ts';

interface Draft extends Omit<Registration, 'domains'> {
  domains: string;
}

const draftOf = ({ domains, ...rest }: Registration): Draft => ({ ...rest, domains: domains.join(', ') });
const domainsIn = (typed: string): string[] => typed.split(/[\s,;@]+/).filter(Boolean);

/**
 * Chooses who may register.
 * @param hasProviders whether a login provider is configured; undefined while unknown
 */
export function RegistrationCard({ hasProviders }: { hasProviders: boolean | undefined }) {
  const { t } = useTranslation('registration', { keyPrefix: 'admin' });
  const { data: saved } = useRegistration();
  const { edited, setEdited, save } = useEdited<Draft>();
  const choose = useChooseRegistration();
  if (!saved) return null;
  const draft = edited ?? draftOf(saved);
  const change = (changes: Partial<Draft>) => setEdited({ ...draft, ...changes });

  async function submit() {
    const domains = draft.who === 'domains' ? domainsIn(draft.domains) : [];
    await save(() => choose.mutateAsync({ ...draft, domains }), t('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={t('save')} unsaved={edited !== null} onSubmit={submit}>
      <RadioCards
        label={t('who')}
        value={draft.who}
        onChange={who => change({ who })}
        options={registrationChoices.map(value => ({
          value,
          title: t(`choices.${value}.title`),
          text: t(`choices.${value}.text`),
        }))}
      />
      {draft.who === 'provider' && hasProviders === false && <Note tone="warning">{t('noProvider')}</Note>}
      {draft.who === 'domains' && (
        <Field
          label={t('domains')}
          name="domains"
          hint={t('domainsHint')}
          placeholder={t('domainsPlaceholder')}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.domains}
          onChange={({ target }) => change({ domains: target.value })}
        />
      )}
      {draft.who !== 'everybody' && (
        <TextAreaField
          label={t('text')}
          name="text"
          hint={t('textHint')}
          maxLength={limits.registrationText}
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      )}
    </FormCard>
  );
}

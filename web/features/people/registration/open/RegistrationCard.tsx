import { limits } from '@palabre/common/contract/fields.ts';
import type { Registration } from '@palabre/common/contract/people/registration.ts';
import { registrationChoices } from '@palabre/common/rules/people/registration.ts';
import { useEffect } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Field, TextAreaField } from '../../../../ui/fields/Field.tsx';
import { Form } from '../../../../ui/fields/Form.tsx';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { useEdited } from '../../../../ui/fields/useEdited.ts';
import { Note } from '../../../../ui/pages/Note.tsx';
import { CardFooter, Subject } from '../../../../ui/pages/Section.tsx';
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
 * @param onUnsaved called with whether there are unsaved changes, where the page asks before it loses them
 */
export function RegistrationCard({
  hasProviders,
  onUnsaved,
}: {
  hasProviders: boolean | undefined;
  onUnsaved?: (unsaved: boolean) => void;
}) {
  const { t } = useTranslation('registration', { keyPrefix: 'admin' });
  const { data: saved } = useRegistration();
  const { edited, setEdited, save } = useEdited<Draft>();
  const choose = useChooseRegistration();
  const unsaved = edited !== null;
  useEffect(() => {
    onUnsaved?.(unsaved);
    return () => onUnsaved?.(false);
  }, [unsaved, onUnsaved]);
  if (!saved) return null;
  const draft = edited ?? draftOf(saved);
  const change = (changes: Partial<Draft>) => setEdited({ ...draft, ...changes });

  async function submit() {
    const domains = draft.who === 'domains' ? domainsIn(draft.domains) : [];
    await save(() => choose.mutateAsync({ ...draft, domains }), t('saved'));
  }

  return (
    <Form onSubmit={submit} unsaved={unsaved}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={!unsaved}>
              {t('save')}
            </Button>
          </CardFooter>
        }
      >
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
      </Subject>
    </Form>
  );
}

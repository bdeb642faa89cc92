import { limits } from '@palabre/common/contract/fields.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { TextAreaField } from '../../../ui/fields/Field.tsx';
import { Form, hasIssues } from '../../../ui/fields/Form.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import { useCharter, useSetCharter } from './disconnection.queries.ts';

/** Writes the charter of disconnection, which everyone reads in their profile. */
export function CharterForm() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'charter' });
  const { data: charter } = useCharter();
  const [edited, setEdited] = useState<string | null>(null);
  const save = useSetCharter();

  async function submit() {
    try {
      await save.mutateAsync(edited ?? '');
    } catch (cause) {
      if (!hasIssues(cause)) tellFailure(cause);
      throw cause;
    }
    setEdited(null);
    alerts.success(t('saved'));
  }

  if (charter === undefined) return null;
  return (
    <Form onSubmit={submit} unsaved={edited !== null}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={edited === null}>
              {t('save')}
            </Button>
          </CardFooter>
        }
      >
        <TextAreaField
          label={t('text')}
          name="text"
          rows={8}
          maxLength={limits.charter}
          value={edited ?? charter?.text ?? ''}
          onChange={({ target }) => setEdited(target.value)}
        />
      </Subject>
    </Form>
  );
}

import { limits } from '@palabre/common/contract/fields.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { TextAreaField } from '../../../ui/fields/Field.tsx';
import { useEdited } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import { useCharter, useSetCharter } from './disconnection.queries.ts';

/** Writes the charter of disconnection, which everyone reads in their profile. */
export function CharterForm() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'charter' });
  const { data: charter } = useCharter();
  const { edited, setEdited, save } = useEdited<string>();
  const request = useSetCharter();

  async function submit() {
    await save(() => request.mutateAsync(edited ?? ''), t('saved'));
  }

  if (charter === undefined) return null;
  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={t('save')} unsaved={edited !== null} onSubmit={submit}>
      <TextAreaField
        label={t('text')}
        name="text"
        rows={8}
        maxLength={limits.charter}
        value={edited ?? charter?.text ?? ''}
        onChange={({ target }) => setEdited(target.value)}
      />
    </FormCard>
  );
}

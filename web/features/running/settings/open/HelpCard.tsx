import { limits } from '@palabre/common/contract/fields.ts';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { EmailField } from '../../../../ui/fields/EmailField.tsx';
import { Field, TextAreaField } from '../../../../ui/fields/Field.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { FormCard } from '../../../../ui/pages/FormCard.tsx';
import s from '../Settings.module.css';
import { useSettingsCard } from '../useSettingsCard.ts';
import type { CardProps } from './card-props.ts';

interface Link {
  label: string;
  url: string;
}

/** Sets the address for help, the legal notice and the links of the sign-in page. */
export function HelpCard(card: CardProps) {
  const { settings } = card.read;
  const { t } = useTranslation('placeSettings', { keyPrefix: 'help' });
  const { form, frame, save } = useSettingsCard(
    {
      supportEmail: settings.supportEmail ?? '',
      legalNotice: settings.legalNotice ?? '',
      links: settings.links ?? ([] as Link[]),
    },
    card,
  );
  const { draft } = form;

  async function submit() {
    const { supportEmail, legalNotice, links } = form.touched;
    const kept = links?.filter(({ label, url }) => label.trim() || url.trim());
    const changes = {
      ...(supportEmail !== undefined && { supportEmail: supportEmail.trim() || null }),
      ...(legalNotice !== undefined && { legalNotice: legalNotice.trim() || null }),
      ...(kept && { links: kept.length > 0 ? kept : null }),
    };
    await save(changes);
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} {...frame} onSubmit={submit}>
      <EmailField
        label={t('supportEmail')}
        name="supportEmail"
        hint={t('supportEmailHint')}
        autoComplete="off"
        value={draft.supportEmail}
        onChange={({ target }) => form.change({ supportEmail: target.value })}
      />
      <TextAreaField
        label={t('legalNotice')}
        name="legalNotice"
        hint={t('legalNoticeHint')}
        rows={5}
        maxLength={limits.legalNotice}
        value={draft.legalNotice}
        onChange={({ target }) => form.change({ legalNotice: target.value })}
      />
      <Links links={draft.links} onChange={links => form.change({ links })} />
    </FormCard>
  );
}

/** Edits the links, each a text and an address. */
function Links({ links, onChange }: { links: readonly Link[]; onChange: (links: Link[]) => void }) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'help' });
  const change = (at: number, part: Partial<Link>) =>
    onChange(links.map((link, n) => (n === at ? { ...link, ...part } : link)));
  return (
    <fieldset className={s.links} aria-label={t('links')}>
      <p className={s.linksLabel}>{t('links')}</p>
      <p className={s.linksHint}>{t('linksHint')}</p>
      {links.map((link, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link's only identity is its index.
        <div className={s.link} key={n}>
          <Field
            label={t('label', { n: n + 1 })}
            hideLabel
            placeholder={t('labelShort')}
            maxLength={limits.linkLabel}
            autoComplete="off"
            value={link.label}
            onChange={({ target }) => change(n, { label: target.value })}
          />
          <Field
            label={t('url', { n: n + 1 })}
            hideLabel
            name={n === 0 ? 'links' : undefined}
            placeholder="https://"
            maxLength={limits.link}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={link.url}
            onChange={({ target }) => change(n, { url: target.value })}
          />
          <IconButton label={t('remove', { n: n + 1 })} onClick={() => onChange(links.filter((_, at) => at !== n))}>
            <X />
          </IconButton>
        </div>
      ))}
      {links.length < limits.placeLinks && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus />}
          onClick={() => onChange([...links, { label: '', url: '' }])}
        >
          {t('add')}
        </Button>
      )}
    </fieldset>
  );
}

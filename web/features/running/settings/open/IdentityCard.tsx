import { limits } from '@palabre/common/contract/fields.ts';
import { paletteOf, type Tones } from '@palabre/common/rules/running/accent.ts';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { onceSaved } from '../../../../ui/fields/edits.ts';
import { Field } from '../../../../ui/fields/Field.tsx';
import { logoPreview, PicturePicker } from '../../../../ui/fields/PicturePicker.tsx';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import { orTell } from '../../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../../ui/pages/FormCard.tsx';
import { Logo } from '../../../../ui/pages/Logo.tsx';
import s from '../Settings.module.css';
import { useChangeLogo, useChangeSettings, useSettingsDraft } from '../settings.queries.ts';
import type { CardProps } from './card-props.ts';

/** Accent that the field begins with: that of Palabre. */
const firstAccent = '#1d6a51';
const isColour = (typed: string) => /^#[0-9a-f]{6}$/i.test(typed.trim());

/** Sets the name, the logo and the colour of the place. */
export function IdentityCard({ read: { settings, version } }: CardProps) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'identity' });
  const { t: common } = useTranslation('placeSettings');
  const saved = { name: settings.name ?? '', accent: settings.accent, logo: settings.logo };
  const form = useSettingsDraft(saved, version);
  const [picture, setPicture] = useState<File | null>(null);
  const change = useChangeSettings();
  const changeLogo = useChangeLogo();
  const { draft } = form;
  const unsaved = form.unsaved || picture !== null;
  const accentWrong = accentError(draft.accent);

  async function submit() {
    if (accentWrong) return;
    const { name, accent, logo } = form.touched;
    const changes = {
      ...(name !== undefined && { name: name.trim() || null }),
      ...(accent !== undefined && { accent: accent?.trim() ?? null }),
      ...(logo === null && !picture && { logo: null }),
    };
    const hasChanges = Object.keys(changes).length > 0;
    await orTell(async () => {
      let seen = form.version;
      if (hasChanges) {
        seen = (await change.mutateAsync({ version: seen, ...changes }).catch(form.refused)).version;
        // A logo that is refused is then sent again alone.
        form.reset();
      }
      if (picture) await changeLogo.mutateAsync({ version: seen, image: picture }).catch(form.refused);
    });
    if (!hasChanges) form.reset();
    setPicture(onceSaved(picture, null));
    alerts.success(common('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={common('save')} unsaved={unsaved} onSubmit={submit}>
      <Field
        label={t('name')}
        name="name"
        hint={t('nameHint')}
        maxLength={limits.placeName}
        placeholder="Palabre"
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => form.change({ name: target.value })}
      />
      <PicturePicker
        label={t('logo')}
        hint={t('logoHint')}
        picture={picture}
        onChange={setPicture}
        onRemoveKept={draft.logo ? () => form.change({ logo: null }) : undefined}
        fileName="logo.png"
        shape="squircle"
        preview={src => <LogoPreview src={src ?? draft.logo} />}
      />
      <Switch
        label={t('accentOn')}
        hint={t('accentOnHint')}
        checked={draft.accent !== null}
        onChange={on => form.change({ accent: on ? (settings.accent ?? firstAccent) : null })}
      />
      {draft.accent !== null && (
        <>
          <Field
            label={t('accent')}
            name="accent"
            hint={t('accentExample')}
            error={accentWrong && t(accentWrong)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.accent}
            icon={
              <input
                type="color"
                className={s.well}
                aria-label={t('accent')}
                value={isColour(draft.accent) ? draft.accent.trim().toLowerCase() : firstAccent}
                onChange={({ target }) => form.change({ accent: target.value })}
              />
            }
            onChange={({ target }) => form.change({ accent: target.value })}
          />
          <Preview accent={draft.accent.trim()} />
        </>
      )}
    </FormCard>
  );
}

/** Returns the error of a typed colour; null without one. */
function accentError(accent: string | null): 'accentWrong' | 'accentLight' | null {
  if (accent === null) return null;
  if (!isColour(accent)) return 'accentWrong';
  return paletteOf(accent.trim()) ? null : 'accentLight';
}

function LogoPreview({ src }: { src: string | null }) {
  return (
    <span className={s.logo} style={{ width: logoPreview, height: logoPreview }}>
      {src ? <img src={src} alt="" width={logoPreview} height={logoPreview} /> : <Logo size={48} />}
    </span>
  );
}

/** Shows a button and a link in both themes, whichever the page has. */
function Preview({ accent }: { accent: string }) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'identity' });
  const palette = isColour(accent) ? paletteOf(accent) : null;
  if (!palette) return null;
  return (
    <fieldset className={s.preview} aria-label={t('preview')}>
      {(['light', 'dark'] as const).map(theme => (
        <Sample key={theme} theme={theme} tones={palette[theme]} />
      ))}
    </fieldset>
  );
}

function Sample({ theme, tones }: { theme: 'light' | 'dark'; tones: Tones }) {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'identity' });
  const colours = { '--brand': tones.brand, '--on-brand': tones.onBrand, '--brand-soft': tones.brandSoft };
  return (
    <div className={s.sample} data-theme={theme} style={colours as CSSProperties}>
      <span className={s.sampleName}>{t(theme)}</span>
      <span className={s.sampleButton}>{t('sample')}</span>
      <span className={s.sampleLink}>{t('sampleLink')}</span>
    </div>
  );
}

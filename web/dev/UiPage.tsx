import { useState } from 'react';
import { useTheme } from '../platform/theme.ts';
import { currentLanguage, setLanguage } from '../platform/words/i18n.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Switch } from '../ui/fields/Switch.tsx';
import { Wordmark } from '../ui/pages/Logo.tsx';
import { ButtonParts } from './ButtonParts.tsx';
import { FeedbackParts } from './FeedbackParts.tsx';
import { FormParts } from './FormParts.tsx';
import { FoundationParts } from './FoundationParts.tsx';
import { IdentityParts } from './IdentityParts.tsx';
import { OverlayParts } from './OverlayParts.tsx';
import s from './UiPage.module.css';

/** Every part of the design system in all its states, in development only. */
export function UiPage() {
  const { choice, setTheme } = useTheme();
  const [language, setShown] = useState(currentLanguage);
  return (
    <div className={s.page}>
      <header className={s.header}>
        <Wordmark size={32} tone="page" />
        <Button
          variant="ghost"
          size="sm"
          onClick={() => void setLanguage(language === 'fr' ? 'en' : 'fr').then(() => setShown(currentLanguage()))}
        >
          {language === 'fr' ? 'English' : 'Français'}
        </Button>
        <Switch label="Sombre" checked={choice === 'dark'} onChange={dark => setTheme(dark ? 'dark' : 'light')} />
      </header>
      <main className={s.main}>
        <h1>Les pièces de Palabre</h1>
        <p className={s.lead}>Chaque pièce de l’interface, dans tous ses états, en clair et en sombre.</p>
        <ButtonParts />
        <FormParts />
        <IdentityParts />
        <OverlayParts />
        <FeedbackParts />
        <FoundationParts />
      </main>
    </div>
  );
}

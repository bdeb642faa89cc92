import Hash from 'lucide-react/icons/hash';
import Lock from 'lucide-react/icons/lock';
import Search from 'lucide-react/icons/search';
import Shield from 'lucide-react/icons/shield';
import { useState } from 'react';
import { Button } from '../ui/fields/Button.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { CropDialog } from '../ui/fields/CropDialog.tsx';
import { Field, TextAreaField } from '../ui/fields/Field.tsx';
import { FileButton } from '../ui/fields/FileButton.tsx';
import { PasswordField } from '../ui/fields/PasswordField.tsx';
import { RadioCards } from '../ui/fields/RadioCards.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Switch } from '../ui/fields/Switch.tsx';
import { Kbd } from '../ui/marks/Kbd.tsx';
import { Divider } from '../ui/pages/Divider.tsx';
import s from './UiPage.module.css';

const visibilities = [
  { value: 'public', title: 'Public', text: 'Tous les membres le voient et y écrivent.', icon: <Hash /> },
  { value: 'protected', title: 'Protégé', text: 'Tous le voient, certains y écrivent.', icon: <Shield /> },
  { value: 'private', title: 'Privé', text: 'Seules les personnes choisies le voient.', icon: <Lock /> },
] as const;

const languages = [
  { value: 'fr', label: 'Français' },
  { value: 'en', label: 'English' },
  { value: 'br', label: 'Brezhoneg (bientôt)', disabled: true },
] as const;

export function FormParts() {
  const [visibility, setVisibility] = useState<'public' | 'protected' | 'private'>('public');
  const [language, setLanguage] = useState<'fr' | 'en' | 'br'>('fr');
  const [on, setOn] = useState(true);
  const [picture, setPicture] = useState<File | null>(null);
  const [cropped, setCropped] = useState<string | null>(null);
  return (
    <section className={s.section}>
      <h2>Formulaires</h2>
      <div className={s.grid}>
        <div className={s.stack}>
          <Field label="E-mail" type="email" defaultValue="camille@atelier-tilleul.fr" required />
          <PasswordField
            label="Mot de passe"
            defaultValue="motdepasse"
            aside={<a href="#formulaires">Mot de passe oublié{'\u202f'}?</a>}
          />
          <Button size="lg" block>
            Se connecter
          </Button>
          <Divider>ou</Divider>
          <Button size="lg" variant="secondary" block>
            Google
          </Button>
        </div>
        <div className={s.stack}>
          <Field label="Nom du salon" placeholder="chantier-lyon" hint="Sans espace ni majuscule." />
          <Field label="Prénom" defaultValue="C" error="Le prénom compte au moins deux lettres." />
          <Field label="E-mail" defaultValue="camille@atelier-tilleul.fr" readOnly hint="Il ne se change pas." />
          <Field label="Poste" disabled defaultValue="Cheffe de projet" />
          <Field
            label="Rechercher"
            hideLabel
            size="md"
            icon={<Search />}
            placeholder="Rechercher"
            end={<Kbd keys="Ctrl K" />}
          />
          <TextAreaField
            label="Description"
            defaultValue="Architecture et réhabilitation : chantiers, appels d’offres."
          />
        </div>
        <div className={s.stack}>
          <Select label="Langue" options={languages} value={language} onChange={setLanguage} />
          <Select label="Salon des messages système" options={languages} value={undefined} onChange={() => undefined} />
          <Select label="Langue" options={languages} value="fr" onChange={() => undefined} disabled />
          <Checkbox label="Se souvenir de moi" checked={on} onChange={setOn} hint="Sur cet appareil seulement." />
          <Checkbox label="Non coché" checked={false} onChange={() => undefined} />
          <Checkbox label="Désactivé" checked disabled onChange={() => undefined} />
          <Switch label="Sons" hint="Un son à chaque message direct." checked={on} onChange={setOn} />
          <Switch label="Notifications par e-mail" checked={false} onChange={() => undefined} />
          <Switch label="Désactivé" checked disabled onChange={() => undefined} />
        </div>
        <div className={s.stack}>
          <RadioCards label="Visibilité" options={visibilities} value={visibility} onChange={setVisibility} />
        </div>
        <div className={s.stack}>
          <FileButton accept="image/*" onFiles={([file]) => setPicture(file ?? null)}>
            Choisir et recadrer une image
          </FileButton>
          {cropped && <img src={cropped} alt="Résultat" width={100} height={100} style={{ borderRadius: '50%' }} />}
          <CropDialog
            file={picture}
            onCancel={() => setPicture(null)}
            onCrop={file => {
              setCropped(URL.createObjectURL(file));
              setPicture(null);
            }}
          />
        </div>
      </div>
    </section>
  );
}

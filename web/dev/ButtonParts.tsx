import ArrowRight from 'lucide-react/icons/arrow-right';
import Inbox from 'lucide-react/icons/inbox';
import Pin from 'lucide-react/icons/pin';
import Plus from 'lucide-react/icons/plus';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import { Button, type ButtonVariant } from '../ui/fields/Button.tsx';
import { FileButton } from '../ui/fields/FileButton.tsx';
import { IconButton } from '../ui/fields/IconButton.tsx';
import s from './UiPage.module.css';

const variants: { variant: ButtonVariant; text: string }[] = [
  { variant: 'primary', text: 'Créer un salon' },
  { variant: 'secondary', text: 'Annuler' },
  { variant: 'soft', text: 'Rejoindre' },
  { variant: 'outline', text: 'Entrer un code d’invitation' },
  { variant: 'ghost', text: 'Plus tard' },
  { variant: 'danger', text: 'Supprimer le serveur' },
  { variant: 'danger-ghost', text: 'Quitter' },
];

export function ButtonParts() {
  return (
    <section className={s.section}>
      <h2>Boutons</h2>
      <div className={s.stack}>
        {(['lg', 'md', 'sm'] as const).map(size => (
          <div key={size} className={s.row}>
            {variants.map(({ variant, text }) => (
              <Button key={variant} variant={variant} size={size}>
                {text}
              </Button>
            ))}
          </div>
        ))}
        <div className={s.row}>
          <Button iconEnd={<Send />}>Envoyer</Button>
          <Button variant="secondary" icon={<Plus />}>
            Inviter
          </Button>
          <Button loading>Se connecter</Button>
          <Button variant="secondary" loading>
            Enregistrer
          </Button>
          <Button disabled>Se connecter</Button>
          <Button variant="secondary" disabled>
            Précédent
          </Button>
          <Button variant="danger" disabled>
            Supprimer
          </Button>
          <Button asChild variant="soft">
            <a href="#boutons">
              Un lien <ArrowRight />
            </a>
          </Button>
          <FileButton accept="image/*" onFiles={() => undefined} icon={<Plus />}>
            Modifier le logo
          </FileButton>
        </div>
        <div className={s.row}>
          <IconButton label="Messages épinglés">
            <Pin />
          </IconButton>
          <IconButton label="Boîte de réception">
            <Inbox />
          </IconButton>
          <IconButton label="Membres" active aria-pressed>
            <Users />
          </IconButton>
          <IconButton label="Ajouter" size="sm">
            <Plus />
          </IconButton>
          <IconButton label="Ajouter" size="lg" shortcut="Ctrl K">
            <Plus />
          </IconButton>
          <IconButton label="Supprimer" tone="danger">
            <Trash2 />
          </IconButton>
          <IconButton label="Épingler" disabled>
            <Pin />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

import Bell from 'lucide-react/icons/bell';
import Copy from 'lucide-react/icons/copy';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Settings from 'lucide-react/icons/settings';
import Trash2 from 'lucide-react/icons/trash';
import User from 'lucide-react/icons/user';
import { useState } from 'react';
import { alerts } from '../ui/alerts/alerts.ts';
import { confirm, notice, prompt } from '../ui/dialogs/dialogs.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { Tabs } from '../ui/lists/Tabs.tsx';
import { Avatar, StatusDot } from '../ui/marks/Avatar.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { ContextMenu, Menu, type MenuEntry } from '../ui/overlays/Menu.tsx';
import { Popover } from '../ui/overlays/Popover.tsx';
import { Tooltip } from '../ui/overlays/Tooltip.tsx';
import s from './UiPage.module.css';

const profileMenu: MenuEntry[] = [
  { label: 'Paramètres', icon: <Settings />, shortcut: 'Ctrl ,' },
  { label: 'Profil', icon: <User /> },
  {
    label: 'Status',
    icon: <StatusDot status="online" />,
    items: [
      { label: 'En ligne', icon: <StatusDot status="online" />, checked: true },
      { label: 'Absent', icon: <StatusDot status="away" />, checked: false },
      { label: 'Occupé', icon: <StatusDot status="busy" />, checked: false },
    ],
  },
  { label: 'Notifications', icon: <Bell />, disabled: true },
  'separator',
  { label: 'Déconnexion', icon: <LogOut />, danger: true },
];

const messageMenu: MenuEntry[] = [
  { heading: 'Message' },
  { label: 'Modifier', icon: <Pencil /> },
  { label: 'Épingler', icon: <Pin /> },
  { label: 'Copier', icon: <Copy />, shortcut: 'Ctrl C' },
  'separator',
  { label: 'Supprimer', icon: <Trash2 />, danger: true },
];

async function askCode() {
  const values = await prompt({
    title: 'Rejoindre un Workspace',
    fields: [{ name: 'code', label: 'Code d’invitation', placeholder: 'ABCD1234' }],
    confirmLabel: 'Rejoindre',
    validate: ({ code }) => (code.length < 8 ? 'Le code compte huit caractères.' : null),
  });
  if (values) alerts.success(`Code ${values.code}`);
}

async function askDeletion() {
  const sure = await confirm({
    title: 'Êtes-vous sûr ?',
    text: 'Cette action est irréversible !',
    confirmLabel: 'Oui, supprimer',
    danger: true,
  });
  if (sure) alerts.success('Salon supprimé');
}

export function OverlayParts() {
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<'users' | 'banned'>('users');
  return (
    <section className={s.section}>
      <h2>Dialogues, menus, onglets</h2>
      <div className={s.stack}>
        <div className={s.row}>
          <Button onClick={() => setOpen(true)}>Dialogue</Button>
          <Button variant="secondary" onClick={() => void askDeletion()}>
            Confirmation
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              void notice({ title: 'Modifié !', text: 'Le nom du salon a été mis à jour.', type: 'success' })
            }
          >
            Annonce
          </Button>
          <Button variant="secondary" onClick={() => void askCode()}>
            Question
          </Button>
          <Menu
            items={profileMenu}
            width={260}
            header={
              <span className={s.person}>
                <Avatar id="u1" firstName="Camille" lastName="Moreau" status="online" />
                <span>
                  <b>Camille Moreau</b>
                  <small>camille@atelier-tilleul.fr</small>
                </span>
              </span>
            }
          >
            <Button variant="secondary">Menu</Button>
          </Menu>
          <Popover label="Fiche de Camille" width={280} trigger={<Button variant="secondary">Fiche</Button>}>
            <span className={s.person}>
              <Avatar id="u1" firstName="Camille" lastName="Moreau" size={48} status="busy" />
              <span>
                <b>Camille Moreau</b>
                <small>Cheffe de projet</small>
              </span>
            </span>
          </Popover>
          <Tooltip label="Chercher partout" shortcut="Ctrl K">
            <Button variant="ghost">Infobulle</Button>
          </Tooltip>
        </div>
        <div className={s.grid}>
          <ContextMenu items={() => messageMenu}>
            <div className={s.target}>Clic droit ou appui long ici</div>
          </ContextMenu>
          <Tabs
            label="Administration"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'users', label: 'Utilisateurs & Signalements', count: 48, content: 'Camille, Karim, Léonie…' },
              { value: 'banned', label: 'Utilisateurs bannis', content: 'Aucun utilisateur banni.' },
            ]}
          />
        </div>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Créer un workspace"
        description="Un lieu pour votre équipe, ses salons et ses membres."
        onSubmit={() => setOpen(false)}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Annuler
            </Button>
            <Button type="submit">Créer</Button>
          </>
        }
      >
        <Field label="Nom" placeholder="Atelier Tilleul" required />
        <Field label="Mots-clés" hint="Séparés par des virgules." />
      </Dialog>
    </section>
  );
}

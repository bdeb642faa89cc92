import { Avatar, type AvatarStatus, StatusDot } from '../ui/marks/Avatar.tsx';
import { Badge, Tag } from '../ui/marks/Badge.tsx';
import { Kbd } from '../ui/marks/Kbd.tsx';
import { Logo, Wordmark } from '../ui/pages/Logo.tsx';
import s from './UiPage.module.css';

const people: { id: string; firstName: string; lastName: string; job: string; status: AvatarStatus }[] = [
  { id: 'u1', firstName: 'Camille', lastName: 'Moreau', job: 'Cheffe de projet', status: 'online' },
  { id: 'u22', firstName: 'Léonie', lastName: 'Dubreuil', job: 'Ingénieure structure', status: 'busy' },
  { id: 'u3', firstName: 'Karim', lastName: 'Benali', job: 'Conducteur de travaux', status: 'away' },
  { id: 'u4', firstName: 'Yann', lastName: 'Riou', job: 'Économiste', status: 'offline' },
];
const ids = Array.from({ length: 24 }, (_, index) => `id-${index}`);
const portrait = '/icon-192.png';

export function IdentityParts() {
  return (
    <section className={s.section}>
      <h2>Identité</h2>
      <div className={s.stack}>
        <div className={s.row} style={{ '--surface': 'var(--canvas)' } as React.CSSProperties}>
          {people.map(person => (
            <span key={person.id} className={s.person}>
              <Avatar {...person} />
              <span>
                <b>
                  {person.firstName} {person.lastName}
                </b>
                <small>{person.job}</small>
              </span>
            </span>
          ))}
        </div>
        <div className={s.row} style={{ '--surface': 'var(--canvas)' } as React.CSSProperties}>
          {[24, 32, 36, 48, 60, 100].map(size => (
            <Avatar key={size} id="u1" firstName="Camille" lastName="Moreau" size={size} status="online" />
          ))}
          <Avatar id="u3" firstName="Karim" lastName="Benali" size={100} shape="round" status="away" />
          <Avatar id="u5" src={portrait} size={60} />
          <Avatar id="u6" src="/absente.png" firstName="Hélène" lastName="Nguyen" size={60} />
          <Avatar id="u7" size={60} />
          <Avatar id="w3" title="École du Code" size={60} />
        </div>
        <div className={s.row}>
          {ids.map(id => (
            <Avatar key={id} id={id} firstName="A" lastName="B" size={32} />
          ))}
        </div>
        <div className={s.row}>
          <Badge count={3} label="3 messages non lus" />
          <Badge count={1204} label="1 204 messages non lus" />
          <Badge count={12} tone="neutral" />
          <Badge count={2} tone="danger" />
          <Tag>architecture</Tag>
          <Tag tone="brand">Vérifié</Tag>
          <Tag tone="accent">Non vérifié</Tag>
          <Kbd keys="Ctrl K" />
          <Kbd keys="Alt Maj ↑" />
          {(['online', 'away', 'busy', 'offline'] as const).map(status => (
            <StatusDot key={status} status={status} />
          ))}
        </div>
        <div className={s.bar}>
          <Wordmark />
          <Logo size={38} />
          <Avatar id="w2" title="Maison Rivière" size={60} />
          <Avatar id="w1" title="Atelier Tilleul" size={60} status="online" />
        </div>
      </div>
    </section>
  );
}

import { CharterForm } from '../CharterForm.tsx';
import { DefaultsCard } from '../DefaultsCard.tsx';
import s from '../Disconnection.module.css';
import { ReportsCard } from '../ReportsCard.tsx';
import './disconnection.texts.ts';

/** Shows « Déconnexion » to administrators: default hours, the charter, the numbers of each month. */
export function DisconnectionTab() {
  return (
    <div className={s.tab}>
      <DefaultsCard />
      <CharterForm />
      <ReportsCard />
    </div>
  );
}

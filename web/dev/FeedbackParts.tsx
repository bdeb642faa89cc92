import WifiOff from 'lucide-react/icons/wifi-off';
import { alerts } from '../ui/alerts/alerts.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../ui/lists/Skeleton.tsx';
import { Spinner } from '../ui/marks/Spinner.tsx';
import { Banner } from '../ui/pages/Banner.tsx';
import { Divider } from '../ui/pages/Divider.tsx';
import { EmptyState } from '../ui/pages/EmptyState.tsx';
import {
  DoorIllustration,
  LostIllustration,
  SearchIllustration,
  TalkIllustration,
} from '../ui/pages/illustrations.tsx';
import s from './UiPage.module.css';

export function FeedbackParts() {
  return (
    <section className={s.section}>
      <h2>Retours et attentes</h2>
      <div className={s.stack}>
        <div className={s.row}>
          <Button variant="secondary" onClick={() => alerts.success('Salon créé')}>
            Succès
          </Button>
          <Button variant="secondary" onClick={() => alerts.error('Une erreur est survenue')}>
            Erreur
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              alerts.warning('Votre session expire dans cinq minutes\u202f: enregistrez ce que vous écrivez.')
            }
          >
            Attention
          </Button>
          <Button variant="secondary" onClick={() => alerts.info('Code copié dans le presse-papiers')}>
            Information
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              alerts.info(
                '<b>Léonie</b> vous invite dans <a href="/workspaces">Atelier Tilleul</a><script>1</script>',
                {
                  isHtmlMessage: true,
                },
              )
            }
          >
            En HTML
          </Button>
          <Spinner />
          <Spinner size={28} />
        </div>
        <div className={s.card}>
          <Banner
            tone="warning"
            icon={<WifiOff />}
            action={
              <Button size="sm" variant="ghost">
                Réessayer
              </Button>
            }
          >
            Connexion perdue. Nouvel essai…
          </Banner>
          <Banner tone="success">Vous êtes de nouveau en ligne.</Banner>
          <Banner tone="danger">Le serveur ne répond pas.</Banner>
          <Banner>Une nouvelle version est prête.</Banner>
        </div>
        <div className={s.stack}>
          <Divider>Aujourd'hui</Divider>
          <Divider tone="new">Nouveaux messages</Divider>
        </div>
        <SkeletonGroup className={s.stack}>
          {[62, 84, 45].map(width => (
            <span key={width} className={s.row}>
              <Skeleton width={36} height={36} radius={11} />
              <span className={s.stack} style={{ flex: 1, gap: 8 }}>
                <Skeleton width={140} height={12} />
                <Skeleton width={`${width}%`} height={12} />
              </span>
            </span>
          ))}
        </SkeletonGroup>
        <div className={s.grid}>
          <div className={s.card}>
            <EmptyState
              illustration={<TalkIllustration />}
              title="Aucun message à afficher"
              text="Dites bonjour, posez une question, partagez un plan."
              action={<Button>Écrire un message</Button>}
            />
          </div>
          <div className={s.card}>
            <EmptyState
              illustration={<DoorIllustration />}
              title="Aucun workspace"
              text="Créez le vôtre ou entrez avec un code d’invitation."
              action={<Button>Créer un workspace</Button>}
            />
          </div>
          <div className={s.card}>
            <EmptyState
              illustration={<SearchIllustration />}
              title="Rien de ce nom"
              text="Essayez un mot plus court, ou cherchez partout."
              action={<Button variant="soft">Effacer la recherche</Button>}
            />
          </div>
          <div className={s.card}>
            <EmptyState
              illustration={<LostIllustration />}
              title="Cette page n’existe pas"
              action={<Button variant="secondary">Retour</Button>}
            />
          </div>
          <div className={s.card}>
            <EmptyState
              compact
              title="Aucun salon"
              text="Créez le premier."
              action={
                <Button size="sm" variant="soft">
                  Créer un salon
                </Button>
              }
            />
          </div>
        </div>
      </div>
    </section>
  );
}

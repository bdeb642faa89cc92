import Volume2 from 'lucide-react/icons/volume-2';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Slider } from '../../../ui/fields/Slider.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { playSound } from './attention/sound.ts';
import s from './Preferences.module.css';
import { usePreferences } from './preferences.store.ts';

/** Sets the sound of new messages and its volume. */
export function Sounds() {
  const { t } = useTranslation('preferences');
  const { sound, volume } = usePreferences();
  const play = () => void playSound(volume);
  return (
    <Subject heading={t('sound.heading')}>
      <Switch
        label={t('sound.label')}
        hint={t('sound.hint')}
        checked={sound}
        onChange={on => usePreferences.setState({ sound: on })}
      />
      <div className={s.volume}>
        <Slider
          label={t('sound.volume')}
          min={0}
          max={100}
          value={volume}
          text={t('sound.percent', { volume })}
          disabled={!sound}
          onChange={next => usePreferences.setState({ volume: next })}
          onChosen={play}
        />
        <Button variant="outline" size="sm" icon={<Volume2 />} disabled={!sound} onClick={play}>
          {t('sound.try')}
        </Button>
      </div>
    </Subject>
  );
}

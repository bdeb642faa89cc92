import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { logFailure } from '../../../platform/device/log.ts';
import { formatNumber } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import s from './Sound.module.css';
import { waveBars, waveformOf } from './waveform.ts';
import './files.texts.ts';

const speeds = [1, 1.25, 1.5, 2];
/** Seconds that an arrow key moves by. */
const stepSeconds = 5;
const evenBars: readonly number[] = Array(waveBars).fill(0.3);

/** Sound being played; playing another pauses it. */
let playing: HTMLAudioElement | null = null;

/** Writes seconds as minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

interface SoundProps {
  file: FileAttachment;
  /** Whether Tab reaches the controls: only in the focused message. */
  reachable: boolean;
}

/** Plays a sound; its waveform is the seek bar. Downloads nothing before playback. */
export function Sound({ file, reachable }: SoundProps) {
  const { t } = useTranslation('attachments');
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const [{ at, length }, setTime] = useState({ at: 0, length: 0 });
  const [speed, setSpeed] = useState(1);
  const [wave, setWave] = useState<readonly number[]>(evenBars);
  const tabIndex = reachable ? 0 : -1;

  useEffect(() => {
    const element = audio.current;
    return () => {
      if (playing === element) playing = null;
    };
  }, []);

  const tell = ({ currentTarget: { currentTime, duration } }: { currentTarget: HTMLAudioElement }) =>
    setTime({ at: currentTime, length: Number.isFinite(duration) ? duration : 0 });

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    if (playing !== element) playing?.pause();
    playing = element;
    element.playbackRate = speed;
    element.play().catch((cause: unknown) => {
      // A pause before the sound has loaded, by its button or by another sound, ends the attempt.
      if ((cause as Error).name !== 'AbortError') setIsBroken(true);
    });
    waveformOf(file)
      .then(drawn => drawn && setWave(drawn))
      .catch((cause: unknown) => logFailure('The waveform cannot be drawn', cause));
  };

  const goTo = (seconds: number) => {
    if (!audio.current || length === 0) return;
    audio.current.currentTime = Math.min(length, Math.max(0, seconds));
    setTime({ at: audio.current.currentTime, length });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: stepSeconds, ArrowLeft: -stepSeconds }[event.key];
    if (by === undefined && event.key !== ' ') return;
    // The list of messages also listens to arrows.
    event.stopPropagation();
    event.preventDefault();
    if (by === undefined) toggle();
    else goTo(at + by);
  };

  const nextSpeed = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };

  const time = length > 0 ? `${clock(at)} / ${clock(length)}` : clock(at);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame of its own.
    <div className={s.player} role="group" aria-label={file.name}>
      {/* biome-ignore lint/a11y/useMediaCaption: people's files have no captions. */}
      <audio
        ref={audio}
        src={file.url}
        preload="none"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={tell}
        onLoadedMetadata={tell}
        onDurationChange={tell}
        onError={() => setIsBroken(true)}
      />
      <button
        type="button"
        className={s.play}
        aria-label={t(isPlaying ? 'pauseSound' : 'playSound')}
        disabled={isBroken}
        tabIndex={tabIndex}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      {isBroken ? (
        <span className={s.broken}>{t('brokenSound')}</span>
      ) : (
        <>
          <span className={s.wave}>
            <Bars wave={wave} done={length > 0 ? at / length : 0} />
            <input
              type="range"
              aria-label={t('position')}
              aria-valuetext={time}
              min={0}
              max={length || 1}
              step="any"
              value={at}
              disabled={length === 0}
              tabIndex={tabIndex}
              onKeyDown={onKeyDown}
              onChange={event => goTo(Number(event.target.value))}
            />
          </span>
          <span className={s.time}>{time}</span>
          <button
            type="button"
            className={s.speed}
            aria-label={t('speed', { speed: formatNumber(speed) })}
            tabIndex={tabIndex}
            onClick={nextSpeed}
          >
            ×{formatNumber(speed)}
          </button>
        </>
      )}
    </div>
  );
}

/** Draws the bars of a waveform; the played bars have another colour. */
function Bars({ wave, done }: { wave: readonly number[]; done: number }) {
  return (
    <svg viewBox={`0 0 ${wave.length * 4 - 2} 28`} preserveAspectRatio="none" aria-hidden="true">
      {wave.map((part, bar) => {
        const height = 3 + part * 25;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar's only identity is its index.
            key={bar}
            x={bar * 4}
            y={(28 - height) / 2}
            width={2}
            height={height}
            rx={1}
            data-heard={bar < done * wave.length || undefined}
          />
        );
      })}
    </svg>
  );
}

/** Sounds given to the page's loudspeaker. */
export const speaker = {
  /** Peak volume of each sound, in the order of play. */
  loudness: [] as number[],
  /** Tones that have begun, by their pitch (zero for an inaudible tone), and how long each lasts. */
  tones: [] as { pitch: number; from: number; lasts: number }[],
  /** Connections, each from one object to another. */
  wires: [] as [object, object][],
  /** Called when the last tone has ended. */
  ended: () => {},
};

/** Forgets all that was played. */
export function clearSpeaker(): void {
  Object.assign(speaker, { loudness: [], tones: [], wires: [], ended: () => {} });
}

/** Tells whether a part of the sound is heard: it is connected to the loudspeaker, at the end. */
const isHeard = (part: object, end: object): boolean =>
  part === end || speaker.wires.some(([from, to]) => from === part && isHeard(to, end));
const wired = <T extends object>(part: T) => {
  const connected = {
    ...part,
    connect<N extends object>(next: N): N {
      speaker.wires.push([connected, next]);
      return next;
    },
  };
  return connected;
};

/** Audio of the browser, as far as Palabre’s sound uses it. */
export class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain() {
    const gain = {
      value: 0,
      setValueAtTime() {},
      exponentialRampToValueAtTime: (to: number) => void (to > 0.0001 && speaker.loudness.push(to)),
    };
    return wired({ gain });
  }
  createOscillator() {
    const frequency = { value: 0 };
    let from = Number.NaN;
    const { destination } = this;
    const tone = wired({
      ...{ type: '', frequency },
      start(at: number) {
        from = at;
      },
      stop(at: number) {
        const isConnected = isHeard(tone, destination);
        speaker.tones.push({ pitch: isConnected ? Math.round(frequency.value) : 0, from, lasts: at - from });
      },
      addEventListener(_type: 'ended', act: () => void) {
        speaker.ended = act;
      },
    });
    return tone;
  }
  async resume() {
    this.state = 'running';
  }
  async suspend() {
    this.state = 'suspended';
  }
}

/** Audio that a browser lets nobody hear until it is resumed. */
export class SuspendedAudio extends FakeAudio {
  override state = 'suspended';
}

import type Database from 'emoji-picker-element/database';
import Picker from 'emoji-picker-element/picker';
import type { CustomEmoji, EmojiClickEvent } from 'emoji-picker-element/shared';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { logFailure } from '../../../platform/device/log.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { PickerFrame, type Pointed } from '../../../ui/overlays/PickerFrame.tsx';
import { showBeside } from '../../../ui/overlays/show-beside.tsx';
import s from './EmojiPicker.module.css';
import { canonical, dataOf, pickerTexts } from './emoji-data.ts';
import { ownLook } from './emoji-look.ts';
import { useOwnEmoji } from './open/emoji.queries.ts';
import { asCustom, findNearest } from './open/find-emoji.ts';
import { noteEmoji } from './open/recent.ts';
import { watchPointed } from './pointed-emoji.ts';
import { RecentEmoji } from './RecentEmoji.tsx';

/** Unicode emoji version that the font covers, given so that the element skips its feature detection. */
const emojiVersion = 15.1;

/** Picker with the field that its types omit. */
type Element_ = Picker & { database: Database };

const searchOf = (picker: Picker) => picker.shadowRoot?.querySelector<HTMLInputElement>('input.search');

/** Opens the first group of standard emoji, unless a search is typed: the element would empty it. */
function openFaces(picker: Picker): void {
  if (searchOf(picker)?.value) return;
  picker.shadowRoot?.querySelector<HTMLElement>('.nav-button[data-group-id="0"]')?.click();
}

interface PanelProps {
  custom: CustomEmoji[];
  /** Renders the content between the search and the groups. */
  children: (database: Database) => ReactNode;
  onPoint: (pointed: Pointed | null) => void;
  onChoose: (emoji: string) => void;
}

/** Mounts emoji-picker-element with the data that Palabre serves. */
function Panel({ custom, children, onPoint, onChoose }: PanelProps) {
  const host = useRef<HTMLDivElement>(null);
  const element = useRef<Picker>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  /** Place of the children in the element, under its search. */
  const [within, setWithin] = useState<{ place: HTMLElement; database: Database } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const texts = pickerTexts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt makes another element.
  useEffect(() => {
    const { current } = host;
    if (!current || failed) return;
    const picker = new Picker({ ...dataOf(), i18n: texts.i18n, customEmoji: custom, emojiVersion }) as Element_;
    const look = document.createElement('style');
    look.textContent = ownLook(texts.none);
    picker.shadowRoot?.append(look);
    picker.addEventListener('emoji-click', ({ detail }: EmojiClickEvent) => {
      choose.current(detail.unicode ? canonical(detail.unicode) : `:${detail.name}:`);
    });
    current.append(picker);
    element.current = picker;
    picker.shadowRoot?.querySelector('.search-row')?.after(document.createElement('slot'));
    setWithin({ place: picker.appendChild(document.createElement('div')), database: picker.database });
    const stopWatching = watchPointed(picker, onPoint);
    findNearest(picker.database);
    picker.database.ready().catch((cause: unknown) => {
      if (!picker.isConnected) return;
      logFailure('The emoji data could not be read', cause);
      setFailed(true);
    });
    // On touch screens, focusing the search would open a keyboard over half of the emoji.
    if (window.matchMedia?.('(hover: hover)').matches) {
      requestAnimationFrame(() => searchOf(picker)?.focus());
    }
    return () => {
      stopWatching();
      picker.remove();
    };
  }, [attempt, failed]);
  useEffect(() => {
    const { current: picker } = element;
    if (!picker) return;
    if (picker.customEmoji !== custom) picker.customEmoji = custom;
    // The element opens on the workspace's own emoji when there are some; the recent emoji already stand above.
    if (custom.length > 0) requestAnimationFrame(() => openFaces(picker));
  }, [custom]);

  if (failed) {
    return (
      <div className={s.failure} role="alert">
        {texts.i18n.networkErrorMessage}
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        >
          {texts.retry}
        </Button>
      </div>
    );
  }
  return (
    <div ref={host} className={s.panel}>
      {within && createPortal(children(within.database), within.place)}
    </div>
  );
}

const none: never[] = [];

interface PickerProps {
  beside: RefObject<HTMLElement>;
  workspaceId: string | undefined;
  onDone: (emoji: string | null) => void;
}

function EmojiPicker({ beside, workspaceId, onDone }: PickerProps) {
  const { data: own } = useOwnEmoji(workspaceId);
  const custom = useMemo(() => (own && own.length > 0 ? asCustom(own) : none), [own]);
  const texts = pickerTexts();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = useCallback((next: Pointed | null) => setPointed(next), []);
  const choose = (emoji: string) => {
    noteEmoji(useSession.getState().user?._id ?? '', emoji);
    onDone(emoji);
  };
  return (
    <PickerFrame label={texts.i18n.regionLabel} beside={beside} pointed={pointed} onClose={() => onDone(null)}>
      <Panel custom={custom} onPoint={point} onChoose={choose}>
        {database => <RecentEmoji database={database} own={own ?? none} onPoint={point} onChoose={choose} />}
      </Panel>
    </PickerFrame>
  );
}

/** Shows the picker beside an element; see `openEmojiPicker`. */
export const pickEmoji = (anchor: Element, place: DOMRect, workspaceId: string | undefined): Promise<string | null> =>
  showBeside<string>(anchor, place, (beside, done) => (
    <EmojiPicker beside={beside} workspaceId={workspaceId} onDone={done} />
  ));

import { limits } from '@palabre/common/contract/fields.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { useTypedSearch } from '../../ui/fields/useTypedSearch.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { PeoplePicker } from '../people/users/open/PeoplePicker.tsx';
import { usePeople } from '../people/users/open/users.queries.ts';

interface PeopleDialogProps {
  words: { title: string; lead?: string; submit: string; cancel: string };
  /** People who cannot be chosen: the user, and people already in; they count towards the maximum. */
  apart: readonly string[];
  onClose: () => void;
  /** Receives the chosen people; the dialog closes once the promise resolves, and stays open if it rejects. */
  onChosen: (users: readonly string[]) => Promise<unknown>;
}

/** Chooses people for a conversation; the button waits for a first choice. */
export function PeopleDialog({ words, apart, onClose, onChosen }: PeopleDialogProps) {
  const { t } = useTranslation('conversations', { keyPrefix: 'create' });
  const [chosen, setChosen] = useState<readonly PublicUser[]>([]);
  const { typed, setTyped, search, isTyping } = useTypedSearch();
  const field = useRef<HTMLInputElement>(null);
  const { data, isFetching, isPlaceholderData, isError } = usePeople(search);
  const people = data?.filter(({ _id }) => !apart.includes(_id));

  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={words.lead}
      initialFocus={field}
      onSubmit={async () => {
        await onChosen(chosen.map(({ _id }) => _id));
        onClose();
      }}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            {words.submit}
          </Button>
        </>
      }
    >
      <PeoplePicker
        field={field}
        typed={typed}
        onType={setTyped}
        found={{
          people,
          isSearching: isFetching,
          isLate: isPlaceholderData || isTyping,
          isError: isError && !people,
        }}
        chosen={chosen}
        onChoose={setChosen}
        atMost={limits.conversationPeople - apart.length}
        words={{ people: t('people'), nobody: t('nobody'), full: t('full') }}
      />
    </Dialog>
  );
}

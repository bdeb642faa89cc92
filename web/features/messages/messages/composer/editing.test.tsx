// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAlerts } from '../../../../ui/alerts/alerts.ts';
import { blobOf, keepBlob } from '../../files/open/blobs.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { changeFiles, startEdit } from '../../outbox/open/writing.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { noteArriving } from './arriving.ts';
import {
  button,
  eachInPlace,
  edit,
  message,
  place,
  placeId,
  refused,
  sent,
  server,
  show,
  waiting,
} from './test/world.tsx';

eachInPlace();

/** Sends a message that the server refuses. */
async function failed(content: string) {
  server.mockImplementationOnce(() => refused(403, 'Vous ne pouvez pas écrire ici.'));
  const { user, field } = show();
  await user.type(field, `${content}{Enter}`);
  await waitFor(() => expect(useOutbox.getState().entries[0]?.state).toBe('failed'));
  return { user, field, nonce: useOutbox.getState().entries[0]?.nonce ?? '' };
}

describe('An edit of a message', () => {
  it('An edit of a message is in the field until Enter saves it; then the draft is back', async () => {
    const { user, field } = show();
    await user.type(field, 'brouillon');
    const focused = vi.spyOn(field, 'focus');
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    // The page stays where it is.
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    expect(screen.getByText('Modification d’un message').parentElement?.dataset.tone).toBe('edit');
    expect(screen.getByText('Entrée pour enregistrer, Échap pour annuler')).toBeTruthy();
    expect(button('Enregistrer').disabled).toBe(false);
    await user.type(field, ' texte{Enter}');
    await waitFor(() => expect(field.value).toBe('brouillon'));
    expect(sent()).toEqual([['PUT', 'ancien texte']]);
    expect(screen.queryByText('Modification d’un message')).toBeNull();
  });

  it.each(['Escape', 'Annuler'])('An edit of a message is given up with %s, and the draft is back', async way => {
    const { user, field } = show();
    await user.type(field, 'brouillon');
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' autre');
    const focused = vi.spyOn(field, 'focus');
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(button('Annuler'));
    expect(field.value).toBe('brouillon');
    expect(document.activeElement).toBe(field);
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    expect(server).not.toHaveBeenCalled();
  });

  it('An edit of a message that changes nothing ends without a request', async () => {
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, '{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
    expect(server).not.toHaveBeenCalled();
  });

  it('An edit of a message keeps its files, and says that a pasted file is not attached', async () => {
    const { field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    const clipboardData = { files: [new File(['x'], 'image.png', { type: 'image/png' })], getData: () => '' };
    fireEvent.paste(field, { clipboardData });
    expect(useAlerts.getState().alerts.map(({ type, message }) => [type, message])).toEqual([
      ['info', 'Un message envoyé garde ses fichiers. Annulez la modification pour en joindre d’autres.'],
    ]);
    expect(screen.queryByRole('list', { name: 'Fichiers joints' })).toBeNull();
  });

  it('An edit of a message is still in the field after a reload or another visit', async () => {
    const first = show();
    await first.user.type(first.field, 'brouillon');
    edit();
    await waitFor(() => expect(first.field.value).toBe('ancien'));
    await first.user.type(first.field, ' texte');
    first.unmount();
    // Drops the memory cache, as a reload does: only the device's storage remains.
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    const { user, field } = show();
    expect(field.value).toBe('ancien texte');
    // The keyboard of a phone does not open by itself.
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByText('Modification d’un message')).toBeTruthy();
    await user.type(field, '{Enter}');
    await waitFor(() => expect(field.value).toBe('brouillon'));
    expect(sent()).toEqual([['PUT', 'ancien texte']]);
  });

  it('An edit of a message waits while another message is edited', async () => {
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' un');
    startEdit(placeId, { id: 'm0', kind: 'unsent', content: 'zéro' });
    await waitFor(() => expect(field.value).toBe('zéro'));
    edit();
    await waitFor(() => expect(field.value).toBe('ancien un'));
  });

  it.each([
    [429, 'Trop de modifications, attendez un instant.'],
    [403, 'Seule la personne qui a écrit ce message peut le changer.'],
    [503, 'Palabre redémarre.'],
  ])('An edit of a message stays in the field, with the reason, when the save fails (%i)', async (status, sentence) => {
    server.mockImplementation(() => refused(status, sentence));
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence));
    expect([field.value, screen.getByRole('alert').dataset.tone]).toEqual(['ancien texte', 'danger']);
    await user.keyboard('{Escape}');
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    expect(screen.queryByRole('alert')).toBeNull();
    server.mockImplementation((_method, _path, { content }) => [200, { message: message('m1', content, 2) }]);
    await user.type(field, ' texte{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('An edit of a message says why it was not saved while it is in the field, until it is saved again', async () => {
    server.mockImplementation(() => refused(503, 'Palabre redémarre.'));
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte{Enter}');
    const why = () => screen.queryByRole('alert')?.textContent;
    await waitFor(() => expect(why()).toContain('Palabre redémarre.'));
    expect(why()).toMatch(/^La modification n’a pas été enregistrée\./);
    startEdit(placeId, { id: 'm0', kind: 'unsent', content: 'zéro' });
    await waitFor(() => expect(field.value).toBe('zéro'));
    expect(why()).toBeUndefined();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien texte'));
    expect(why()).toContain('Palabre redémarre.');
    vi.stubGlobal('fetch', () => new Promise<never>(() => {}));
    await user.type(field, '{Enter}');
    expect([why(), field.readOnly]).toEqual([undefined, true]);
    expect(button('Enregistrer').getAttribute('aria-busy')).toBe('true');
  });

  const kept = 'Le message que vous modifiiez a été supprimé. Votre texte est gardé ici.';

  it('An edit of a message becomes a draft, with the reason, when the server finds the message deleted', async () => {
    server.mockImplementation(() => refused(404, 'Introuvable.'));
    const { user, field } = show();
    await user.type(field, 'brouillon');
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte{Enter}');
    await waitFor(() => expect(field.value).toBe('brouillon\n\nancien texte'));
    expect(screen.getByRole('alert').textContent).toContain(kept);
    // It is said of the draft, and of no other edit.
    startEdit(placeId, { id: 'm0', kind: 'unsent', content: 'zéro' });
    await waitFor(() => expect(field.value).toBe('zéro'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, '{Escape}');
    expect(screen.getByRole('alert').textContent).toContain(kept);
    await user.click(button('Fermer'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field.value).toBe('brouillon\n\nancien texte');
  });

  it('An edit of a message becomes a draft, with the reason, when the message is deleted meanwhile', async () => {
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte');
    applyChange(place, { seq: 2, deleted: 'm1' });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(kept));
    expect(field.value).toBe('ancien texte');
    expect(screen.queryByText('Modification d’un message')).toBeNull();
    await user.clear(field);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('An edit of a message begins anew when the message was changed since the edit waits', async () => {
    const { user, field } = show();
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    await user.type(field, ' texte');
    startEdit(placeId, { id: 'm0', kind: 'unsent', content: 'zéro' });
    await waitFor(() => expect(field.value).toBe('zéro'));
    startEdit(placeId, { id: 'm1', kind: 'sent', content: 'changé ailleurs' });
    await waitFor(() => expect(field.value).toBe('changé ailleurs'));
  });

  it('An edit that ends by another’s deletion takes the focus from no other field', async () => {
    const { user, field } = show();
    render(<input aria-label="Recherche" />);
    edit();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(screen.getByLabelText('Recherche'), 'a');
    applyChange(place, { seq: 2, deleted: 'm1' });
    await waitFor(() => expect(screen.queryByText('Modification d’un message')).toBeNull());
    expect(document.activeElement).toBe(screen.getByLabelText('Recherche'));
  });

  it('An edit that has changed nothing leaves the draft as it is when its message is deleted meanwhile', async () => {
    const { user, field } = show();
    await user.type(field, 'brouillon');
    edit();
    await waitFor(() => expect(field.value).toBe('ancien'));
    applyChange(place, { seq: 2, deleted: 'm1' });
    await waitFor(() => expect(screen.queryByText('Modification d’un message')).toBeNull());
    expect([field.value, screen.queryByRole('alert')]).toEqual(['brouillon', null]);
  });

  it('An edit of a message becomes a draft, with the reason, when the message was deleted while disconnected', async () => {
    startEdit(placeId, { id: 'older', kind: 'sent', content: 'ancien' });
    fireEvent.change(show().field, { target: { value: 'ancien texte' } });
    cleanup();
    server.mockImplementation(() => refused(404, 'Introuvable.'));
    const { field } = show();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(kept));
    expect(field.value).toBe('ancien texte');
  });
});

describe('An edit of a failed message', () => {
  it('An edit of a failed message sends it in its place, and the draft is back', async () => {
    const { user, field, nonce } = await failed('refusé');
    await user.type(field, 'brouillon');
    startEdit(placeId, { id: nonce, kind: 'unsent', content: 'refusé' });
    await waitFor(() => expect(field.value).toBe('refusé'));
    expect(screen.getByText('Modification d’un message non envoyé')).toBeTruthy();
    expect(screen.getByText('Entrée pour envoyer, Maj + Entrée pour aller à la ligne')).toBeTruthy();
    expect(waiting()).toEqual(['refusé']);
    await user.type(field, ' puis corrigé');
    await user.click(button('Envoyer'));
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(field.value).toBe('brouillon');
    expect(sent()).toEqual([
      ['POST', 'refusé'],
      ['POST', 'refusé puis corrigé'],
    ]);
  });

  it('An edit of a failed message waits for its files that are still being read, and sends them', async () => {
    const { user, field, nonce } = await failed('refusé');
    startEdit(placeId, { id: nonce, kind: 'unsent', content: 'refusé' });
    await waitFor(() => expect(field.value).toBe('refusé'));
    const file = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
    let read = () => {};
    const files = new Promise<readonly LocalFile[]>(done => {
      read = () => done([file]);
    });
    noteArriving({ placeId, editId: nonce, files }, some => changeFiles(placeId, all => [...all, ...some], nonce));
    await user.click(button('Envoyer'));
    expect(field.value).toBe('refusé');
    read();
    await waitFor(() => expect(useOutbox.getState().entries[0]?.files).toEqual([file]));
  });

  it('An edit of a failed message takes the files that are pasted into it, and the draft has none of them', async () => {
    const { user, field, nonce } = await failed('refusé');
    startEdit(placeId, { id: nonce, kind: 'unsent', content: 'refusé' });
    await waitFor(() => expect(field.value).toBe('refusé'));
    const file = Object.assign(new File(['x'], 'plan.png', { type: 'image/png' }), {
      slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
    });
    fireEvent.paste(field, { clipboardData: { files: [file], getData: () => '' } });
    expect(await screen.findByRole('button', { name: 'Retirer plan.png' })).toBeDefined();
    await user.type(field, '{Escape}');
    expect(screen.queryByRole('button', { name: 'Retirer plan.png' })).toBeNull();
  });

  it('An edit of a failed message that waits nowhere any more becomes a draft, with the reason, as it is sent', async () => {
    const { user, field } = show();
    startEdit(placeId, { id: 'perdu', kind: 'unsent', content: 'refusé' });
    await waitFor(() => expect(field.value).toBe('refusé'));
    await user.type(field, ' puis corrigé{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('n’attend plus d’être envoyé'));
    expect([field.value, server.mock.calls]).toEqual(['refusé puis corrigé', []]);
  });

  it('An edit of a failed message given up leaves the message in place, with the files taken out of the edit', async () => {
    const { user, field, nonce } = await failed('refusé');
    await keepBlob('f', new Blob(['plan']));
    const files = [{ id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 4, width: null, height: null }];
    startEdit(placeId, { id: nonce, kind: 'unsent', content: 'refusé', files });
    await waitFor(() => expect(field.value).toBe('refusé'));
    await user.click(await screen.findByRole('button', { name: 'Retirer plan.pdf' }));
    await user.type(field, ' encore{Escape}');
    expect(field.value).toBe('');
    expect(waiting()).toEqual(['refusé']);
    expect((await blobOf('f'))?.size).toBe(4);
  });

  it('An edit of a failed message becomes a draft, with the reason, when the message goes meanwhile', async () => {
    const { user, field, nonce } = await failed('refusé');
    startEdit(placeId, { id: nonce, kind: 'unsent', content: 'refusé' });
    await waitFor(() => expect(field.value).toBe('refusé'));
    await user.type(field, ' puis corrigé');
    useOutbox.setState({ entries: [] });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('n’attend plus d’être envoyé'));
    expect(field.value).toBe('refusé puis corrigé');
  });
});

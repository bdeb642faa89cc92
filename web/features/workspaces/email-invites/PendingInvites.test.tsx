// @vitest-environment jsdom
import type { EmailInvite } from '@palabre/common/contract/workspaces/email-invites.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { InviteModal } from '../invites/open/InviteModal.tsx';
import { PendingInvites } from './open/PendingInvites.tsx';

beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

describe('Pending invitations by mail', () => {
  const waits = (email: string, expiresAt = '2999-01-01T00:00:00.000Z'): EmailInvite => ({
    ...{ _id: email, email, invitedBy: camille, expiresAt, sentAt: '2026-11-21T10:00:00.000Z' },
  });
  const list = (invites: EmailInvite[]) => json(200, { invites, nextCursor: null });

  test('are sent again and withdrawn, and one whose time is over says so', async () => {
    let invites = [waits('a@x.fr'), waits('b@x.fr', '2000-01-01T00:00:00.000Z')];
    let answer = (_with: Response) => {};
    const sent = new Promise<Response>(done => {
      answer = done;
    });
    let withdraw = () => {};
    const withdrawn = new Promise<void>(done => {
      withdraw = done;
    });
    const calls = serve(camille, {
      'GET /workspace/atelier/email-invites': () => list(invites),
      'POST /email-invite/b@x.fr/send': () => sent as never,
      'DELETE /email-invite/a@x.fr': async () => {
        await withdrawn;
        invites = [waits('b@x.fr')];
        return json(200, { message: 'L’invitation a été retirée.' });
      },
    });
    open([{ path: '*', element: <PendingInvites workspaceId="atelier" /> }], '/');
    expect(await screen.findByText('2 invitations en attente')).toBeDefined();
    expect(screen.getAllByText('Expirée')).toHaveLength(1);
    expect(screen.getAllByText(/^Par Camille Moreau, le .*2026$/)).toHaveLength(2);
    expect(screen.getByText(/^Expire le .*2999$/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Renvoyer l’invitation de b@x.fr' }));
    const busy = (name: RegExp) => screen.getAllByRole('button', { name }).map(one => one.getAttribute('aria-busy'));
    expect(busy(/^Renvoyer/)).toEqual([null, 'true']);
    invites = [waits('a@x.fr'), waits('b@x.fr')];
    answer(json(200, { message: 'L’invitation est partie.', invite: invites[1] }));
    await waitFor(() => expect(screen.queryByText('Expirée')).toBeNull());
    expect(screen.getByText('L’invitation est partie.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Retirer l’invitation d’a@x.fr' }));
    const sure = within(await screen.findByRole('alertdialog', { name: /^Retirer cette invitation/ }));
    expect(sure.getByText('Le lien reçu par a@x.fr n’ouvrira plus rien.')).toBeDefined();
    fireEvent.click(sure.getByRole('button', { name: 'Retirer' }));
    await waitFor(() => expect(busy(/^Retirer l’invitation/)).toEqual(['true', null]));
    withdraw();
    expect(await screen.findByText('1 invitation en attente')).toBeDefined();
    expect(calls.filter(({ asked }) => asked.startsWith('DELETE'))).toHaveLength(1);
  });

  test('that could not be loaded are asked for again, and none says so', async () => {
    let fails = true;
    serve(camille, { 'GET /workspace/atelier/email-invites': () => (fails ? refused(403, 'Non.') : list([])) });
    open([{ path: '*', element: <PendingInvites workspaceId="atelier" /> }], '/');
    const again = await screen.findByRole('button', { name: 'Réessayer' });
    expect(screen.getByText('Les invitations n’ont pas pu être chargées')).toBeDefined();
    fails = false;
    fireEvent.click(again);
    expect(await screen.findByText('Aucune invitation par e-mail n’attend de réponse.')).toBeDefined();
  });

  test('that are many are searched by the server, and page by page', async () => {
    const many = Array.from({ length: 11 }, (_, n) => waits(`p${n}@x.fr`));
    const guest = { ...waits('g@x.fr'), guest: { endsAt: '2999-01-01T00:00:00.000Z', channels: [] } } as EmailInvite;
    const calls = serve(camille, {
      'GET /workspace/atelier/email-invites': (_body, { searchParams }) => {
        if (searchParams.get('search')) return list([]);
        return searchParams.get('cursor') ? list([guest]) : json(200, { invites: many.slice(1), nextCursor: 'suite' });
      },
    });
    open([{ path: '*', element: <PendingInvites workspaceId="atelier" onlyIfAny /> }], '/');
    await screen.findByText('p1@x.fr');
    // The server counts none, and these are not all.
    expect(screen.queryByText('10 invitations en attente')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
    expect(await screen.findByText('g@x.fr')).toBeDefined();
    expect(screen.getByText('Invité')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Rechercher une adresse'), { target: { value: ' zoé ' } });
    expect(await screen.findByText('Aucune adresse ne correspond à cette recherche.')).toBeDefined();
    expect(calls.map(({ query }) => query)).toEqual([{}, { cursor: 'suite' }, { search: 'zoé' }]);
    cleanup();
    const shown = async (invites: EmailInvite[]) => {
      cleanup();
      serve(camille, { 'GET /workspace/atelier/email-invites': () => list(invites) });
      open([{ path: '*', element: <PendingInvites workspaceId="atelier" /> }], '/');
      await screen.findByText('p1@x.fr');
      return screen.queryByLabelText('Rechercher une adresse') !== null;
    };
    expect(await shown(many)).toBe(true);
    expect(await shown(many.slice(1))).toBe(false);
  });

  test('show those that have just been sent, beside the dialog that sent them', async () => {
    let invites: EmailInvite[] = [];
    serve(camille, {
      'GET /workspace/atelier/email-invites': () => list(invites),
      'POST /workspace/atelier/email-invites': () => {
        invites = [waits('a@x.fr')];
        return json(201, { outcomes: [{ email: 'a@x.fr', outcome: 'sent' }] });
      },
    });
    const element = (
      <>
        <PendingInvites workspaceId="atelier" />
        <InviteModal workspaceId="atelier" open onOpenChange={() => {}} first="mail" />
      </>
    );
    open([{ path: '*', element }], '/');
    await screen.findByText('Aucune invitation par e-mail n’attend de réponse.');
    fireEvent.change(await screen.findByLabelText('Adresses e-mail'), { target: { value: 'a@x.fr ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    expect(await screen.findByText('1 invitation est partie.')).toBeDefined();
    expect(screen.queryByText(/^Cette adresse ne peut pas recevoir/)).toBeNull();
    expect(await screen.findByText('1 invitation en attente')).toBeDefined();
  });

  test('that somebody else has withdrawn go from the list, as the refusal says', async () => {
    let invites = [waits('a@x.fr')];
    const gone = () => {
      invites = [];
      return refused(404, 'Invitation introuvable.');
    };
    const calls = serve(camille, {
      'GET /workspace/atelier/email-invites': () => list(invites),
      'POST /email-invite/a@x.fr/send': gone,
      'DELETE /email-invite/a@x.fr': gone,
    });
    open([{ path: '*', element: <PendingInvites workspaceId="atelier" /> }], '/');
    fireEvent.click(await screen.findByRole('button', { name: 'Retirer l’invitation d’a@x.fr' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.filter(({ asked }) => asked.startsWith('DELETE'))).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Renvoyer l’invitation d’a@x.fr' }));
    expect(await screen.findByText('Invitation introuvable.')).toBeDefined();
    expect(await screen.findByText('Aucune invitation par e-mail n’attend de réponse.')).toBeDefined();
    cleanup();
    invites = [waits('a@x.fr')];
    open([{ path: '*', element: <PendingInvites workspaceId="atelier" /> }], '/');
    fireEvent.click(await screen.findByRole('button', { name: 'Retirer l’invitation d’a@x.fr' }));
    act(() => alerts.clear());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retirer' }));
    expect(await screen.findByText('Invitation introuvable.')).toBeDefined();
    expect(await screen.findByText('Aucune invitation par e-mail n’attend de réponse.')).toBeDefined();
  });
});

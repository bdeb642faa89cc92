import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../../server/test/client.ts';

export const someone = {
  firstName: 'Camille',
  lastName: 'Moreau',
  email: 'camille@exemple.fr',
  password: 'un mot de passe sûr',
};

/** Registers someone, who makes a workspace and says a first word in it. */
export async function settle(url: string) {
  const { token, newUser } = await new Client(url).ok(api.users.register, { body: someone });
  const camille = new Client(url, token);
  const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier' } });
  const channelId = workspace.welcomeChannel;
  await camille.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
  return { token: token ?? '', user: newUser, channelId };
}

/** What a channel's messages say, the oldest first, to who logs in. */
export async function said(url: string, channelId: string): Promise<string[]> {
  const { email, password } = someone;
  const { token } = await new Client(url).ok(api.users.login, { body: { email, password } });
  const { messages } = await new Client(url, token).ok(api.messages.page, { query: { channelId } });
  return messages.map(({ content }) => content);
}

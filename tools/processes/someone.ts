import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../../server/test/client.ts';

/** Person of the tests. */
export const someone = {
  firstName: 'Camille',
  lastName: 'Moreau',
  email: 'camille@exemple.fr',
  password: 'un mot de passe sûr',
};

/** Registers {@link someone}, creates a workspace and posts a message. */
export async function settle(url: string) {
  const { token, newUser } = await new Client(url).ok(api.users.register, { body: someone });
  const camille = new Client(url, token);
  const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier' } });
  const channelId = workspace.welcomeChannel;
  await camille.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
  return { token: token ?? '', user: newUser, channelId };
}

/** Logs in as {@link someone}, and reads the messages of a channel, oldest first. */
export async function said(url: string, channelId: string): Promise<string[]> {
  const { email, password } = someone;
  const { token } = await new Client(url).ok(api.users.login, { body: { email, password } });
  const { messages } = await new Client(url, token).ok(api.messages.page, { query: { channelId } });
  return messages.map(({ content }) => content);
}

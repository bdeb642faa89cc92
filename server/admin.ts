import { z } from 'zod';
import { readEnv } from './env.ts';
import { createDatabase } from './platform/postgres/db.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { runCommand } from './platform/processes/command.ts';
import { StartError } from './platform/processes/start-error.ts';
import { makeAdministrator } from './platform/sessions/administrator.store.ts';

/** `npm run admin -- EMAIL`: makes an existing account administrator, whether the server runs or not. */
async function main(): Promise<void> {
  const email = z.email().safeParse(process.argv[3]?.trim().toLowerCase());
  if (!email.success) throw new StartError('Donnez une adresse e-mail : npm run admin -- prenom@exemple.fr');
  const opened = await openDatabase(readEnv(process.env));
  const database = createDatabase(opened.url, { max: 1 });
  try {
    const made = await makeAdministrator(database.kysely, email.data);
    if (!made) {
      throw new StartError(
        `Aucun compte ${email.data} n'est ouvert : créez-le d'abord (ou levez sa suspension), ou démarrez avec ADMIN_EMAIL=${email.data} pour un compte à venir.`,
      );
    }
    process.stdout.write(`${email.data} administre maintenant Palabre.\n`);
    if (!made.proven) {
      process.stdout.write(
        `Attention : cette adresse n'est pas confirmée. Assurez-vous que ce compte est bien celui de la personne.\n`,
      );
    }
  } finally {
    await database.close();
    await opened.close();
  }
}

await runCommand(main);

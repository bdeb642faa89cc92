import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onBothCores } from '../shared/cores.ts';
import type { Prepared } from '../shared/server.ts';
import { checkWords, fillWords, prepareWords, setUpWords } from './filling-words.ts';
import { fileNames, seeded, texts } from './texts.ts';
import type { Company, DayPlace } from './world.ts';

/** Share of messages with a file, one in this many, and the file's size. */
export const fileOneIn = 50;
const fileBytes = 2_500_000;
/** Age of the oldest message. */
const years = 2;
/** Sentences used in a place with few readers: each place has a scope of its own, and so a vocabulary of its own. */
const textsOfFew = 8;

/**
 * Settings of connections that fill the database: without checks of foreign keys, since rows refer to rows just made,
 * and without durability, since the data can be made again.
 */
const settings = {
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  maintenance_work_mem: '768MB',
  work_mem: '128MB',
};

/** Index or primary key that is set aside during the filling. */
interface SetAside {
  drop: string;
  make: string;
}

/** Drops the indexes of a table; sorting makes them faster afterwards than inserting keeps them. */
async function setAside(pool: pg.Pool, table: string): Promise<SetAside[]> {
  const { rows } = await pool.query<SetAside>(
    `SELECT CASE WHEN conname IS NULL THEN 'DROP INDEX ' || indexrelid::regclass ELSE 'ALTER TABLE ' || indrelid::regclass || ' DROP CONSTRAINT ' || conname END AS drop,
        CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
          ELSE 'ALTER TABLE ' || indrelid::regclass || ' ADD CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid) END AS make
      FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid WHERE indrelid = $1::regclass`,
    [table],
  );
  for (const { drop } of rows) await pool.query(drop);
  return rows;
}

/**
 * Makes the slots of a round: each place has as many as its weight, shuffled, so that messages lie on the disk in the
 * order of their times and not by place.
 */
async function makeSlots(pool: pg.Pool, places: readonly DayPlace[]): Promise<number> {
  const slots = places.flatMap((place, at) => Array.from({ length: place.weight }, (_, rank) => ({ place, at, rank })));
  const random = seeded(2);
  for (let n = slots.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [slots[n], slots[other]] = [slots[other], slots[n]] as [(typeof slots)[number], (typeof slots)[number]];
  }
  await pool.query(`CREATE TABLE day_slots (slot int, place_id uuid, scope uuid, rank int, weight int, people uuid[],
      first_text int, text_count int)`);
  for (let n = 0; n < slots.length; n += 5_000) {
    const some = slots.slice(n, n + 5_000);
    await pool.query(
      `INSERT INTO day_slots SELECT made.slot, made.place_id, made.scope, made.rank, made.weight, ARRAY(SELECT jsonb_array_elements_text(people)::uuid),
          made.first_text, made.text_count
        FROM jsonb_to_recordset($1) AS made(slot int, place_id uuid, scope uuid, rank int, weight int, people jsonb, first_text int, text_count int)`,
      [
        JSON.stringify(
          some.map(({ place, at, rank }, more) => ({
            ...{
              slot: n + more,
              place_id: place.id,
              scope: place.scope,
              rank,
              weight: place.weight,
              people: place.people,
            },
            ...(place.scope === place.id
              ? { first_text: (at * textsOfFew) % texts.length, text_count: textsOfFew }
              : { first_text: 0, text_count: texts.length }),
          })),
        ),
      ],
    );
  }
  await pool.query('ANALYZE day_slots');
  return slots.length;
}

/** Messages of one round: $1 its number, $2 the slots of a round, $3 all rounds, $4 sentences, $5 names of files. */
const roundText = `
  WITH made AS MATERIALIZED (
    SELECT slots.*, ago, uuidv7(-ago) AS id, now() - ago AS at, $1::int * weight + rank + 1 AS position,
      people[1 + (n * 31) % cardinality(people)] AS sender_id, first_text + mixed % text_count AS text,
      CASE WHEN n % ${fileOneIn} = 7 THEN uuidv7(-ago) END AS file_id, n / ${fileOneIn} % cardinality($5::text[]) AS name,
      n % 20 = 3 AS reacted
    FROM (
      SELECT day_slots.*, $1::bigint * $2::int + slot AS n, ($1::bigint * 7919 + slot::bigint * 104729) % 1000 AS mixed,
        (1 - ($1::int + slot::float8 / $2::int) / $3::int) * interval '${years} years' AS ago
      FROM day_slots
    ) AS slots
  ), stored AS (
    INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at, files, reactions)
    SELECT id, place_id, position, position, sender_id, gen_random_uuid(), ($4::text[])[1 + text], at,
      CASE WHEN file_id IS NOT NULL THEN jsonb_build_array(jsonb_build_object('_id', file_id, 'name', ($5::text[])[1 + name],
        'type', 'application/pdf', 'size', ${fileBytes}, 'url', '/api/file/' || file_id || '/' || ($5::text[])[1 + name],
        'width', null, 'height', null, 'thumbnail', null)) END,
      CASE WHEN reacted THEN jsonb_build_array(jsonb_build_object('reaction', '👍', 'usersId', jsonb_build_array(people[1]))) END
    FROM made ORDER BY slot
  ), carried AS (
    INSERT INTO files (id, owner_id, name, type, size, created_at, message_id)
    SELECT file_id, sender_id, ($5::text[])[1 + name], 'application/pdf', ${fileBytes}, at, id FROM made WHERE file_id IS NOT NULL
  )
  ${fillWords}`;

/** Makes sparse files of their size, which take no space on the disk. */
function makeFiles(dataDir: string, ids: readonly string[]): void {
  const folder = join(dataDir, 'files');
  for (let n = 0; n < 256; n += 1) {
    mkdirSync(join(folder, n.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
  }
  for (const id of ids) {
    const file = openSync(join(folder, id.slice(34, 36), id), 'wx', 0o600);
    ftruncateSync(file, fileBytes);
    closeSync(file);
  }
}

/**
 * Fills the company's places with this many messages and their files, and the index of words as the product would; on
 * both cores, before the server starts.
 * @returns numbers of messages and files, and seconds by step
 */
export async function fillCompany(prepared: Prepared, { people, places }: Company, wanted: number) {
  const seconds: Record<string, number> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    seconds[name] = (performance.now() - began) / 1_000;
    process.stderr.write(`${name}: ${seconds[name].toFixed(0)} s\n`);
    return result;
  };
  return onBothCores(prepared.postgresPid, async () => {
    const pool = new pg.Pool({
      connectionString: prepared.databaseUrl,
      max: 2,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    });
    /** Runs work on both connections, and so on both cores. */
    const share = async <T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> => {
      const left = [...all];
      const one = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next);
      };
      await Promise.all([one(), one()]);
    };
    try {
      const perRound = await makeSlots(pool, places);
      const rounds = Math.max(1, Math.round(wanted / perRound));
      await prepareWords(pool, { texts, fileNames });
      const aside = (
        await Promise.all(['messages', 'message_words', 'files', 'search_words'].map(table => setAside(pool, table)))
      ).flat();
      await step('messages', () =>
        share([...Array(rounds).keys()], round => pool.query(roundText, [round, perRound, rounds, texts, fileNames])),
      );
      await pool.query(
        `UPDATE places SET seq = weight * $1::int FROM (SELECT DISTINCT place_id, weight FROM day_slots) AS filled WHERE id = place_id`,
        [rounds],
      );
      await step('words', () => setUpWords(pool));
      // The index of words takes the longest: it goes first.
      const gin = (make: string) => Number(!make.includes('USING gin'));
      await step('indexes', () =>
        share(
          aside.map(({ make }) => make).sort((a, b) => gin(a) - gin(b)),
          make => pool.query(make),
        ),
      );
      await pool.query(
        `INSERT INTO read_pointers (user_id, place_id, position)
          SELECT user_id, place.id, CASE WHEN n % 5 = 0 THEN greatest(0, seq - n % 30) ELSE seq END
          FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS pair(user_id, place_id, n) JOIN places AS place ON place.id = place_id`,
        [people.flatMap(one => one.placeIds.map(() => one.id)), people.flatMap(one => one.placeIds)],
      );
      const { rows: ids } = await pool.query<{ id: string }>('SELECT id FROM files WHERE message_id IS NOT NULL');
      await step('files', async () =>
        makeFiles(
          prepared.dataDir,
          ids.map(({ id }) => id),
        ),
      );
      await pool.query('DROP TABLE day_slots');
      await step('vacuum', () =>
        share(['messages', 'message_words', ''], table => pool.query(`VACUUM (FREEZE, ANALYZE) ${table}`)),
      );
      await checkWords(pool);
      await pool.query('CHECKPOINT');
      return { messages: rounds * perRound, files: ids.length, seconds };
    } finally {
      await pool.end();
    }
  });
}

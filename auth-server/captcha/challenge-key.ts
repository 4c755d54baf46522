import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'

/**
 * The HMAC key of challenges: one for the installation, made at its first use, read from its row by every process. It is
 * not sealed, because there is nothing to win with it: who can read the database could skip the work, and nothing else.
 * Deleting the row makes a new key; challenges that are out then fail.
 */
export async function challengeKey(db: Database): Promise<string> {
  const [known] = await executePrepared<{ secret: string }>(
    db,
    'captcha-key',
    sql`select secret from captcha_keys where name = 'challenge'`,
  )
  return known?.secret ?? (await makeKey(db))
}

async function makeKey(db: Database): Promise<string> {
  // Of two processes that make one at once, both get the one that is stored: the update changes nothing but returns it.
  const [made] = await executePrepared<{ secret: string }>(
    db,
    'captcha-make-key',
    sql`insert into captcha_keys (name, secret) values ('challenge', ${randomBytes(32).toString('base64url')})
      on conflict (name) do update set name = excluded.name returning secret`,
  )
  if (!made) throw new Error('An upsert always returns one row')
  return made.secret
}

import { connectEmbedded } from '../e2e/fixtures/embedded-database.ts'
import { bareCommitsPerSecond } from './bare-commits.ts'
import type { Lab } from './lab.ts'
import { DEMO_APP, startLoginServer } from './login-server.ts'
import { perSecond, type Row } from './row.ts'
import { median } from './statistics.ts'

const WARM_UP_S = 3
const ROUNDS = 3
const ROUND_S = 5
const USERS = 1_000_000

/**
 * Complete logins of new people: `init`, the mail into the development inbox, `authenticate` with a DPoP proof. Over
 * HTTP against the server as it is shipped, fsync on. The load (this process) shares the machine's cores with the server.
 * Two servers take turns, so that what disturbs the machine disturbs both; of the rounds the median.
 */
export async function benchEmailLogins(lab: Lab): Promise<Row[]> {
  const [empty, full] = [await startLoginServer(lab), await startLoginServer(lab)]
  await insertUsers(full.dataDir)
  const rates = { commits: [] as number[], empty: [] as number[], full: [] as number[] }
  await empty.load(WARM_UP_S)
  await full.load(WARM_UP_S)
  for (let round = 0; round < ROUNDS; round++) {
    rates.commits.push(await bareCommitsPerSecond(empty.dataDir))
    rates.empty.push((await empty.load(ROUND_S)).perSecond)
    rates.full.push((await full.load(ROUND_S)).perSecond)
  }
  const ours = perSecond(median(rates.empty))
  const atLeast = perSecond(150)
  return [
    {
      what: 'complete email logins, empty table',
      ours,
      bare: { ...perSecond(median(rates.commits)), name: 'insert + commit, 10 connections' },
      budget: { atLeast },
    },
    {
      what: `complete email logins, ${USERS.toLocaleString('en')} users in the table`,
      ours: perSecond(median(rates.full)),
      bare: { ...ours, name: 'empty table' },
      budget: { atLeast, ratio: { atLeast: 0.8, atMost: 1.2 } },
    },
  ]
}

async function insertUsers(dataDir: string): Promise<void> {
  const client = await connectEmbedded(dataDir)
  try {
    // Leaves out the check of two million foreign keys, which hold by construction.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into users (id, app_id)
       select 'user_' || md5(n::text), $1 from generate_series(1, ${USERS}) n`,
      [DEMO_APP],
    )
    await client.query(
      `insert into accounts (id, app_id, user_id, type, subject, seal)
       select md5('account' || n), $1, 'user_' || md5(n::text), 'email', md5('subject' || n) || '@mail.example',
         md5('seal' || n) || md5(n::text)
       from generate_series(1, ${USERS}) n`,
      [DEMO_APP],
    )
    await client.query('vacuum analyze users, accounts')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

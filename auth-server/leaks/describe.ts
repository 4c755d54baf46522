import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { type ExposedWallet, exposedWallets } from './exposed.ts'
import type { LeakedKey } from './leaked-key.ts'

/** What a leak touches, counted. */
interface Extent {
  readonly wallets: ReadonlyMap<string, number>
  readonly people: Readonly<Record<'byMail' | 'byPhoneAlone' | 'unreached' | 'told', number>>
}

/** What the leak of a master key means, and how much it touches, in words and as data. It changes nothing. */
export async function describeLeak(
  db: Database,
  key: LeakedKey,
): Promise<{ readonly text: string; readonly json: unknown }> {
  const { id, usedUntil, isSource } = key
  const { wallets, people } = await measure(db, key)
  const secrets = await readSecrets(db)
  const until = usedUntil?.toISOString()
  const copy = until ? `a copy of the database from before ${until}` : 'a copy of the database of any day'
  const text = [
    until
      ? `Master key ${id} was in use until ${until}.`
      : `Master key ${id} is in use. Rotate it first (\`npm run vitrine -- keys rotate\`): until then the leak grows with each wallet.`,
    '',
    `Whoever has it, and ${copy}, a backup included, has the keys of the wallets below. Sealing anew takes nothing back.`,
    'Wallets that this server makes from now on are among them: their keys come from roots that are never rotated. What helps is that people move what they own to wallets with keys of another app or installation.',
    ...(isSource
      ? ['The roots were made of this very key: whoever has it has them without any copy of the database.']
      : []),
    '',
    ...KINDS.map(([kind, what]) => `${String(wallets.get(kind) ?? 0).padStart(8)}  ${what}`),
    '',
    'People with such a wallet',
    `${String(people.byMail).padStart(8)}  have an email address; ${people.told} of them were written to of this leak`,
    `${String(people.byPhoneAlone).padStart(8)}  have a phone number alone`,
    `${String(people.unreached).padStart(8)}  have neither: tell them on your site`,
    '',
    ...(secrets.length > 0
      ? ['Sealed under it besides. Exchange these where they are from:', ...secrets.map(it => `  ${it}`), '']
      : []),
    'To go on:',
    `  keys leaked ${id} --list            every wallet, with how its person can be told (CSV; --json for a line of JSON each)`,
    `  keys leaked ${id} --end-sessions    logs everybody out, and replaces the token-signing key`,
    `  keys leaked ${id} --mail            one mail to each person: move what you own`,
  ].join('\n')
  const json = {
    ...{ master_key_id: id, used_until: until ?? null, is_source: isSource },
    wallets: Object.fromEntries(KINDS.map(([kind]) => [kind, wallets.get(kind) ?? 0])),
    ...{ people, secrets },
  }
  return { text, json }
}

const KINDS = [
  ['server key', 'wallets at the server: the key is known'],
  ['waiting key', 'brought keys that wait for a login: the key is known'],
  ['device key', 'wallets on devices, automatic recovery: the key is known'],
  ['device passcode', 'wallets on devices, passcode: the key is known once the passcode is guessed'],
  [
    'device share',
    'wallets on devices, another recovery: one share of three is known, or two, if a copy is from before that recovery was chosen',
  ],
] as const

async function measure(db: Database, key: LeakedKey): Promise<Extent> {
  const wallets = new Map<string, number>()
  const people = { byMail: 0, byPhoneAlone: 0, unreached: 0, told: 0 }
  const seen = new Set<string>()
  for await (const batch of exposedWallets(db, key, null)) {
    for (const wallet of batch) {
      const kind = `${wallet.custody} ${wallet.exposure}`
      wallets.set(kind, (wallets.get(kind) ?? 0) + 1)
      if (wallet.userId === null || seen.has(wallet.userId)) continue
      seen.add(wallet.userId)
      people[wayTo(wallet)]++
      if (wallet.isTold) people.told++
    }
  }
  return { wallets, people }
}

const wayTo = ({ reach }: ExposedWallet) =>
  reach.emails.length > 0 ? 'byMail' : reach.phones.length > 0 ? 'byPhoneAlone' : 'unreached'

/** Secrets of apps at other companies, by app and company. */
async function readSecrets(db: Database): Promise<readonly string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select app_id || '  ' || provider as name from provider_secrets
    union all select app_id || '  ' || provider from oauth_clients
    union all select app_id || '  webhook ' || id from webhook_endpoints
    order by 1`)
  return rows.map(({ name }) => name)
}

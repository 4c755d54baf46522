import { randomUUID } from 'node:crypto'
import { type AddressType, addressTypes } from '@vitrine/shared/account/schemas.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { entryRules } from '../database/schema.ts'
import { readPhoneNumber } from '../sms/phone-number.ts'
import { type Command, CommandError, type Given, requireApp } from './command.ts'

type List = 'allow' | 'deny'
type RuleName = Pick<typeof entryRules.$inferSelect, 'type' | 'value'>

/** `allow …` and `deny …`: an app's allowlist and denylist. */
export function entryRuleCommand(list: List): Command {
  const who = '(--email <address> | --email-domain <domain> | --phone <number> | --wallet <address>)'
  return {
    usage: [
      `${list} add --app <app id> ${who}`,
      `${list} remove --app <app id> ${who}`,
      `${list} list --app <app id>`,
    ],
    async run(db, verb, { options }) {
      if (verb !== 'add' && verb !== 'remove' && verb !== 'list') return null
      const app = await requireApp(db, options.app)
      if (verb === 'list') return print(db, app.id, list)
      const name = readName(options)
      if (!name) return null
      if (verb === 'remove') return remove(db, app.id, list, name)
      await db
        .insert(entryRules)
        .values({ id: randomUUID(), appId: app.id, list, ...name })
        .onConflictDoNothing()
      const off = list === 'allow' && !app.config.allowlist_enabled
      return `${name.value} is on the ${list}list.${off ? ' It has no effect until `allowlist_enabled` is true in the app’s config.' : ''}`
    },
  }
}

async function print(db: Database, appId: string, list: List): Promise<string> {
  const rules = await db
    .select()
    .from(entryRules)
    .where(and(eq(entryRules.appId, appId), eq(entryRules.list, list)))
    .orderBy(asc(entryRules.type), asc(entryRules.value))
  if (rules.length === 0) return `The ${list}list is empty.`
  return rules.map(({ type, value }) => `${type}  ${value}`).join('\n')
}

async function remove(db: Database, appId: string, list: List, { type, value }: RuleName): Promise<string> {
  const removed = await db
    .delete(entryRules)
    .where(
      and(
        eq(entryRules.appId, appId),
        eq(entryRules.list, list),
        eq(entryRules.type, type),
        eq(entryRules.value, value),
      ),
    )
    .returning({ id: entryRules.id })
  if (removed.length === 0) throw new CommandError(`${value} is not on the ${list}list.`)
  return `${value} is off the ${list}list.`
}

const READERS = { email: readEmail, phone: readPhone } as const satisfies Record<
  AddressType,
  (written: string) => string
>

/** Normalised as logins are. `null` unless exactly one is given. @throws CommandError */
function readName(options: Given['options']): RuleName | null {
  const { 'email-domain': domain, wallet } = options
  const given = [...addressTypes.map(type => options[type]), domain, wallet]
  if (given.filter(each => each !== undefined).length !== 1) return null
  for (const type of addressTypes) {
    const written = options[type]
    if (written !== undefined) return { type, value: READERS[type](written) }
  }
  if (domain !== undefined) return { type: 'emailDomain', value: readEmail(`any@${domain}`).slice(4) }
  // Hexadecimal is one address in any case; base58 is not.
  const address = wallet ?? ''
  if (/^0x[\da-f]{40}$/i.test(address)) return { type: 'wallet', value: address.toLowerCase() }
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return { type: 'wallet', value: address }
  throw new CommandError(`${address} is not the address of a wallet.`)
}

/** @throws CommandError */
export function readEmail(written: string): string {
  const { success, data } = emailAddress.safeParse(written)
  if (success) return data
  throw new CommandError(`${written} is not an email address or domain.`)
}

/** E.164. @throws CommandError */
export function readPhone(written: string): string {
  const number = readPhoneNumber(written)
  if (!number) throw new CommandError(`${written} is not a number that can receive text messages.`)
  return number.e164
}

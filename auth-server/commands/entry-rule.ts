import { randomUUID } from 'node:crypto'
import { type AddressType, addressTypes } from '@vitrine/shared/account/schemas.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { entryRules } from '../database/schema.ts'
import { readPhoneNumber } from '../sms/phone-number.ts'
import { type Answer, type Command, CommandError, UsageError, verb } from './command.ts'
import { aligned } from './table.ts'

type List = 'allow' | 'deny'
type RuleName = Pick<typeof entryRules.$inferSelect, 'type' | 'value'>

const WHO = {
  email: { takes: 'address', says: 'one email address' },
  'email-domain': { takes: 'domain', says: 'all email addresses of a domain' },
  phone: { takes: 'number', says: 'a phone number, as E.164' },
  wallet: { takes: 'address', says: 'a wallet' },
} as const
type Who = { readonly [Name in keyof typeof WHO]: string | undefined }

/** `allow …` and `deny …`: an app's allowlist and denylist. */
export function entryRuleCommand(list: List): Command {
  return {
    does: list === 'allow' ? 'who alone may log in to an app' : 'who may not log in to an app',
    verbs: {
      add: verb({
        does: `puts somebody on the ${list}list`,
        more: 'Exactly one of the options says whom.',
        effect: 'changes',
        app: 'any',
        options: WHO,
        json: '{"type", "value", "has_effect"}',
        examples: [`${list} add --app app_1 --email ann@shop.example`],
        run: ({ db, app, options }) => add(db, app, list, readName(options)),
      }),
      remove: verb({
        does: `takes somebody off the ${list}list`,
        more: 'Exactly one of the options says whom.',
        effect: 'changes',
        app: 'any',
        options: WHO,
        json: '{"type", "value"}',
        examples: [`${list} remove --app app_1 --email-domain shop.example`],
        run: ({ db, app, options }) => remove(db, app.id, list, readName(options)),
      }),
      list: verb({
        does: `prints the ${list}list`,
        effect: 'reads',
        app: 'any',
        json: '[{"type", "value"}]',
        examples: [`${list} list --app app_1`],
        run: ({ db, app }) => print(db, app.id, list),
      }),
    },
  }
}

async function add(db: Database, app: App, list: List, name: RuleName): Promise<Answer> {
  await db
    .insert(entryRules)
    .values({ id: randomUUID(), appId: app.id, list, ...name })
    .onConflictDoNothing()
  const hasEffect = list === 'deny' || app.config.allowlist_enabled
  return {
    text: `${name.value} is on the ${list}list.${hasEffect ? '' : ' It has no effect until `allowlist_enabled` is true in the app’s config.'}`,
    json: { ...name, has_effect: hasEffect },
  }
}

async function print(db: Database, appId: string, list: List): Promise<Answer> {
  const rules = await db
    .select()
    .from(entryRules)
    .where(and(eq(entryRules.appId, appId), eq(entryRules.list, list)))
    .orderBy(asc(entryRules.type), asc(entryRules.value))
  return {
    text:
      rules.length === 0
        ? `The ${list}list is empty.`
        : aligned(rules.map(({ type, value }) => [type, value])),
    json: rules.map(({ type, value }) => ({ type, value })),
  }
}

async function remove(db: Database, appId: string, list: List, { type, value }: RuleName): Promise<Answer> {
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
  return { text: `${value} is off the ${list}list.`, json: { type, value } }
}

const READERS = { email: readEmail, phone: readPhone } as const satisfies Record<
  AddressType,
  (written: string) => string
>

/** Normalised as logins are. @throws CommandError */
function readName(options: Who): RuleName {
  const { 'email-domain': domain, wallet } = options
  const given = [...addressTypes.map(type => options[type]), domain, wallet]
  if (given.filter(each => each !== undefined).length !== 1)
    throw new UsageError('Say whom by one of --email, --email-domain, --phone and --wallet.')
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

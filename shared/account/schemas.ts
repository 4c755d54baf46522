import * as z from 'zod/mini'
import { isListedAs, type LinkedAccountFacts } from '../login/define.ts'
import { type Entry, isLinked, LOGIN_ENTRIES, type Opened } from '../login/registry.ts'

/** Schemas of the accounts that logins prove (contract §3), from their entries: on the wire, and as a page has them. */

type Fields = LinkedAccountFacts['fields']
type Account = Extract<Entry['accounts'][number], { readonly fields: Fields }>

/** Times are unix seconds. */
export const verification = {
  verified_at: z.number(),
  first_verified_at: z.nullable(z.number()),
  latest_verified_at: z.nullable(z.number()),
}
/** `z.date` would be one more kind of schema in every page. */
export const date = z.instanceof(Date)
export const dates = { firstVerifiedAt: z.nullable(date), latestVerifiedAt: z.nullable(date) }

export const camelCase = (field: string): string =>
  field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name that pages have a field of the wire under. */
export const clientName = ({ clientNames }: LinkedAccountFacts, field: string): string =>
  clientNames?.[field] ?? camelCase(field)

type Camel<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name
type ClientName<A, Field> = A extends { readonly clientNames: infer Names }
  ? Field extends keyof Names
    ? Names[Field]
    : Camel<Field>
  : Camel<Field>
type ClientFields<A extends Account> = {
  [Field in keyof A['fields'] as ClientName<A, Field> & string]: Extract<A['fields'][Field], z.ZodMiniType>
}

type WireSchema<A> = A extends {
  readonly type: infer Type extends string
  readonly fields: infer F extends Fields
}
  ? z.ZodMiniObject<{ type: z.ZodMiniType<Opened<Type>> } & F & typeof verification>
  : never
type ClientSchema<A> = A extends Account
  ? z.ZodMiniObject<{ type: z.ZodMiniType<Opened<A['type']>> } & ClientFields<A> & typeof dates>
  : never
type Shortcuts = {
  [A in Account as A extends { readonly shortcut: infer Name extends string }
    ? Name
    : never]: z.ZodMiniOptional<z.ZodMiniObject<ClientFields<A>>>
}
type Reference = {
  [A in Account as A extends { readonly reference: object }
    ? ClientName<A, A['subject']> & string
    : never]: A extends { readonly reference: { readonly isNumber: true } }
    ? z.ZodMiniOptional<z.ZodMiniNumber<number>>
    : z.ZodMiniOptional<z.ZodMiniString<string>>
}

type FieldNames<A = Account> = A extends Account ? keyof A['fields'] : never
type FieldNamed<Name, A = Account> = A extends Account
  ? Name extends keyof A['fields']
    ? A['fields'][Name]
    : never
  : never
/** What a server keeps of an account to tell of it, besides its subject: its fields, in camelCase. */
export type AccountFields = {
  readonly [Name in FieldNames & string as Camel<Name>]?: NonNullable<
    z.infer<Extract<FieldNamed<Name>, z.ZodMiniType>>
  >
}

const accounts = LOGIN_ENTRIES.flatMap(it => it.accounts).filter(isLinked)
const clientFields = (account: LinkedAccountFacts) =>
  Object.fromEntries(
    Object.entries(account.fields).map(([name, field]) => [clientName(account, name), field]),
  )

/** Of an account's type as an entry lists it. */
const typeOf = (listed: string) =>
  listed.endsWith(':') ? z.string().check(z.refine(name => isListedAs(listed, name))) : z.literal(listed)

// The types say of each entry what these make of it: a compiler cannot follow a loop over entries.
export const wireAccounts = accounts.map(({ type, fields }) =>
  z.object({ type: typeOf(type), ...fields, ...verification }),
) as unknown as readonly WireSchema<Account>[]

export const clientAccounts = accounts.map(account =>
  z.object({ type: typeOf(account.type), ...clientFields(account), ...dates }),
) as unknown as readonly ClientSchema<Account>[]

/** Shortcuts to accounts on the user that a page sees, e.g. `user.email`. */
export const shortcuts = Object.fromEntries(
  accounts.flatMap(account =>
    account.shortcut ? [[account.shortcut, z.optional(z.object(clientFields(account)))]] : [],
  ),
) as unknown as Shortcuts

interface WireAccount {
  readonly type: string
}

/** The fields of an account besides type and dates, as a page has them; what the entry does not name stays away. */
export function clientFieldsOf(account: WireAccount): Record<string, unknown> {
  const facts = accounts.find(({ type }) => isListedAs(type, account.type))
  if (!facts) return {}
  const given: Readonly<Record<string, unknown>> = { ...account }
  return Object.fromEntries(
    Object.keys(facts.fields).flatMap(name =>
      given[name] === undefined ? [] : [[clientName(facts, name), given[name]]],
    ),
  )
}

/** The shortcuts to the first account of each type that has one. */
export const shortcutsOf = (linked: readonly WireAccount[]): z.infer<z.ZodMiniObject<Shortcuts>> =>
  Object.fromEntries(
    accounts.flatMap(({ type, shortcut }) => {
      const first = shortcut && linked.find(account => account.type === type)
      return first ? [[shortcut, clientFieldsOf(first)]] : []
    }),
  )

/** What names one of a user's accounts besides its type: a field for each kind of subject. */
export const references = Object.fromEntries(
  accounts.flatMap(account =>
    account.reference
      ? [
          [
            clientName(account, account.subject),
            z.optional(
              account.reference.isNumber
                ? z.number()
                : z.string().check(z.maxLength(account.reference.maxLength)),
            ),
          ],
        ]
      : [],
  ),
) as unknown as Reference

export type AddressType = Extract<Entry, { readonly address: string }>['accounts'][number]['type']
/** Types of accounts whose subject a person types in: `login` can prefill it, `update` changes it. */
export const addressTypes = LOGIN_ENTRIES.flatMap(it =>
  it.address === null ? [] : it.accounts.map(({ type }) => type),
) as readonly AddressType[]

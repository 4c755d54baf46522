import { ACCOUNT_TYPES, isAccountType } from '@vitrine/shared/account/login-facts.ts'
import { addressTypes } from '@vitrine/shared/account/schemas.ts'
import { USER_SEARCHES, type UserSearch } from '@vitrine/shared/api/users.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { importedWallets } from '../database/imported-tables.ts'
import { accounts, embeddedWallets, mailboxOf, wallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { readPhoneNumber } from '../sms/phone-number.ts'

/** By what users are looked for: at most one of the searches; `type` goes with `subject`. */
export type Searched = { readonly [Search in UserSearch | 'type']?: string | undefined }

export interface Search {
  readonly by: UserSearch
  /** Ids of the users who are found, as a query. */
  readonly ids: SQL
}

/**
 * Reads what is searched. What is typed counts as it is written: `%`, `_` and `\` mean themselves.
 * @returns `null` where all users are asked for
 * @throws `invalid_data` (400)
 */
export function readSearch(appId: string, searched: Searched): Search | null {
  const given = USER_SEARCHES.filter(by => searched[by] !== undefined)
  if (given.length > 1) throw refused(`Search by one thing at a time: ${USER_SEARCHES.join(', ')}.`)
  const [by] = given
  if (searched.type !== undefined && by !== 'subject') throw refused('`type` goes with `subject`.')
  if (by === undefined) return null
  return { by, ids: FINDERS[by](appId, searched[by] ?? '', searched.type) }
}

type Finder = (appId: string, value: string, type: string | undefined) => SQL

const mailbox = mailboxOf(accounts)

const FINDERS: Readonly<Record<UserSearch, Finder>> = {
  email(appId, value) {
    const { success, data } = emailAddress.safeParse(value)
    if (!success) throw refused('This is no email address. Search for its beginning by `email_prefix`.')
    return ofAccounts(appId, sql`${mailbox} = ${data}`)
  },
  email_prefix: (appId, value) =>
    ofAccounts(appId, sql`${mailbox} like ${`${literally(value.trim().toLowerCase())}%`}`),
  phone(appId, value) {
    const number = readPhoneNumber(value)
    if (!number) throw refused('This is no phone number. Write it with its country code, e.g. +12025550123.')
    return ofAccounts(appId, isSubject(number.e164, addressTypes))
  },
  address(appId, value) {
    if (!/^(0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(value))
      throw refused('This is no address of a wallet.')
    return ofWallets(appId, value)
  },
  subject(appId, value, type) {
    if (type !== undefined && !isAccountType(type)) throw refused('There are no accounts of this type.')
    return ofAccounts(appId, isSubject(value, type === undefined ? null : [type]))
  },
}

const ofAccounts = (appId: string, isIt: SQL): SQL =>
  sql`(select ${accounts.userId} from ${accounts} where ${accounts.appId} = ${appId} and ${isIt})`

const isSubject = (subject: string, types: readonly string[] | null): SQL =>
  types === null
    ? sql`${accounts.subject} = ${subject}`
    : sql`${accounts.subject} = ${subject} and ${inArray(sql`${accounts.type}`, [...types])}`

/** Of those who can use a wallet: of one that came with an account that was taken in, who took it in. */
function ofWallets(appId: string, value: string): SQL {
  const isHex = value.startsWith('0x') || value.startsWith('0X')
  const address = isHex ? value.toLowerCase() : value
  const own = [wallets, embeddedWallets, importedWallets].map(
    table => sql`
      select coalesce(owner.merged_into, owner.id) from ${table} as held join users as owner on owner.id = held.user_id
      where lower(held.address) = ${value.toLowerCase()} and ${isHex ? sql`true` : sql`held.address = ${value}`}
        and owner.app_id = ${appId}`,
  )
  // A contract's is the address alone.
  const linked = [`${isHex ? 'ethereum' : 'solana'}:${address}`, address].map(subject =>
    ofAccounts(appId, isSubject(subject, WALLET_TYPES)),
  )
  return sql`(${sql.join([...own, ...linked], sql` union `)})`
}

/** Whose subject is an address. */
const WALLET_TYPES = ACCOUNT_TYPES.filter(type => /wallet$/.test(type))

/** As LIKE has it, whose escape is the backslash. */
const literally = (text: string): string => text.replace(/[\\%_]/g, match => `\\${match}`)

const refused = (why: string) => apiError('invalid_data', why)

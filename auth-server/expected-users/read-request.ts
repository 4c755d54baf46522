import { accountFacts } from '@vitrine/shared/account/login-facts.ts'
import { camelCase } from '@vitrine/shared/account/schemas.ts'
import type { ExpectUserRequest } from '@vitrine/shared/api/import-users.ts'
import { type CustomMetadata, customMetadata, METADATA_LIMITS } from '@vitrine/shared/api/users.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'
import type { Identity } from '../identity/identity.ts'
import { requireServerMode } from '../wallet/call/require-server-mode.ts'
import { readIdentity } from '../wallet/import/batch-owner.ts'

export type ChainType = 'ethereum' | 'solana'

/** Who is expected, and what is to wait for them. */
export interface Wanted {
  /** By type and subject, each once. */
  readonly identities: readonly Identity[]
  readonly chainTypes: readonly ChainType[]
  /** Left out: what waits stays as it is. */
  readonly customMetadata?: CustomMetadata
  readonly acceptedTermsAt?: Date
}

/**
 * @param now unix ms
 * @throws `invalid_data` (400), whose sentence names the account and never its subject; `not_supported` (422) for wallets of an app whose
 * keys are on devices
 */
export function readWanted(app: App, request: ExpectUserRequest, now: number): Wanted {
  const { linked_accounts, custom_metadata: metadata, wallets = [], accepted_terms_at: terms } = request
  const identities = linked_accounts.map(readLogin).sort(byName)
  const twice = identities.find((it, at) => at > 0 && byName(identities[at - 1] ?? it, it) === 0)
  if (twice) throw apiError('invalid_data', `The same login of type ${twice.type} stands there twice.`)
  if (terms !== undefined && terms * 1000 > now)
    throw apiError('invalid_data', 'accepted_terms_at is a time, in unix seconds, that is yet to come.')
  if (wallets.length > 0) requireServerMode(app)
  return {
    identities,
    chainTypes: [...new Set(wallets.map(it => it.chain_type))].sort(),
    ...(metadata !== undefined && { customMetadata: readMetadata(metadata) }),
    ...(terms !== undefined && { acceptedTermsAt: new Date(terms * 1000) }),
  }
}

const byName = (one: Identity, other: Identity): number =>
  order(one.type, other.type) || order(one.subject, other.subject)
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * `{type, subject}`, or an account as contract §3 and exports of other providers write it.
 * @throws `invalid_data` (400), whose sentence names the type alone
 */
export function readLogin(account: Readonly<Record<string, unknown>>): Identity {
  const { type } = account
  const facts = typeof type === 'string' ? accountFacts(type) : null
  if (typeof type !== 'string' || !facts)
    throw apiError('invalid_data', 'linked_accounts: an account has a type that no login of this server has.')
  const subject = account.subject ?? subjectOf(type, account)
  const text = typeof subject === 'number' ? String(subject) : subject
  if (typeof text !== 'string' || text === '' || text.length > MAX_SUBJECT)
    throw apiError('invalid_data', `linked_accounts: the account of type ${type} does not say whose it is.`)
  try {
    return readIdentity({ type, subject: text })
  } catch {
    // The sentence of a key's owner speaks of ids, which nobody has here.
    throw apiError(
      'invalid_data',
      `linked_accounts: the account of type ${type} cannot be expected, or is not written as one.`,
    )
  }
}

/** By the field that names such an account: an e-mail's `address`, a number's `phoneNumber`, a wallet's chain and address. */
function subjectOf(type: string, account: Readonly<Record<string, unknown>>): unknown {
  const facts = accountFacts(type)
  if (type === 'wallet')
    return typeof account.address === 'string'
      ? `${account.chain_type ?? account.chainType ?? 'ethereum'}:${account.address}`
      : undefined
  if (!facts || !('subject' in facts)) return undefined
  const { subject } = facts
  return (
    account[subject] ??
    account[camelCase(subject)] ??
    account[snakeCase(subject)] ??
    account[SHORT[type] ?? '']
  )
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
/** What other providers call it. */
const SHORT: Readonly<Record<string, string>> = { phone: 'number' }
/** Of an account, by `signer/operation-shapes.ts`. */
const MAX_SUBJECT = 1364

/** @throws `invalid_data` (400), which names the key, never the value */
export function readMetadata(given: unknown): CustomMetadata {
  const refused = (what: string) => apiError('invalid_data', `custom_metadata: ${what}`)
  const parsed = customMetadata.safeParse(given)
  if (!parsed.success) throw refused('write an object of texts, numbers and true or false.')
  const { keys, keyLength, valueLength, bytes } = METADATA_LIMITS
  const entries = Object.entries(parsed.data)
  if (entries.length > keys) throw refused(`at most ${keys} keys are kept.`)
  for (const [key, value] of entries) {
    if (key === '' || key.length > keyLength || !isStorable(key))
      throw refused(`a key is empty, or longer than ${keyLength} characters.`)
    if (typeof value === 'string' && (value.length > valueLength || !isStorable(value)))
      throw refused(`the value of ${key} is longer than ${valueLength} characters, or no text.`)
  }
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > bytes)
    throw refused(`it is longer than ${bytes} bytes.`)
  return parsed.data
}

/** Postgres keeps no NUL and no half of a character. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

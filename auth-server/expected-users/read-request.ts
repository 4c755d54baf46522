import { accountFacts } from '@vitrine/shared/account/login-facts.ts'
import { camelCase } from '@vitrine/shared/account/schemas.ts'
import type { ExpectUserRequest } from '@vitrine/shared/api/import-users.ts'
import type { CustomMetadata } from '@vitrine/shared/api/users.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'
import type { Identity } from '../identity/identity.ts'
import { readMetadata } from '../users-api/edit-metadata.ts'
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
  if (typeof subject === 'number' && !Number.isSafeInteger(subject))
    throw apiError(
      'invalid_data',
      `linked_accounts: the number of an account of type ${type} is not whole, or is beyond 2^53 and would be rounded. Send it as a text.`,
    )
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

export const snakeCase = (field: string): string =>
  field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
/** What other providers call it. */
const SHORT: Readonly<Record<string, string>> = { phone: 'number' }
/** Of an account, by `signer/operation-shapes.ts`. */
const MAX_SUBJECT = 1364

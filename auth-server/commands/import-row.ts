import { accountTypeOf, isAccountType, provenBy } from '@vitrine/shared/account/login-facts.ts'
import { EXPECTED_CHAINS, type ExpectUserRequest } from '@vitrine/shared/api/import-users.ts'
import { snakeCase } from '../expected-users/read-request.ts'
import { canBeNamed } from '../wallet/import/batch-owner.ts'
import { CommandError } from './command.ts'

/** A row as the server is asked. */
export type RowRequest = Pick<ExpectUserRequest, 'linked_accounts'> &
  Partial<Pick<ExpectUserRequest, 'custom_metadata' | 'wallets' | 'accepted_terms_at'>>

/** Logins that are named by a column of their own: an address, a number. */
const CODE_LOGINS = provenBy('code').map(method => accountTypeOf({ method }))
/** Columns of a CSV file; `metadata.<key>` are all others. JSON lines have the same names. */
const COLUMNS: readonly string[] = [...CODE_LOGINS, 'type', 'subject', 'wallets', 'accepted_terms_at']
const METADATA = 'metadata.'

/** A header, checked. @throws CommandError: nothing is sent of a file whose columns nobody can tell */
export function readHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map(it => it.trim())
  const unknown = names.find(it => !isColumn(it))
  if (unknown !== undefined)
    throw new CommandError(
      `The column “${unknown.slice(0, 64)}” is unknown. Known are ${COLUMNS.join(', ')} and ${METADATA}<name>.`,
    )
  const twice = names.find((it, at) => names.indexOf(it) !== at)
  if (twice !== undefined) throw new CommandError(`The column “${twice}” stands there twice.`)
  return names
}

const isColumn = (name: string): boolean =>
  COLUMNS.some(it => it === name) || (name.startsWith(METADATA) && name.length > METADATA.length)

/** A row of CSV: an empty cell says nothing. @throws CommandError */
export function readCells(columns: readonly string[], cells: readonly string[]): RowRequest {
  if (cells.length !== columns.length)
    throw new CommandError(
      `The line has ${cells.length} cells, and there are ${columns.length} columns. It may be cut off.`,
    )
  const given = Object.fromEntries(
    columns.map((name, at) => [name, cells[at]?.trim() ?? '']).filter(([, cell]) => cell !== ''),
  )
  const metadata = Object.entries(given).filter(([name]) => name.startsWith(METADATA))
  const { wallets, accepted_terms_at: terms, ...logins } = given
  return toRequest({
    ...Object.fromEntries(Object.entries(logins).filter(([name]) => !name.startsWith(METADATA))),
    ...(wallets !== undefined && { wallets: wallets.split(';') }),
    ...(terms !== undefined && { accepted_terms_at: /^\d+$/.test(terms) ? Number(terms) : terms }),
    ...(metadata.length > 0 && {
      custom_metadata: Object.fromEntries(
        metadata.map(([name, cell]) => [name.slice(METADATA.length), cell]),
      ),
    }),
  })
}

/** Of a user as other providers export one: what Vitrine makes itself, or has no place for. */
const LEFT_OUT = ['id', 'created_at', 'is_guest', 'mfa_methods', 'has_accepted_terms']
const TAKEN: readonly string[] = [...COLUMNS, 'linked_accounts', 'custom_metadata']

/** A line of JSON. @throws CommandError */
export function readObject(given: unknown): RowRequest {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CommandError('The line is no JSON object.')
  if ('linkedAccounts' in given) return toRequest(fromLibrary(given as Loose))
  const unknown = Object.keys(given).find(key => !TAKEN.includes(key) && !LEFT_OUT.includes(key))
  if (unknown !== undefined)
    throw new CommandError(`“${unknown.slice(0, 64)}” is unknown. Known are ${TAKEN.join(', ')}.`)
  return toRequest(given as Loose)
}

type Loose = Readonly<Record<string, unknown>>

/**
 * A user as a provider's library for backends has one: in camelCase, with each account once more under a name of its own (`email`,
 * `google`), which says nothing new.
 */
function fromLibrary({ linkedAccounts: accounts, customMetadata: metadata }: Loose): Loose {
  return {
    linked_accounts: Array.isArray(accounts) ? accounts.map(withSnakeCase) : accounts,
    ...(metadata !== undefined && { custom_metadata: metadata }),
  }
}

/** Beside what stands there: a phone's `phoneNumber` is the API's name too. */
const withSnakeCase = (account: unknown): unknown => {
  if (typeof account !== 'object' || account === null) return account
  const renamed = Object.entries(account).map(([name, value]) => [snakeCase(name), value])
  return { ...account, ...Object.fromEntries(renamed) }
}

function toRequest(given: Loose): RowRequest {
  const { type, subject, custom_metadata: metadata, wallets, accepted_terms_at: terms } = given
  if ((type === undefined) !== (subject === undefined))
    throw new CommandError('A type comes with its subject, and a subject with its type.')
  const accounts = [
    ...CODE_LOGINS.flatMap(name => (given[name] === undefined ? [] : [{ type: name, subject: given[name] }])),
    ...(type !== undefined ? [{ type, subject }] : []),
    ...listed(given.linked_accounts),
  ]
  if (accounts.length === 0)
    throw new CommandError('The line names no login: an email, a phone, or a type and its subject.')
  if (terms !== undefined && typeof terms !== 'number')
    throw new CommandError('accepted_terms_at is a time in unix seconds.')
  return {
    linked_accounts: accounts,
    ...(metadata !== undefined && { custom_metadata: metadata }),
    ...(wallets !== undefined && { wallets: readChains(wallets) }),
    ...(terms !== undefined && { accepted_terms_at: terms }),
  }
}

/**
 * Whether somebody could prove it here. A passkey is of its provider's domain, `cross_app` a wallet inside of another login, and the wallet
 * that another provider made has its key there: that comes by `wallets import`.
 */
const isMovable = ({ type, connector_type: connector, chain_type: chain = 'ethereum' }: Loose): boolean =>
  type !== 'cross_app' &&
  connector !== 'embedded' &&
  (typeof type !== 'string' || !isAccountType(type) || canBeNamed({ type, subject: `${chain}:` }))

function listed(accounts: unknown): ExpectUserRequest['linked_accounts'] {
  if (accounts === undefined) return []
  if (!Array.isArray(accounts)) throw new CommandError('linked_accounts is no list.')
  return accounts.filter(it => {
    if (typeof it !== 'object' || it === null)
      throw new CommandError('linked_accounts: an account is no object.')
    return isMovable(it)
  })
}

function readChains(wallets: unknown): { chain_type: (typeof EXPECTED_CHAINS)[number] }[] {
  if (!Array.isArray(wallets)) throw new CommandError(NO_CHAINS)
  return wallets.map(it => {
    const name = typeof it === 'string' ? it.trim() : it?.chain_type
    const chain = EXPECTED_CHAINS.find(each => each === name)
    if (!chain) throw new CommandError(NO_CHAINS)
    return { chain_type: chain }
  })
}

const NO_CHAINS = `wallets names chains: ${EXPECTED_CHAINS.join(' or ')}, or both, as ${EXPECTED_CHAINS.join(';')} in CSV.`

import { type AccountType, accountFacts, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import { clientName } from '@vitrine/shared/account/schemas.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { entryOf, isLinked, type MethodEntry, type Way } from '@vitrine/shared/login/registry.ts'

export type LinkedAccount = User['linkedAccounts'][number]

export const isLinkable = ({ method }: Way): boolean => entryOf(method).isLinkable

/** Whether this app lets it be added. */
export const mayLink = ({ method }: Way, app: Parameters<NonNullable<MethodEntry['mayLink']>>[0]): boolean =>
  entryOf(method).mayLink?.(app) ?? true

/** What a page may ask for besides: the proof is its own to bring. */
export const isLinkableByPage = (way: Way): boolean =>
  isLinkable(way) || entryOf(way.method).isLinkedByPage === true

/** The account that stands in the way of linking: a user has one of its type at most, and another one is an update. */
export function accountInTheWay(user: User, type: AccountType): LinkedAccount | undefined {
  return accountFacts(type)?.perUser === 'one'
    ? user.linkedAccounts.find(account => account.type === type)
    : undefined
}

/** The way that changes what a person typed in; what nobody types is not changed but added and removed. */
export function updateWay(account: Pick<LinkedAccount, 'type'>): Way | undefined {
  const way = wayOfAccount(account)
  return way && entryOf(way.method).address !== null ? way : undefined
}

/** A wallet that was made here stays with the user. */
export const isEmbedded = (account: LinkedAccount): boolean =>
  account.type === 'wallet' && account.connectorType === 'embedded'

/** The way that adds and takes away such an account; `undefined` for what stays with the user. */
export function unlinkWay(account: LinkedAccount): Way | undefined {
  const way = isEmbedded(account) ? null : wayOfAccount(account)
  return way && isLinkable(way) ? way : undefined
}

/** What tells an account from others of its type, under the name that the server has for it; `value` as it is normalised there. */
export function subjectOf(account: LinkedAccount): {
  readonly field: string
  readonly value: string
  /** As the server has it: a number of one that is numbered. */
  readonly sent: string | number
} {
  if (account.type === 'wallet') {
    const { chainType, address } = account
    const known = chainType === 'ethereum' ? address.toLowerCase() : address
    return { field: 'address', value: `${chainType}:${known}`, sent: address }
  }
  const facts = accountFacts(account.type)
  if (!facts || !isLinked(facts)) throw new TypeError(`No login proves an account of type ${account.type}`)
  const sent: string | number = Reflect.get(account, clientName(facts, facts.subject))
  const value = facts.reference?.ignoresCase ? String(sent).toLowerCase() : String(sent)
  return { field: facts.subject, value, sent }
}

/** Tells an account from all others of its person, two passkeys of one browser too, which have one name. */
export const accountKey = (account: LinkedAccount): string => `${account.type} ${subjectOf(account).value}`

/** Whether a page's reference means this account of the type that it names. */
export function isMeant(
  account: LinkedAccount,
  reference: Readonly<Record<string, string | number | undefined>>,
): boolean {
  // Of a Solana address every letter's case counts.
  if (account.type === 'wallet')
    return sameText(reference.address, account.address, account.chainType === 'ethereum')
  const facts = accountFacts(account.type)
  if (!facts || !isLinked(facts)) return false
  if (!facts.reference) return true
  const given = reference[clientName(facts, facts.subject)]
  return sameText(given, subjectOf(account).value, facts.reference.ignoresCase ?? false)
}

/** Whether a page's reference lacks what tells an account of that type from others, or has what can be none's. */
export function lacksSubject(
  reference: Readonly<Record<string, string | number | undefined>> & { readonly type: string },
): boolean {
  const facts = accountFacts(reference.type)
  if (!facts || !isLinked(facts) || !facts.reference) return false
  const given = reference[clientName(facts, facts.subject)]
  return given === undefined || String(given).trim() === ''
}

const sameText = (given: string | number | undefined, known: string, ignoresCase: boolean): boolean =>
  given !== undefined &&
  (ignoresCase ? String(given).toLowerCase() === known.toLowerCase() : String(given) === known)

import { accountFacts, accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
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
export function accountInTheWay(user: User, way: Way): LinkedAccount | undefined {
  const type = accountTypeOf(way)
  return accountFacts(type)?.facts.perUser === 'one'
    ? user.linkedAccounts.find(account => account.type === type)
    : undefined
}

/** The way that changes what a person typed in; what nobody types is not changed but added and removed. */
export function updateWay({ type }: Pick<LinkedAccount, 'type'>): Way | undefined {
  const way = accountFacts(type)?.way
  return way && entryOf(way.method).address !== null ? way : undefined
}

/** The way that adds and takes away accounts of a type; `undefined` for what stays with the user. */
export function unlinkWay({ type }: Pick<LinkedAccount, 'type'>): Way | undefined {
  const way = accountFacts(type)?.way
  return way && isLinkable(way) ? way : undefined
}

/** What tells an account from others of its type, under the name that the server has for it. */
export function subjectOf(account: LinkedAccount): {
  readonly field: string
  readonly value: string
  /** As the server has it: a number of one that is numbered. */
  readonly sent: string | number
} {
  const facts = accountFacts(account.type)?.facts
  if (!facts || !isLinked(facts)) throw new TypeError(`No login proves an account of type ${account.type}`)
  const sent: string | number = Reflect.get(account, clientName(facts, facts.subject))
  return { field: facts.subject, value: String(sent), sent }
}

/** Tells an account from all others of its person, two passkeys of one browser too, which have one name. */
export const accountKey = (account: LinkedAccount): string =>
  account.type === 'wallet' ? account.address : `${account.type} ${subjectOf(account).value}`

/** Whether a page's reference means this account of the type that it names. */
export function isMeant(
  account: LinkedAccount,
  reference: Readonly<Record<string, string | number | undefined>>,
): boolean {
  const facts = accountFacts(account.type)?.facts
  if (!facts || !isLinked(facts)) return sameText(reference.address, Reflect.get(account, 'address'), true)
  if (!facts.reference) return true
  const given = reference[clientName(facts, facts.subject)]
  return sameText(given, subjectOf(account).value, facts.reference.ignoresCase ?? false)
}

/** Whether a page's reference lacks what tells an account of that type from others, or has what can be none's. */
export function lacksSubject(
  reference: Readonly<Record<string, string | number | undefined>> & { readonly type: string },
): boolean {
  const facts = accountFacts(reference.type)?.facts
  if (!facts || !isLinked(facts) || !facts.reference) return false
  const given = reference[clientName(facts, facts.subject)]
  return given === undefined || String(given).trim() === ''
}

const sameText = (given: string | number | undefined, known: string, ignoresCase: boolean): boolean =>
  given !== undefined &&
  (ignoresCase ? String(given).toLowerCase() === known.toLowerCase() : String(given) === known)

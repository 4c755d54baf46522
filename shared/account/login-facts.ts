import { isListedAs, type LoginConfig, type ProofKind, type WayOf } from '../login/define.ts'
import {
  type Entry,
  entryOf,
  LOGIN_ENTRIES,
  LOGIN_METHODS,
  type LoginMethod,
  type MethodEntry,
  type Opened,
  type Way,
} from '../login/registry.ts'

/** What follows from the entries. Apart from `registry.ts`: the frame starts without it. */

/** The ways that an app's config turns on, in the landing's default order. */
export const enabledWays = (app: LoginConfig): readonly Way[] => LOGIN_ENTRIES.flatMap(it => it.ways(app))

/** What people call the way: "Logging in … is turned off". */
export function spokenOf({ method, provider = '' }: Way): string {
  const { spoken } = entryOf(method)
  return typeof spoken === 'string' ? spoken : spoken(provider)
}

/** Methods that a kind of proof is for. */
type ProvenBy<Kind extends ProofKind> = Extract<
  Entry,
  { readonly proofs: { readonly [K in Kind]: object } }
>['method']
export const provenBy = <Kind extends ProofKind>(kind: Kind) =>
  LOGIN_METHODS.filter(method => entryOf(method).proofs[kind]) as [ProvenBy<Kind>, ...ProvenBy<Kind>[]]

/** On the wallet origin: where people come back from a provider. An app's operator enters it there. */
export const CALLBACK_PATH = `${entryOf(provenBy('grant')[0]).path}/callback`

/** Types of the accounts that a login can prove (contract §3). */
export type AccountType = Opened<Entry['accounts'][number]['type']>
/** Of those that users and pages see. */
export type LinkedAccountType = Opened<
  Extract<Entry['accounts'][number], { readonly fields: object } | { readonly chainType: string }>['type']
>
export type AccountTypeOf<Method> = Opened<
  Extract<Entry, { readonly method: Method }>['accounts'][number]['type']
>
/** As the entries list them: one that ends with a colon stands for all that begin with it, see `isAccountType`. */
export const ACCOUNT_TYPES = LOGIN_ENTRIES.flatMap(({ accounts }) => accounts.map(({ type }) => type)) as [
  Entry['accounts'][number]['type'],
  ...Entry['accounts'][number]['type'][],
]
export const isAccountType = (type: string): type is AccountType =>
  ACCOUNT_TYPES.some(listed => isListedAs(listed, type))

/** The type of an account that is an address with a domain, which its owner has shown to read. */
export const MAILBOX_TYPE = LOGIN_ENTRIES.flatMap(it => it.accounts).find(it => it.domainRule)
  ?.type as AccountType

/** The type of the account that a way proves. @throws TypeError for a provider that the method does not have */
export function accountTypeOf<Method extends LoginMethod>({
  method,
  provider,
}: WayOf<Method>): AccountTypeOf<Method> {
  const account = entryOf(method).accounts.find(it =>
    it.provider && provider ? isListedAs(it.provider, provider) : it.provider === provider,
  )
  if (!account) throw new TypeError(`${method} has no account of ${provider}`)
  return (account.type.endsWith(':') ? provider : account.type) as AccountTypeOf<Method>
}

type AccountFacts = MethodEntry['accounts'][number]

/** What an account of a type is; `null` for a type that no login proves. Of a wallet's, what holds on every chain. */
export const accountFacts = (type: string): AccountFacts | null =>
  LOGIN_ENTRIES.flatMap(it => it.accounts).find(it => isListedAs(it.type, type)) ?? null

/** Enough of an account to tell the way that proves it: of a wallet its chain, by itself or as its subject begins. */
export interface ProvenAccount {
  readonly type: string
  readonly subject?: string | undefined
  readonly chainType?: string | undefined
}

/** The way that proves an account; `null` for one that no login proves. */
export function wayOfAccount({ type, subject = '', chainType }: ProvenAccount): Way | null {
  const isOfIt = (facts: AccountFacts) =>
    isListedAs(facts.type, type) &&
    (!('chainType' in facts) ||
      (chainType === undefined ? subject.startsWith(`${facts.chainType}:`) : facts.chainType === chainType))
  for (const { method, accounts } of LOGIN_ENTRIES) {
    const facts = accounts.find(isOfIt)
    const provider = facts?.type.endsWith(':') ? type : facts?.provider
    if (facts) return { method, ...(provider && { provider }) }
  }
  return null
}

/** The chain of the wallets that a way proves; `null` for a way that proves none. */
export const chainTypeOf = (method: LoginMethod) =>
  entryOf(method).accounts.flatMap(it => ('chainType' in it ? it.chainType : []))[0] ?? null

/** A guest's account: whoever has no other one is a guest, and the first link ends it. */
export const isGuestAccount = (type: string): boolean => {
  const facts = accountFacts(type)
  return facts !== null && 'isGuest' in facts
}

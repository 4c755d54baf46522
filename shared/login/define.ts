import type * as z from 'zod/mini'
import type { AppConfig } from '../config/app-config.ts'

/** What a method and a provider are called together: what a person chooses. See `Way` in `registry.ts`. */
export interface WayOf<Method extends string> {
  readonly method: Method
  /** Of a method with a way for each of several parties, e.g. `google`. */
  readonly provider?: string
}

/** A switch in the app's config. */
export type Flag = { [K in keyof AppConfig]-?: AppConfig[K] extends boolean ? K : never }[keyof AppConfig]
/** What of the app's config says which methods there are; the server's form of it and the frame's are alike in this. */
export type LoginConfig = Pick<AppConfig, Flag | 'custom_oauth_providers'>

/** Wallets stand apart from what needs none; `direct`: email, SMS and social, without which a wallet login comes first (specification §5). */
export type LoginGroup = 'direct' | 'wallet' | 'other'

/** The account (contract §3) that a way proves. */
export interface AccountFacts {
  /** One that ends with a colon stands for all that begin with it: of parties that an app's operator names. */
  readonly type: string
  /** Of a method with providers: whose account it is. Of one with a colon at its end the type's name is the provider's. */
  readonly provider?: string
  /** Whether a user may have more than one. The database decides it: `accounts_one_of_type_index`. */
  readonly perUser: 'one' | 'many'
  /** The call that adds it: it stands beside what a login by the way proves, and nobody logs in by it. Absent: it is what that proves. */
  readonly linkedBy?: string
  /** The name of the rule of entry about the domain of its subject, where that is an address with one. */
  readonly domainRule?: string
}

/** An account that users and pages see. Its schemas and its form for pages follow from this, see `shared/account/schemas.ts`. */
export interface LinkedAccountFacts extends AccountFacts {
  /** Fields on the wire, in snake_case, besides type and dates; pages have them in camelCase. */
  readonly fields: Readonly<Record<string, z.ZodMiniType>>
  /** Fields that pages have under a name of their own. */
  readonly clientNames?: Readonly<Record<string, string>>
  /** The field that tells it from others of its type. */
  readonly subject: string
  /** How a page's `unlink` names one: by its subject. Absent where none is unlinked. */
  readonly reference?: { readonly maxLength: number; readonly ignoresCase?: true; readonly isNumber?: true }
  /** The name of the shortcut to it on the user that pages see. */
  readonly shortcut?: string
}

/** An account that is nobody's business but the server's: whoever has no other is a guest, and the first link ends it. */
export interface GuestAccountFacts extends AccountFacts {
  readonly isGuest: true
}

/** A wallet of another app: whose chain and address its subject says, see `walletOf`. */
export interface WalletAccountFacts extends AccountFacts {
  readonly type: 'wallet'
  readonly chainType: 'ethereum' | 'solana'
}

/**
 * What proves a login. `code`: a code that was sent; `secret`: what a browser made and keeps; `token`: what
 * another party signed; `assertion`: a passkey's signature; `new-credential`: a passkey just made; `grant`: what a party
 * gave this server's signer for who came back from it (RFC 6749 §4.1); `channel`: what a person signed in an app of theirs,
 * which the signer had asked for by way of a relay; `message`: what a person signed in a wallet of theirs, with the signer's nonce.
 */
export type ProofKind =
  | 'code'
  | 'secret'
  | 'token'
  | 'assertion'
  | 'new-credential'
  | 'grant'
  | 'channel'
  | 'message'

/** Where a way is offered, as far as that decides whether it is. */
export interface Surroundings {
  readonly isPhone: boolean
  /** A browser within another app, which providers refuse and where windows are none. */
  readonly isInApp: boolean
  /** `allowOAuthInEmbeddedBrowsers` of the page. */
  readonly allowsInApp: boolean
  readonly app: Pick<AppConfig, 'twitter_oauth_on_mobile_enabled'>
}

/** Whether a list's name, which may end with a colon, stands for a name. */
export const isListedAs = (listed: string, name: string): boolean =>
  listed.endsWith(':') ? name.startsWith(listed) && name !== listed : name === listed

/** Calls below the method's path that a proof is sent to: to log in with it, and to link what it proves. */
export interface ProofPaths {
  readonly login: string
  readonly link: readonly string[]
}

/**
 * All facts about a login method that its folders do not keep for themselves. What the landing, `login`, `link`, `update`
 * and `unlink`, the account screen, the server and the signer do with a method follows from its entry.
 */
export interface LoginMethodEntry {
  /** One slug everywhere, see `registry.ts`. */
  readonly method: string
  /** The ways that the app's config turns on: one or none for most methods. */
  ways(app: LoginConfig): readonly WayOf<string>[]
  /** Whether a name is a provider's of this method. Absent: the method is one way. */
  isProvider?(name: string): boolean
  /** Its name in `loginMethods` (contract §4.3); a provider's way has the provider's. */
  readonly loginName: string
  /** Its name in a login's result (contract §12.5); of a method with providers, theirs. */
  readonly resultNames: readonly string[]
  /** `null`: it has no row, for no person chooses it. */
  readonly landing: LoginGroup | null
  /** The first is what a login proves; of a method with providers, the first of the provider. */
  readonly accounts: readonly (LinkedAccountFacts | GuestAccountFacts | WalletAccountFacts)[]
  /** Whether it can be added to who is logged in, and taken away. */
  readonly isLinkable: boolean
  /** Whether the app's config lets it be added. Absent: wherever the method is on. */
  mayLink?(app: Pick<AppConfig, 'telegram_auth_config'>): boolean
  /** The site's page brings what proves it: only a page can ask for the link, and a person for nothing but to agree. */
  readonly isLinkedByPage?: true
  /** What a person types in: `login` can prefill it, `update` puts another one in its place. `null`: nothing. */
  readonly address: string | null
  /** Below `/api/v1` (contract §2). */
  readonly path: string
  readonly proofs: Readonly<Partial<Record<ProofKind, ProofPaths>>>
  /**
   * How a transfer of what it proves names that, by its subject. Absent: nothing that it links was anybody's before, as a passkey
   * that is just made.
   */
  transferBody?(subject: string, provider?: string): Readonly<Record<string, unknown>>
  /** What people call it: "Logging in … is turned off". */
  readonly spoken: string | ((provider: string) => string)
  /** The name of the company whom a way leads to, the same in every language. Absent: none, or one that the app's config names. */
  brand?(provider: string | undefined): string | undefined
  /** The name that the company's window gives whom it asks for, where that is the app's own. Absent: `brand` says enough. */
  windowName?(app: Pick<AppConfig, 'telegram_auth_config'>): string | undefined
  /** Whether a way is offered there. Absent: everywhere. */
  suits?(provider: string | undefined, where: Surroundings): boolean
  /** The interface that a browser must have for it, by its name. Absent: every browser can. */
  readonly browserApi?: string
  /** It has a window of the wallet origin: `/apps/:app_id/<method>`, whose code is `frame-app/login/<method>/window/main.ts`. */
  readonly hasWindow?: true
}

/** The one way of a method that a switch of the app's config turns on. */
export const whenOn =
  <Method extends string>(method: Method, flag: Flag) =>
  (app: LoginConfig): readonly WayOf<Method>[] =>
    app[flag] ? [{ method }] : []

/**
 * The account of a wallet of another app (contract §3). Its subject begins with its chain, so that a proof of one chain opens no
 * account of the other: `ethereum:<address in lower case>`, `solana:<address>`. What users see of it is `externalWalletAccount`.
 */
export const walletOf = <const Chain extends WalletAccountFacts['chainType']>(chainType: Chain) =>
  ({ type: 'wallet', perUser: 'many', chainType }) as const satisfies WalletAccountFacts

/** A wallet's subject without its chain. */
export const addressOfSubject = (subject: string): string => subject.slice(subject.indexOf(':') + 1)

export const transferBody = (subject: string) => ({ address: addressOfSubject(subject) })

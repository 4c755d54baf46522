import type { User } from '@vitrine/shared/api/client-user.ts'
import type { WireLinkedAccount, WireUser, WireWallet } from '@vitrine/shared/api/user.ts'

type Account = User['linkedAccounts'][number]

/** Wire names that pages have another name for, besides camelCase (contract §3, "Client User"). */
const CLIENT_NAMES: Readonly<Record<string, string>> = {
  phoneNumber: 'number',
  profile_picture: 'pfp',
  homepage_url: 'url',
}
/** Accounts that a user has a shortcut to, beside those of companies. */
const SHORTCUTS = { email: true, phone: true, smart_wallet: true, farcaster: true, telegram: true } as const
/** Of companies: by the company's name. What this product's own bot also proves has no second one. */
const COMPANY = /^(?!telegram)(.+)_oauth$/

export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const date = (seconds: number) => new Date(seconds * 1000)
const dateOrNull = (seconds: number | null) => (seconds === null ? null : date(seconds))

const DATES = ['verified_at', 'first_verified_at', 'latest_verified_at']

/** An account's fields besides type and dates, as pages name them. */
const fieldsOf = (account: object) =>
  Object.fromEntries(
    Object.entries(account)
      .filter(([name, value]) => name !== 'type' && !DATES.includes(name) && value !== undefined)
      .map(([name, value]) => [CLIENT_NAMES[name] ?? camelCase(name), value]),
  )

const walletFields = (account: WireWallet) => ({
  address: account.address,
  chainType: account.chain_type,
  walletIndex: account.wallet_client === 'vitrine' ? account.wallet_index : null,
  walletClientType: account.wallet_client_type ?? account.wallet_client,
  connectorType: account.connector_type ?? account.wallet_client,
  imported: account.wallet_client === 'vitrine' && account.imported,
  delegated: account.wallet_client === 'vitrine' && account.delegated,
  ...(account.wallet_client === 'vitrine' && {
    recoveryMethod: account.recovery_method,
    ...(account.public_key !== undefined && { publicKey: account.public_key }),
    ...(account.id !== null && { id: account.id }),
  }),
})

function clientAccount(account: WireLinkedAccount): Account {
  const dates = {
    firstVerifiedAt: dateOrNull(account.first_verified_at),
    latestVerifiedAt: dateOrNull(account.latest_verified_at),
  }
  if (account.type === 'wallet') return { type: 'wallet', ...walletFields(account), ...dates }
  return { type: account.type, ...fieldsOf(account), ...dates } as Account
}

const shortcutOf = (type: string): string | undefined =>
  COMPANY.exec(type)?.[1] ?? (Object.hasOwn(SHORTCUTS, type) ? camelCase(type) : undefined)

/** The first account of each type that has a shortcut. */
function shortcutsOf(accounts: readonly WireLinkedAccount[]): Partial<User> {
  const shortcuts: Record<string, unknown> = {}
  for (const account of accounts) {
    const name = shortcutOf(account.type)
    if (name !== undefined) shortcuts[name] ??= fieldsOf(account)
  }
  return shortcuts
}

/** Accounts, and shortcuts to them, as pages have them. */
export function clientAccounts(wire: readonly WireLinkedAccount[]) {
  const linkedAccounts = wire.map(clientAccount)
  const wallet = linkedAccounts
    .filter(account => account.type === 'wallet')
    .sort((one, other) => Number(one.firstVerifiedAt) - Number(other.firstVerifiedAt))[0]
  return {
    linkedAccounts,
    ...shortcutsOf(wire),
    ...(wallet && { wallet: { address: wallet.address, chainType: wallet.chainType } }),
  }
}

/** Second factors that pages are told of. */
const SHOWN = { sms: true, totp: true, passkey: true } as const satisfies Record<
  User['mfaMethods'][number],
  true
>
const isShown = (type: string): type is keyof typeof SHOWN => Object.hasOwn(SHOWN, type)

/**
 * The server's user as a page has them: camelCase, dates, one shortcut per kind of account (contract §3, "Client User"). Without the
 * metadata, which no page is told: what a server hands to a page by mistake has none.
 */
export const toClientUser = (wire: WireUser): User => ({
  id: wire.id,
  createdAt: date(wire.created_at),
  hasAcceptedTerms: wire.has_accepted_terms,
  isGuest: wire.is_guest,
  mfaMethods: wire.mfa_methods.flatMap(({ type }) => (isShown(type) ? type : [])),
  ...clientAccounts(wire.linked_accounts),
})

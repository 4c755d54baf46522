import { clientFieldsOf, shortcutsOf } from '@vitrine/shared/account/schemas.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { WireLinkedAccount, WireUser } from '@vitrine/shared/api/user.ts'
import { CLIENT_MFA_METHODS } from '@vitrine/shared/mfa/methods.ts'
import { type HeldWallet, heldWallet } from './held-wallet.ts'

type ClientAccount = User['linkedAccounts'][number]

const date = (seconds: number) => new Date(seconds * 1000)
const dateOrNull = (seconds: number | null) => (seconds === null ? null : date(seconds))

/** An account on the wire as a page sees it. */
export function clientAccount(account: WireLinkedAccount): ClientAccount {
  const dates = {
    firstVerifiedAt: dateOrNull(account.first_verified_at),
    latestVerifiedAt: dateOrNull(account.latest_verified_at),
  }
  if (account.type !== 'wallet')
    return { type: account.type, ...clientFieldsOf(account), ...dates } as ClientAccount
  const { sealedFor: _, ...held }: HeldWallet & { readonly sealedFor?: unknown } = heldWallet(account)
  const { custody: __, recoveryMethod, ...wallet } = held
  return { type: 'wallet', ...wallet, ...(recoveryMethod !== null && { recoveryMethod }), ...dates }
}

/** The server's user as a page sees it (contract §3, "Client User"): camelCase, dates, one shortcut per kind of account. */
export function toClientUser(wire: WireUser): User {
  const linkedAccounts = wire.linked_accounts.map(clientAccount)
  const wallet = linkedAccounts
    .filter(account => account.type === 'wallet')
    .sort((a, b) => Number(a.firstVerifiedAt) - Number(b.firstVerifiedAt))[0]
  return {
    id: wire.id,
    createdAt: date(wire.created_at),
    hasAcceptedTerms: wire.has_accepted_terms,
    isGuest: wire.is_guest,
    ...(wire.custom_metadata && { customMetadata: wire.custom_metadata }),
    mfaMethods: wire.mfa_methods.flatMap(({ type }) => CLIENT_MFA_METHODS.find(each => each === type) ?? []),
    linkedAccounts,
    ...shortcutsOf(wire.linked_accounts),
    ...(wallet && { wallet: { address: wallet.address, chainType: wallet.chainType } }),
  }
}

/** The user's wallets: those that were made here by index, then those that were imported, then those of other wallet apps. */
export function toClientWallets(wire: WireUser): HeldWallet[] {
  return wire.linked_accounts
    .flatMap(account => (account.type === 'wallet' ? heldWallet(account) : []))
    .sort((a, b) => placeOf(a) - placeOf(b))
}

/** An index has 31 bits (BIP-32). */
const placeOf = ({ walletIndex, custody }: HeldWallet): number =>
  walletIndex ?? (custody === 'external' ? 9e9 : 8e9)

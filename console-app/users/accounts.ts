import type { WireEmbeddedWallet, WireLinkedAccount, WireWallet } from '@vitrine/shared/api/user.ts'
import type { ManagedUser } from '@vitrine/shared/api/users.ts'

/** What a person is known by, of a user as the users API has them. */

/** Fields by which an account is known, the most telling first. */
const NAMING = ['address', 'phone_number', 'number', 'username', 'email', 'name', 'display_name', 'subject']

export const isWallet = (account: WireLinkedAccount): account is WireWallet => account.type === 'wallet'
const isOwnWallet = (wallet: WireWallet): wallet is WireEmbeddedWallet => wallet.wallet_client === 'vitrine'

/** The account’s own name; where it has none, whatever text it brought. */
export function accountName(account: WireLinkedAccount): string {
  const fields: Readonly<Record<string, unknown>> = { ...account }
  for (const field of NAMING) {
    const value = fields[field]
    if (typeof value === 'string' && value !== '') return value
  }
  const other = Object.entries(fields).find(
    ([field, value]) =>
      field !== 'type' && !field.endsWith('_at') && ['string', 'number'].includes(typeof value),
  )
  return other ? String(other[1]) : account.type
}

/** What the user is called in lists: a login that people know them by, else a wallet, else the id. */
export function userName({ id, linked_accounts }: Pick<ManagedUser, 'id' | 'linked_accounts'>): string {
  const logins = linked_accounts.filter(account => !isWallet(account))
  const known = logins.find(account => accountName(account).includes('@')) ?? logins[0] ?? linked_accounts[0]
  return known ? accountName(known) : id
}

export const loginsOf = ({ linked_accounts }: ManagedUser): WireLinkedAccount[] =>
  linked_accounts.filter(account => !isWallet(account))
export const walletsOf = ({ linked_accounts }: ManagedUser): WireWallet[] => linked_accounts.filter(isWallet)

/** Addresses of the wallets whose keys go with the user. The server may know of more: it then names them. */
export const walletsWithKeys = (user: ManagedUser): string[] =>
  walletsOf(user)
    .filter(isOwnWallet)
    .map(it => it.address)

/** Where the key is, in words. */
export function walletKind(wallet: WireWallet): string {
  if (!isOwnWallet(wallet)) return 'Their own app'
  const where = wallet.recovery_method === 'privy-v2' ? 'Key at the server' : 'Key on their devices'
  return wallet.imported ? `${where}, brought in` : where
}

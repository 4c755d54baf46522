import type { User } from '@vitrine/shared/api/client-user.ts'
import type { WireLinkedAccount, WireUser } from '@vitrine/shared/api/user.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'

type ClientAccount = User['linkedAccounts'][number]

const date = (seconds: number) => new Date(seconds * 1000)
const dateOrNull = (seconds: number | null) => (seconds === null ? null : date(seconds))

function clientAccount(account: WireLinkedAccount): ClientAccount {
  const dates = {
    firstVerifiedAt: dateOrNull(account.first_verified_at),
    latestVerifiedAt: dateOrNull(account.latest_verified_at),
  }
  if (account.type === 'email') return { type: 'email', address: account.address, ...dates }
  if (account.type === 'phone') return { type: 'phone', number: account.phoneNumber, ...dates }
  if (account.type === 'custom_auth') {
    return { type: 'custom_auth', customUserId: account.custom_user_id, ...dates }
  }
  if (account.type === 'passkey') {
    return {
      type: 'passkey',
      credentialId: account.credential_id,
      enrolledInMfa: account.enrolled_in_mfa,
      ...(account.authenticator_name !== undefined && { authenticatorName: account.authenticator_name }),
      ...(account.created_with_browser !== undefined && { createdWithBrowser: account.created_with_browser }),
      ...(account.created_with_device !== undefined && { createdWithDevice: account.created_with_device }),
      ...(account.created_with_os !== undefined && { createdWithOs: account.created_with_os }),
      ...dates,
    }
  }
  return {
    type: 'wallet',
    address: account.address,
    chainType: account.chain_type,
    walletIndex: account.wallet_index,
    walletClientType: account.wallet_client_type,
    connectorType: account.connector_type,
    recoveryMethod: account.recovery_method,
    imported: account.imported,
    delegated: account.delegated,
    ...(account.id !== null && { id: account.id }),
    ...(account.public_key !== undefined && { publicKey: account.public_key }),
    ...dates,
  }
}

/** The server's user as a page sees it (contract §3, "Client User"): camelCase, dates, one shortcut per kind of account. */
export function toClientUser(wire: WireUser): User {
  const linkedAccounts = wire.linked_accounts.map(clientAccount)
  const email = linkedAccounts.find(account => account.type === 'email')
  const phone = linkedAccounts.find(account => account.type === 'phone')
  const wallet = linkedAccounts
    .filter(account => account.type === 'wallet')
    .sort((a, b) => Number(a.firstVerifiedAt) - Number(b.firstVerifiedAt))[0]
  return {
    id: wire.id,
    createdAt: date(wire.created_at),
    hasAcceptedTerms: wire.has_accepted_terms,
    isGuest: wire.is_guest,
    ...(wire.custom_metadata && { customMetadata: wire.custom_metadata }),
    mfaMethods: wire.mfa_methods.flatMap(({ type }) => (type === 'email' ? [] : [type])),
    linkedAccounts,
    ...(email && { email: { address: email.address } }),
    ...(phone && { phone: { number: phone.number } }),
    ...(wallet && { wallet: { address: wallet.address, chainType: wallet.chainType } }),
  }
}

/** The user's embedded wallets (host-api.md `Wallet`), by index. */
export function toClientWallets(wire: WireUser): Wallet[] {
  return wire.linked_accounts
    .flatMap(account =>
      account.type === 'wallet'
        ? {
            address: account.address,
            chainType: account.chain_type,
            walletIndex: account.wallet_index,
            walletClientType: account.wallet_client_type,
            connectorType: account.connector_type,
            imported: account.imported,
            delegated: account.delegated,
            recoveryMethod: account.recovery_method,
            ...(account.public_key !== undefined && { publicKey: account.public_key }),
            ...(account.id !== null && { id: account.id }),
          }
        : [],
    )
    .sort((a, b) => a.walletIndex - b.walletIndex)
}

import type { WireWallet } from '@vitrine/shared/api/user.ts'
import type { Custody, Wallet } from '@vitrine/shared/wallet/wallet.ts'

interface Held<By extends Custody> extends Wallet {
  readonly custody: By
}
interface Made<By extends Custody> extends Held<By> {
  /** `null`: it was imported. */
  readonly walletIndex: number | null
  readonly recoveryMethod: string
}
/** The server's signer process makes and uses its key. */
export interface ServerWallet extends Made<'server'> {
  readonly id: string
}
/** Its key is rebuilt in the vault of the person's devices. */
export interface DeviceWallet extends Made<'device'> {
  /** Where it came with an account that the person brought to this one: the owner and index that its shares are of. */
  readonly sealedFor?: { readonly userId: string; readonly walletIndex: number | null }
}
/** Another wallet app has its key; the person has shown that it is theirs. */
export interface ExternalWallet extends Held<'external'> {
  readonly walletIndex: null
  readonly recoveryMethod: null
}

/** A wallet that was made here, with an index of its chain. */
export type EmbeddedWallet = ServerWallet | DeviceWallet
/** A wallet of the user and who holds its key. Pages see it as `Wallet`, without the custody (`shared/bridge`). */
export type HeldWallet = EmbeddedWallet | ExternalWallet

export const isEmbedded = (wallet: HeldWallet): wallet is EmbeddedWallet => wallet.custody !== 'external'

/** Addresses differ in case by their checksum only (EIP-55). */
export const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A linked wallet with its custody: the one place that tells it from the server's account (contract §3). */
export function heldWallet(account: WireWallet): HeldWallet {
  const { address, chain_type: chainType } = account
  if (account.wallet_client !== 'vitrine')
    return {
      custody: 'external',
      address,
      chainType,
      walletIndex: null,
      walletClientType: account.wallet_client_type ?? account.wallet_client,
      connectorType: account.connector_type ?? account.wallet_client,
      imported: false,
      delegated: false,
      recoveryMethod: null,
    }
  const embedded = {
    address,
    chainType,
    walletIndex: account.wallet_index,
    walletClientType: account.wallet_client_type,
    connectorType: account.connector_type,
    imported: account.imported,
    delegated: account.delegated,
    recoveryMethod: account.recovery_method,
    ...(account.public_key !== undefined && { publicKey: account.public_key }),
  }
  // The server has an id for the wallets that its signer holds, and for no others.
  const { id, sealed_for: of } = account
  return id === null
    ? {
        ...embedded,
        custody: 'device',
        ...(of && { sealedFor: { userId: of.user_id, walletIndex: of.wallet_index } }),
      }
    : { ...embedded, custody: 'server', id }
}

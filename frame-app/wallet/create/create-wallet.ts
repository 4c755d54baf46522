import { hexText } from '@vitrine/shared/encoding.ts'
import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { type WalletResource, walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { WalletPlace } from '../../vault/set/device-set.ts'
import type { SignedRequests } from '../signed-request.ts'

export type ChainType = 'ethereum' | 'solana'

export interface CreateWalletOptions {
  readonly chainType: ChainType
  readonly createAdditional: boolean
  /** @param publicKey the device's */
  idempotencyKey(publicKey: string): Promise<string>
  readonly signal?: AbortSignal
}

/** POST /wallets: a wallet whose key the server's signer makes and uses only for requests that this device signs. */
export async function requestWallet(
  requests: SignedRequests,
  vault: VaultClient,
  { chainType, createAdditional, idempotencyKey, signal }: CreateWalletOptions,
): Promise<WalletResource> {
  const publicKey = await vault.use(it => it.publicKey(), VAULT_TIMEOUT_FOR_CREATION_MS)
  const body: CreateWalletRequest = {
    chain_type: chainType,
    owner: { public_key: publicKey },
    ...(createAdditional && { create_additional: true }),
  }
  return requests.post({
    path: '/wallets',
    body,
    idempotencyKey: await idempotencyKey(publicKey),
    answer: walletResource,
    vaultTimeoutMs: VAULT_TIMEOUT_FOR_CREATION_MS,
    ...(signal && { signal }),
  })
}

const SHORT = { ethereum: 'eth', solana: 'sol' } as const

/**
 * The key under which the wallet of a first login is made: the same in every tab and at every retry, so that only one
 * wallet comes of them. SHA-256 hex of `<userId>-auto-<eth|sol>` (contract §5).
 */
export const autoCreationKey = (userId: string, chainType: ChainType): Promise<string> =>
  sha256Hex(`${userId}-auto-${SHORT[chainType]}`)

/**
 * The key of a wallet that the page asked for: the same for the same next index, so that a retry after a lost answer, or a
 * second tab, gets the wallet that was made. Another device has another key.
 * @param publicKey the device's, which is in the request that the key stands for
 */
export const creationKey = (
  userId: string,
  { chainType, walletIndex }: WalletPlace,
  publicKey: string,
): Promise<string> => sha256Hex(`${userId}-${SHORT[chainType]}-${walletIndex}-${publicKey}`)

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexText(new Uint8Array(digest))
}

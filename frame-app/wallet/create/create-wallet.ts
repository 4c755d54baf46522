import type { WireEmbeddedWallet } from '@vitrine/shared/api/user.ts'
import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { DEFAULT_CHAIN_ID } from '@vitrine/shared/chains/defaults.ts'
import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { type WalletResource, walletResource } from '@vitrine/shared/wallet/wallet.ts'
import { VAULT_TIMEOUT_FOR_CREATION_MS, type VaultClient } from '../../vault/client.ts'
import type { SignedRequests } from '../signed-request.ts'

export interface CreateWalletOptions {
  readonly createAdditional: boolean
  readonly idempotencyKey: string
  readonly signal?: AbortSignal
}

/** POST /wallets: a wallet whose key the server's signer makes and uses only for requests that this device signs. */
export async function requestWallet(
  requests: SignedRequests,
  vault: VaultClient,
  { createAdditional, idempotencyKey, signal }: CreateWalletOptions,
): Promise<WalletResource> {
  const publicKey = await vault.use(it => it.publicKey(), VAULT_TIMEOUT_FOR_CREATION_MS)
  const body: CreateWalletRequest = {
    chain_type: 'ethereum',
    owner: { public_key: publicKey },
    ...(createAdditional && { create_additional: true }),
  }
  return requests.post({
    path: '/wallets',
    body,
    idempotencyKey,
    answer: walletResource,
    vaultTimeoutMs: VAULT_TIMEOUT_FOR_CREATION_MS,
    ...(signal && { signal }),
  })
}

/**
 * The key under which the wallet of a first login is made: the same in every tab and at every retry, so that only one
 * wallet comes of them. SHA-256 hex of `<userId>-auto-eth` (contract §5).
 */
export async function autoCreationKey(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${userId}-auto-eth`))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The linked account that a new wallet becomes (contract §3), for a user whose profile cannot be read just now. */
export function walletAccount(resource: WalletResource): WireEmbeddedWallet {
  return {
    type: 'wallet',
    id: resource.id,
    address: resource.address,
    chain_type: resource.chain_type,
    chain_id: toEip155(DEFAULT_CHAIN_ID),
    connector_type: 'embedded',
    wallet_client: 'vitrine',
    wallet_client_type: 'vitrine',
    wallet_index: resource.wallet_index,
    recovery_method: 'privy-v2',
    imported: false,
    delegated: false,
    ...(resource.public_key !== undefined && { public_key: resource.public_key }),
    verified_at: resource.created_at,
    first_verified_at: resource.created_at,
    latest_verified_at: resource.created_at,
  }
}

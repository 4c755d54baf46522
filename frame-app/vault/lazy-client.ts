import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { lazily, lazyObject } from '../core/lazy.ts'
import type { VaultClient } from './client.ts'

/**
 * A client whose code comes with its first use: nobody needs it before they log in. To who uses it, code that does not
 * come is a vault that does not start; the next use tries again.
 */
export const createLazyVaultClient = (load: () => Promise<VaultClient>): VaultClient =>
  lazyObject(lazily(load, 'unknown_embedded_wallet_error', WALLET_PROXY_FAILED), ['use'])

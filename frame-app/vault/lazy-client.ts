import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VaultClient } from './client.ts'

/**
 * A client whose code comes with its first use: nobody needs it before they log in. To who uses it, code that does not
 * come is a vault that does not start; the next use tries again.
 */
export function createLazyVaultClient(load: () => Promise<VaultClient>): VaultClient {
  let loading: Promise<VaultClient> | undefined
  return {
    async use(operation, timeoutMs) {
      loading ??= load().catch(cause => {
        loading = undefined
        throw clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED, { cause })
      })
      return (await loading).use(operation, timeoutMs)
    },
  }
}

import type { App } from '../../apps/registry.ts'
import { apiError } from '../../errors/api-error.ts'

/** @throws `not_supported` (422): in the other mode keys are on the person's devices, and none may come to be here. */
export function requireServerMode({ config }: App): void {
  if (config.embedded_wallet_config.mode === 'user-controlled-server-wallets-only') return
  throw apiError('not_supported', 'Wallets of this app are kept on the user’s device, not by the server.')
}

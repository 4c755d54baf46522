import type { WalletOperation } from '@vitrine/shared/wallet/registry.ts'
import { mountCreate } from './create/route.ts'
import type { RouteOperation, RpcOperation } from './operation.ts'
import { signMessage } from './sign-message/operation.ts'

/** Every wallet operation that exists; a forgotten one does not compile. */
export const WALLET_OPERATION_HANDLERS = {
  create: { kind: 'route', mount: mountCreate },
  'sign-message': signMessage,
} as const satisfies Record<WalletOperation, RouteOperation | RpcOperation>

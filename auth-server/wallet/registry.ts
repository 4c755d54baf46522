import type { WalletOperation } from '@vitrine/shared/wallet/registry.ts'
import { createRoutes } from './create/routes.ts'
import type { RouteOperation, RpcOperation } from './operation.ts'
import { scanRoutes } from './send-transaction/routes.ts'
import { signAuthorization } from './sign-authorization/operation.ts'
import { signMessage } from './sign-message/operation.ts'
import { signTransaction } from './sign-transaction/operation.ts'
import { signTypedData } from './sign-typed-data/operation.ts'

/** Every wallet operation that exists; a forgotten one does not compile. */
export const WALLET_OPERATION_HANDLERS = {
  create: { kind: 'route', routes: createRoutes },
  'sign-message': signMessage,
  'sign-typed-data': signTypedData,
  'sign-transaction': signTransaction,
  'sign-authorization': signAuthorization,
  // Signed by `sign-transaction` and broadcast by the frame; the server's part is the look ahead.
  'send-transaction': { kind: 'route', routes: scanRoutes },
} as const satisfies Record<WalletOperation, RouteOperation | RpcOperation>

import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HandlerContext } from '../context.ts'
import { lazily } from '../lazily.ts'
import { invalidParams, unsupportedMethod, withEipCode } from '../provider-error.ts'
import { createAccess } from './access.ts'
import {
  ethAccounts,
  ethRequestAccounts,
  walletGetPermissions,
  walletRequestPermissions,
  walletRevokePermissions,
} from './accounts.ts'
import { ethChainId, netVersion, walletSwitchEthereumChain } from './chain.ts'
import type { EthereumContext, EthereumMethod } from './method.ts'
import { personalSign } from './personal-sign.ts'
import { plainData } from './plain-data.ts'
import { READ_METHODS, readFromNode } from './reads.ts'
import { walletWatchAsset } from './watch-asset.ts'

/** A method whose code comes with its first call. */
const lazy = (load: () => Promise<EthereumMethod>): EthereumMethod => {
  const part = lazily(load)
  return async (context, call) => (await part())(context, call)
}

/** EIP-1193 methods that are served. A `Map`: a name such as `constructor` finds nothing in it. */
const METHODS: ReadonlyMap<string, EthereumMethod> = new Map<string, EthereumMethod>([
  ...READ_METHODS.map(method => [method, readFromNode] as const),
  ['eth_requestAccounts', ethRequestAccounts],
  ['eth_accounts', ethAccounts],
  ['eth_chainId', ethChainId],
  ['net_version', netVersion],
  ['wallet_getPermissions', walletGetPermissions],
  ['wallet_requestPermissions', walletRequestPermissions],
  ['wallet_revokePermissions', walletRevokePermissions],
  ['wallet_switchEthereumChain', walletSwitchEthereumChain],
  ['wallet_addEthereumChain', lazy(async () => (await import('./add-chain.ts')).walletAddEthereumChain)],
  ['wallet_watchAsset', walletWatchAsset],
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', lazy(async () => (await import('./sign-typed-data.ts')).signTypedDataV4)],
  ['eth_signTransaction', lazy(async () => (await import('./transactions.ts')).ethSignTransaction)],
  ['eth_sendTransaction', lazy(async () => (await import('./transactions.ts')).ethSendTransaction)],
  [
    'eth_sign7702Authorization',
    lazy(async () => (await import('./authorization.ts')).ethSign7702Authorization),
  ],
  ['wallet_getCapabilities', lazy(async () => (await import('./calls.ts')).walletGetCapabilities)],
  ['wallet_sendCalls', lazy(async () => (await import('./calls.ts')).walletSendCalls)],
  ['wallet_getCallsStatus', lazy(async () => (await import('./calls.ts')).walletGetCallsStatus)],
  [
    'wallet_showCallsStatus',
    () => {
      throw unsupportedMethod('This wallet has no screen for sent calls. Ask wallet_getCallsStatus.')
    },
  ],
  [
    'eth_sign',
    () => {
      throw unsupportedMethod('eth_sign signs what no one can read, so it is refused. Use personal_sign.')
    },
  ],
])

/** One EIP-1193 request. Every refusal carries its number as `data.eipCode`. */
export const ethereumRequest = (
  context: EthereumContext & Pick<HandlerContext, 'notices'>,
): FrameHandlers['ethereumRequest'] => {
  const withAccess = { ...context, access: createAccess(context.session, context.notices) }
  return async ({ method, params, address }) => {
    const serve = METHODS.get(method)
    try {
      if (!serve) throw unsupportedMethod(`This wallet does not support the method ${method}.`)
      if (params !== undefined && params !== null && typeof params !== 'object')
        throw invalidParams(`${method}: params must be a list.`)
      return await serve(withAccess, { method, params: plainData(params), selected: address })
    } catch (error) {
      throw error instanceof VitrineError ? withEipCode(error) : error
    }
  }
}

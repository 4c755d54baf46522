import { lazily } from '../../core/lazy.ts'
import { plainData } from '../../requests/input/plain-data.ts'
import { unsupportedMethod } from '../../requests/input/provider-error.ts'
import { walletSwitchEthereumChain } from './chain.ts'
import type { EthereumMethod } from './method.ts'
import { ethRequestAccounts, walletRequestPermissions, walletRevokePermissions } from './permissions.ts'
import { personalSign } from './personal-sign.ts'
import { READ_METHODS, readFromNode } from './reads.ts'

/** A method whose code comes with its first call. */
const lazy = (load: () => Promise<EthereumMethod>): EthereumMethod => {
  const part = lazily(load)
  return async (context, call) => (await part())(context, call)
}

/** A `Map`: a name such as `constructor` finds nothing in it. */
const METHODS: ReadonlyMap<string, EthereumMethod> = new Map<string, EthereumMethod>([
  ...READ_METHODS.map(method => [method, readFromNode] as const),
  ['eth_requestAccounts', ethRequestAccounts],
  ['wallet_requestPermissions', walletRequestPermissions],
  ['wallet_revokePermissions', walletRevokePermissions],
  ['wallet_switchEthereumChain', walletSwitchEthereumChain],
  ['wallet_addEthereumChain', lazy(async () => (await import('./add-chain.ts')).walletAddEthereumChain)],
  ['wallet_watchAsset', lazy(async () => (await import('./watch-asset.ts')).walletWatchAsset)],
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
  ['wallet_getCallsStatus', lazy(async () => (await import('./calls-status.ts')).walletGetCallsStatus)],
  ['wallet_showCallsStatus', lazy(async () => (await import('./calls-status.ts')).walletShowCallsStatus)],
  [
    'eth_sign',
    () => {
      throw unsupportedMethod('eth_sign signs what no one can read, so it is refused. Use personal_sign.')
    },
  ],
])

/** The methods that a dapp calls with something in mind. @throws VitrineError `not_supported` (4200) for all others */
export const serveMethod: EthereumMethod = (context, call) => {
  const serve = METHODS.get(call.method)
  if (!serve) throw unsupportedMethod(`This wallet does not support the method ${call.method}.`)
  return serve(context, { ...call, params: plainData(call.params) })
}

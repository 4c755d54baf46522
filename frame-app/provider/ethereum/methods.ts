import { FRAME_FACTS } from '@vitrine/shared/bridge/policies.ts'
import { lazily } from '../../core/lazy.ts'
import { plainData } from '../../requests/input/plain-data.ts'
import { EIP_CODE, numbered, unsupportedMethod } from '../../requests/input/provider-error.ts'
import { readFrameFacts } from '../frame-facts.ts'
import { ethCoinbase } from './accounts.ts'
import { walletSwitchEthereumChain } from './chain.ts'
import type { EthereumMethod } from './method.ts'
import { ethRequestAccounts, walletRequestPermissions } from './permissions.ts'
import { personalSign } from './personal-sign.ts'
import { READ_METHODS, readFromNode } from './reads.ts'

/** Two names of typed data of version 1, which has an order of parameters of its own. */
const LEGACY_TYPED_DATA = ['eth_signTypedData', 'eth_signTypedData_v1']

/** A method whose code comes with its first call. */
const lazy = (load: () => Promise<EthereumMethod>): EthereumMethod => {
  const part = lazily(load)
  return async (context, call) => (await part())(context, call)
}

/** Refused with 4200, which no library takes for an invitation to try another way; `docs/embedding.md` has the table. */
const REFUSED: Readonly<Record<string, string>> = {
  eth_sign: 'eth_sign signs what no one can read, so it is refused. Use personal_sign.',
  ...Object.fromEntries(
    ['eth_decrypt', 'eth_getEncryptionPublicKey'].map(method => [
      method,
      `${method} uses a key that signs for something else, so it is refused. Keep keys for encryption in your application.`,
    ]),
  ),
}

const refuse = (why: string): never => {
  throw unsupportedMethod(why)
}

/** A `Map`: a name such as `constructor` finds nothing in it. */
export const METHODS: ReadonlyMap<string, EthereumMethod> = new Map<string, EthereumMethod>([
  ...READ_METHODS.map(method => [method, readFromNode] as const),
  /** Asked by `vitrine.doctor`; of the browser alone, so that whoever asks learns nothing of the person. */
  [FRAME_FACTS, () => readFrameFacts(window)],
  ['eth_requestAccounts', ethRequestAccounts],
  ['eth_coinbase', ethCoinbase],
  ['eth_subscribe', lazy(async () => (await import('./subscriptions.ts')).ethSubscribe)],
  ['eth_unsubscribe', lazy(async () => (await import('./subscriptions.ts')).ethUnsubscribe)],
  ['wallet_requestPermissions', walletRequestPermissions],
  ['wallet_switchEthereumChain', walletSwitchEthereumChain],
  ['wallet_addEthereumChain', lazy(async () => (await import('./add-chain.ts')).walletAddEthereumChain)],
  ['wallet_watchAsset', lazy(async () => (await import('./watch-asset.ts')).walletWatchAsset)],
  ['personal_sign', personalSign],
  ['personal_ecRecover', lazy(async () => (await import('./ec-recover.ts')).personalEcRecover)],
  ...LEGACY_TYPED_DATA.map(
    method => [method, lazy(async () => (await import('./sign-typed-data.ts')).signLegacyTypedData)] as const,
  ),
  ['eth_signTypedData_v3', lazy(async () => (await import('./sign-typed-data.ts')).signTypedDataV3)],
  ['eth_signTypedData_v4', lazy(async () => (await import('./sign-typed-data.ts')).signTypedDataV4)],
  ['eth_signTransaction', lazy(async () => (await import('./transactions.ts')).ethSignTransaction)],
  ['eth_sendTransaction', lazy(async () => (await import('./transactions.ts')).ethSendTransaction)],
  ['wallet_sendTransaction', lazy(async () => (await import('./transactions.ts')).walletSendTransaction)],
  [
    'eth_sign7702Authorization',
    lazy(async () => (await import('./authorization.ts')).ethSign7702Authorization),
  ],
  ['wallet_getCapabilities', lazy(async () => (await import('./calls.ts')).walletGetCapabilities)],
  ['wallet_sendCalls', lazy(async () => (await import('./calls.ts')).walletSendCalls)],
  ['wallet_getCallsStatus', lazy(async () => (await import('./calls-status.ts')).walletGetCallsStatus)],
  ['wallet_showCallsStatus', lazy(async () => (await import('./calls-status.ts')).walletShowCallsStatus)],
  ...Object.entries(REFUSED).map(([method, why]) => [method, () => refuse(why)] as const),
])

/**
 * The methods that a dapp calls with something in mind.
 * @throws VitrineError `not_supported`: -32601 for all others, in geth's words. By them viem falls back to another method,
 *   and ethers says UNSUPPORTED_OPERATION
 */
export const serveMethod: EthereumMethod = (context, call) => {
  const serve = METHODS.get(call.method)
  if (!serve)
    throw numbered(
      'not_supported',
      `The method "${call.method}" does not exist / is not available.`,
      EIP_CODE.methodNotFound,
    )
  return serve(context, { ...call, params: plainData(call.params) })
}

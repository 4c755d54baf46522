import type { RelayCall, RelayResult } from '@vitrine/shared/bridge/wallet-relay.ts'
import { method } from './foreign.ts'
import { chainIdOf, ethereumAccounts, hashOf, signatureOf } from './foreign-values.ts'
import { RelayFailure, UNSUPPORTED } from './relay-error.ts'

/** What every EIP-1193 wallet is asked for besides connecting. Whether it can, its answer says. */
export const ETHEREUM_VERBS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

/** For what a wallet knows without asking anybody. */
const KNOWN_LIMIT_MS = 2_000

/** One EIP-1193 request. @throws what the wallet throws */
export async function request(provider: object, name: string, params?: readonly unknown[]): Promise<unknown> {
  const send = method(provider, 'request')
  if (!send) throw new RelayFailure(UNSUPPORTED, 'The wallet takes no requests.', 'unsupported')
  return await send(params ? { method: name, params } : { method: name })
}

/** What comes of it in time; `undefined` for what does not come or fails. Never rejects. */
export async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, KNOWN_LIMIT_MS, undefined)
  })
  return Promise.race([asked, late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
}

async function held(
  provider: object,
  name: 'eth_requestAccounts' | 'eth_accounts',
): Promise<RelayResult<'connect'>> {
  const accounts = ethereumAccounts(await request(provider, name))
  if (!accounts[0] && name === 'eth_requestAccounts')
    throw new RelayFailure(null, 'The wallet answered without an account.', 'answer')
  return { accounts, chainId: chainIdOf(await inTime(request(provider, 'eth_chainId'))) }
}

/**
 * Asks an Ethereum wallet, by names that stand here alone.
 *
 * @throws what the wallet throws; RelayFailure `unsupported` for a verb that is none of Ethereum's, `answer`
 */
export async function askEthereum(provider: object, call: RelayCall): Promise<unknown> {
  switch (call.verb) {
    case 'connect':
      return held(provider, call.isSilent ? 'eth_accounts' : 'eth_requestAccounts')
    case 'accounts':
      return held(provider, 'eth_accounts')
    case 'disconnect':
      // EIP-1193 has no such thing: what ends is that this page listens. What a person permitted the site is theirs to take back.
      return null
    case 'personal_sign':
      return signatureOf(await request(provider, 'personal_sign', [call.message, call.address]))
    case 'eth_signTypedData_v4':
      return signatureOf(await request(provider, 'eth_signTypedData_v4', [call.address, call.typedData]))
    case 'eth_sendTransaction':
      return hashOf(await request(provider, 'eth_sendTransaction', [call.transaction]))
    case 'wallet_switchEthereumChain': {
      const chainId = `0x${call.chainId.toString(16)}`
      await request(provider, 'wallet_switchEthereumChain', [{ chainId }])
      return null
    }
    case 'wallet_addEthereumChain':
      await request(provider, 'wallet_addEthereumChain', [call.chain])
      return null
    default:
      throw new RelayFailure(UNSUPPORTED, 'An Ethereum wallet cannot do this.', 'unsupported')
  }
}

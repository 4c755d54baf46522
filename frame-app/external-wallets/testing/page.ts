import type { RelayCall, RelayError, RelayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'

export const FIRST = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'
export const SECOND = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const SOLANA = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'

const ETHEREUM_VERBS = [
  ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  ...['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
]

export const metamask: RelayedWallet = {
  handle: 'h1',
  name: 'MetaMask',
  id: 'io.metamask',
  icon: null,
  chainType: 'ethereum',
  source: 'eip6963',
  verbs: ETHEREUM_VERBS,
}
export const rainbow: RelayedWallet = { ...metamask, handle: 'h2', name: 'Rainbow', id: 'me.rainbow' }
export const phantom: RelayedWallet = {
  handle: 'h3',
  name: 'Phantom',
  id: 'Phantom',
  icon: null,
  chainType: 'solana',
  source: 'wallet-standard',
  verbs: ['solana:signMessage', 'solana:signTransaction'],
}

export const ok = (value: unknown) => ({ ok: true, value })
export const refused = (code: number | null, reason?: RelayError['reason']) => ({
  ok: false,
  error: { code, message: 'the wallet’s own words', ...(reason && { reason }) },
})

type Answer = (call: RelayCall) => unknown

/** A page that answers each verb as the test says, and notes what it was asked. */
export function openPage(answers: Partial<Record<RelayCall['verb'], Answer>> = {}) {
  const asked: RelayCall[] = []
  return {
    asked,
    answers,
    async wallets(call: RelayCall): Promise<unknown> {
      asked.push(call)
      const answer = answers[call.verb]
      return answer ? answer(call) : new Promise(() => {})
    },
  }
}

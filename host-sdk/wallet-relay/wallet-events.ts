import type { FoundWallet } from './descriptor.ts'
import { inTime, request } from './ethereum-verbs.ts'
import { method, read } from './foreign.ts'
import { chainIdOf, ethereumAccounts } from './foreign-values.ts'
import { featureOf, heldAccounts } from './solana-verbs.ts'

/** What a connected wallet tells by itself, without its handle. */
export type WalletEvent =
  | { readonly type: 'accounts'; readonly accounts: string[] }
  | { readonly type: 'chain'; readonly chainId: number }
  | { readonly type: 'disconnect' }
type Hear = (event: WalletEvent) => void

/** What MetaMask says when its connection broke and it is making another by itself. */
const RECONNECTING = 1013

/**
 * Listens to a wallet that is connected. Says nothing twice, and nothing more once the connection has ended.
 *
 * @param accounts as they are known
 * @returns what ends it; none of this throws, whatever the wallet does
 */
export function watchWallet(
  { wallet, described }: FoundWallet,
  accounts: readonly string[],
  hear: Hear,
): () => void {
  let isOver = false
  let known = `${accounts}`
  let chain: number | null = null
  let unhook = () => {}
  const end = () => {
    isOver = true
    unhook()
  }
  const tell: Hear = event => {
    if (isOver) return
    if (event.type === 'accounts') {
      if (`${event.accounts}` === known) return
      known = `${event.accounts}`
    }
    if (event.type === 'chain') {
      if (event.chainId === chain) return
      chain = event.chainId
    }
    hear(event)
    if (event.type === 'disconnect' || known === '') end()
  }
  unhook = described.chainType === 'ethereum' ? hookEthereum(wallet, tell) : hookSolana(wallet, tell)
  // A wallet may tell while it is given the listener.
  if (isOver) unhook()
  return end
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function hookEthereum(provider: object, tell: Hear): () => void {
  const listeners: Record<string, (payload: unknown) => unknown> = {
    accountsChanged: accounts =>
      safely(
        () => Array.isArray(accounts) && tell({ type: 'accounts', accounts: ethereumAccounts(accounts) }),
      ),
    chainChanged(given) {
      const chainId = chainIdOf(given)
      if (chainId) tell({ type: 'chain', chainId })
    },
    async disconnect(error) {
      const isBack =
        read(error, 'code') === RECONNECTING &&
        ethereumAccounts(await inTime(request(provider, 'eth_accounts')))[0]
      if (!isBack) tell({ type: 'disconnect' })
    },
  }
  for (const [event, listener] of Object.entries(listeners))
    safely(() => method(provider, 'on')?.(event, listener))
  return () => {
    const off = method(provider, 'removeListener') ?? method(provider, 'off')
    for (const [event, listener] of Object.entries(listeners)) safely(() => off?.(event, listener))
  }
}

function hookSolana(wallet: object, tell: Hear): () => void {
  const onChange = () =>
    tell({ type: 'accounts', accounts: heldAccounts(wallet).map(({ address }) => address) })
  const off = safely(() => featureOf(wallet, 'standard:events', 'on')?.('change', onChange))
  return () => safely(() => typeof off === 'function' && off())
}

import { createExclusive } from '../../../session/exclusive.ts'
import type { ReportActivity } from '../../../session/report-activity.ts'
import { createNetwork } from '../network.ts'
import type { EthereumChain } from '../ports.ts'
import { createSentTransactions } from '../sent-transactions.ts'
import { localPerform } from './local-signer.ts'

/** The chain of a local node, asked at these URLs. */
export const chainAt = (chainId: number, ...rpcUrls: string[]): EthereumChain => ({
  id: chainId,
  name: 'Anvil',
  rpcUrls,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorerUrl: null,
  isTestnet: true,
})

/** A browser tab with one chain; `openTab` opens more tabs over the same storage and locks. */
export function openTabs(chain: EthereumChain, perform = localPerform, report?: ReportActivity) {
  const storage = { text: null as string | null, listeners: [] as (() => void)[] }
  const openTab = () => {
    const sent = createSentTransactions({
      read: () => storage.text,
      write(value) {
        storage.text = value
      },
      onChange: listener => storage.listeners.push(listener),
    })
    return {
      sent,
      network: createNetwork(chain, {
        sent,
        perform,
        exclusive,
        pendingPollMs: 20,
        ...(report && { report }),
      }),
    }
  }
  const locks = new Map<string, ReturnType<typeof createExclusive>>()
  const exclusive = <T>(name: string, work: () => Promise<T>) => {
    const lock = locks.get(name) ?? createExclusive(name, undefined)
    locks.set(name, lock)
    return lock(work)
  }
  return { ...openTab(), openTab, storage }
}

import { SOLANA_CHAINS, type SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import { trimEnd } from '@vitrine/shared/trim-end.ts'
import type { SolanaCluster } from './ports.ts'

/** Solana's own explorer, for an app that names none. */
const EXPLORER = 'https://explorer.solana.com/'
/** This machine: what happens there is in no explorer. */
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where a person looks a transaction up; `null`: nowhere. Explorers have `/tx/<signature>`. @param signature base58 */
export function explorerLink(cluster: SolanaCluster, signature: string): string | null {
  const base = cluster.blockExplorerUrl ?? defaultExplorer(cluster)
  const url = base === null ? null : parseUrl(base)
  if (!url) return null
  // It becomes a link, and a page gave it.
  if (url.protocol !== 'https:') return null
  url.pathname = `${trimEnd(url.pathname, '/')}/tx/${signature}`
  return url.href
}

function defaultExplorer({ chain, rpcUrl }: SolanaCluster): string | null {
  if (rpcUrl === null || LOOPBACK.test(new URL(rpcUrl).hostname)) return null
  return isMain(chain) ? EXPLORER : `${EXPLORER}?cluster=${chain.slice('solana:'.length)}`
}

const isMain = (chain: SolanaChain) => chain === SOLANA_CHAINS[0]

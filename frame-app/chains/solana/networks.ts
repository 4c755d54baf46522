import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ReportActivity } from '../../session/report-activity.ts'
import { createSolanaNetwork } from './network.ts'
import type { SolanaCluster, SolanaNetworks } from './ports.ts'
import { createSolanaRpc } from './rpc.ts'
import { createSentHistory } from './sent-history.ts'
import { createSentTransactions, type TextStorage } from './sent-transactions.ts'
import { type MakeSocket, openSignatureSocket } from './signature-socket.ts'

export interface NetworksParts {
  /** As the config names them now. */
  clusters(): readonly SolanaCluster[]
  readonly fetch: typeof fetch
  readonly kept: TextStorage
  /** What was sent and is final, too. */
  readonly history: TextStorage
  now(): number
  readonly report?: ReportActivity
  /** For a test; the browser's own by default. */
  readonly makeSocket?: MakeSocket
}

/** The clusters of the app; each has one network for the life of the frame, so that what it follows is followed once. */
export function createSolanaNetworks(parts: NetworksParts): SolanaNetworks {
  const sent = createSentTransactions(parts.kept)
  const history = createSentHistory(parts.history)
  const made = new Map<string, ReturnType<typeof createSolanaNetwork>>()
  const makeSocket: MakeSocket = parts.makeSocket ?? (url => new WebSocket(url))
  const watchBy = (url: string) => (signature: string, onNews: () => void) =>
    openSignatureSocket(makeSocket, url, signature, onNews)
  const networkOf = (cluster: SolanaCluster, rpcUrl: string) => {
    const key = `${cluster.chain} ${rpcUrl} ${cluster.socketUrl}`
    const network =
      made.get(key) ??
      createSolanaNetwork({
        cluster,
        rpc: createSolanaRpc(rpcUrl, parts.fetch),
        sent,
        history,
        now: parts.now,
        ...(parts.report && { report: parts.report }),
        ...(cluster.socketUrl !== null && { watch: watchBy(cluster.socketUrl) }),
      })
    made.set(key, network)
    return network
  }

  return {
    get clusters() {
      return parts.clusters()
    },
    of(chain) {
      const cluster = parts.clusters().find(it => it.chain === chain)
      if (!cluster) throw clientError('unsupported_chain_id', `This app has no ${chain}.`)
      return cluster.rpcUrl === null ? null : networkOf(cluster, cluster.rpcUrl)
    },
    sent: history.all,
    resume() {
      for (const cluster of parts.clusters()) if (cluster.rpcUrl) networkOf(cluster, cluster.rpcUrl).resume()
    },
  }
}

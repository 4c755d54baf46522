import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { lazily } from '../../core/lazy.ts'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import type { ReportActivity } from '../../session/report-activity.ts'
import type { WalletSigner } from '../../wallet/signer.ts'
import { createFollower, type Follower } from './follow.ts'
import type { Address, EthereumChain, EthereumNetwork, Hex, SentTransaction } from './ports.ts'
import { isCancel, replacing, spedUpAs } from './replacements.ts'
import { withoutRpc } from './rpc-error.ts'
import type { SentTransactions } from './sent-transactions.ts'

export interface NetworkParts {
  readonly sent: SentTransactions
  readonly perform: WalletSigner['perform']
  /** Absent: there are none. */
  externalWallets?(): Promise<ExternalWallets>
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>
  readonly pendingPollMs?: number
  /** Told of what was sent; absent: nobody is. */
  readonly report?: ReportActivity
  /** Whose `sent` is read and written now; `null`: nobody's. */
  owner?(): string | null
}

export interface RunningNetwork extends EthereumNetwork, Follower {}

/** One chain. viem comes with the first request. */
export function createNetwork(chain: EthereumChain, parts: NetworkParts): RunningNetwork {
  const { sent, perform } = parts
  const load = lazily(async () => {
    const [client, prepare, send] = await Promise.all([
      import('./client.ts'),
      import('./prepare.ts'),
      import('./send.ts'),
    ])
    return { ...prepare, ...send, asking: client.asking, client: client.createChainClient(chain) }
  })
  const loadFor = (chain: EthereumChain) => {
    // Told as it is: `lazily` would call it a part that could not be loaded.
    if (chain.rpcUrls.length === 0) throw withoutRpc(chain.name)
    return load()
  }

  const request = async <T>(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<T> => {
    const { asking, client } = await loadFor(chain)
    return asking(chain, () => client.request({ method, params } as never) as Promise<T>, signal)
  }
  const follower = createFollower({
    chainId: chain.id,
    sent,
    ask: request,
    ...(parts.pendingPollMs !== undefined && { pendingPollMs: parts.pendingPollMs }),
  })

  const prepare: EthereumNetwork['prepare'] = async (from, input, signal) => {
    const { prepareTransaction, client } = await loadFor(chain)
    const takenNonces = (of: Address) => sent.takenNonces(chain.id, of)
    return prepareTransaction({ chain, client, takenNonces }, from, input, signal)
  }

  return {
    chain,
    request,
    follow: follower.follow,
    prepare,
    async prepareToSign(from, input, signal) {
      if (chain.rpcUrls.length > 0) return prepare(from, input, signal)
      const { prepareUnchecked } = await import('./prepare-unchecked.ts')
      return prepareUnchecked(chain, input)
    },
    async send(wallet, prepared, signal, about) {
      const { sendTransaction } = await loadFor(chain)
      const exclusive = <T>(from: Address, work: () => Promise<T>) =>
        parts.exclusive(`vitrine:nonce:${chain.id}:${from.toLowerCase()}`, work)
      try {
        return await sendTransaction(
          {
            ...{ chain, sent, perform, ask: request, exclusive, report: parts.report },
            externalWallets: parts.externalWallets,
            follow: follower.follow,
            owner: parts.owner ?? (() => null),
          },
          wallet,
          prepared,
          signal,
          about,
        )
      } finally {
        follower.follow()
      }
    },
    async sign(wallet, { unsigned }, signal) {
      const { signTransaction } = await import('./send.ts')
      return { signedTransaction: await signTransaction({ perform }, wallet, unsigned, signal) }
    },
    replaceable(hash) {
      const rows = sent.stored()
      const row = rows.find(it => it.hash === hash)
      // While the page has no answer, the same request once more is the same bytes once more: a replacement could be paid beside them.
      const canReplace =
        row?.status === 'pending' &&
        row.raw !== undefined &&
        row.uncertain === null &&
        chain.rpcUrls.length > 0
      if (!canReplace || replacing(row, rows)) return []
      return isCancel(row, rows) ? ['speed-up'] : ['speed-up', 'cancel']
    },
    async replacement(hash, kind) {
      const { replacementOf } = await import('./replace.ts')
      const row = sent.stored().find(it => it.hash === hash)
      if (row?.status !== 'pending') throw clientError('invalid_data', 'This transaction waits no more.')
      return replacementOf(row, kind)
    },
    wait: (hash, signal) => waitFor(sent, hash, signal),
  }
}

function waitFor(sent: SentTransactions, hash: Hex, signal: AbortSignal): Promise<SentTransaction> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const row = sent.get(hash)
      if (row?.status === 'pending') return
      stop()
      if (row) resolve(row.status === 'replaced' ? (spedUpAs(hash, sent.all.get()) ?? row) : row)
      else reject(clientError('invalid_data', 'No transaction with this hash was sent from here.'))
    }
    const leave = () => {
      stop()
      reject(signal.reason)
    }
    const unsubscribe = sent.all.subscribe(look)
    const stop = () => {
      unsubscribe()
      signal.removeEventListener('abort', leave)
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else look()
  })
}

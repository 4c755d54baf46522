import { readTransaction, type SolanaMessage } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ReportActivity } from '../../session/report-activity.ts'
import { outcomeUnknown } from '../outcome-unknown.ts'
import { advancesNonce } from './durable-nonce.ts'
import { type Following, follow, type Progress, reached } from './follow.ts'
import type { ChainAccount, SendOptions, SolanaCluster, SolanaNetwork, SolanaSent } from './ports.ts'
import { COMPUTE_BUDGET } from './programs.ts'
import { NodeRefusal, type SolanaRpc } from './rpc.ts'
import {
  accountsAnswer,
  blockhashAnswer,
  feeAnswer,
  listAnswer,
  signatureAnswer,
  simulationAnswer,
  statusesAnswer,
  toAccount,
  toLamports,
} from './rpc-answers.ts'
import type { SentHistory } from './sent-history.ts'
import type { SentTransaction, SentTransactions } from './sent-transactions.ts'
import type { SignatureSocket } from './signature-socket.ts'
import { readError, sendFailure } from './transaction-error.ts'

/** What a node takes in one `getMultipleAccounts`. */
const ACCOUNTS_AT_ONCE = 100
/** A user who pays the same again after so long means to. */
const UNCERTAIN_MS = 3_600_000
/** What a person has read may not be older than this: `processed` is too fickle to be shown, `finalized` too old. */
const READ = { commitment: 'confirmed' } as const

export interface NetworkParts {
  readonly cluster: SolanaCluster
  readonly rpc: SolanaRpc
  readonly sent: SentTransactions
  readonly history: SentHistory
  now(): number
  /** Told of what was sent; absent: nobody is. */
  readonly report?: ReportActivity
  /** As `FollowParts` has it. */
  watch?(signature: string, onNews: () => void): SignatureSocket
}

/** `resume`: follows what an earlier page sent on this cluster. */
export function createSolanaNetwork(parts: NetworkParts): SolanaNetwork & { resume(): void } {
  const { cluster, rpc, sent, history, now } = parts
  const followed = new Map<string, Following>()
  const start = (transaction: SentTransaction) => {
    const { signature } = transaction
    if (followed.has(signature)) return
    const following = follow(parts, transaction)
    followed.set(signature, following)
    following.subscribe(() => {
      const status = statusOf(following.progress())
      if (status) history.settle(signature, status)
    })
  }

  const readAccounts = async (addresses: readonly string[], signal: AbortSignal) => {
    const params = [addresses, { ...READ, encoding: 'base64' }]
    const { value } = await ask('getMultipleAccounts', params, accountsAnswer, signal)
    // Fewer than were asked for would make accounts that exist look as if there were none.
    if (value.length !== addresses.length) throw unanswered()
    return addresses.map((address, index) => [address, toAccount(value[index] ?? null)] as const)
  }
  const isOnChain = async (signature: string): Promise<boolean> => {
    const params = [[signature], { searchTransactionHistory: true }]
    const found = rpc.request('getSignatureStatuses', params, statusesAnswer, new AbortController().signal)
    return found.then(
      ({ value: [status] }) => Boolean(status),
      () => false,
    )
  }
  /** Reads the failure of a broadcast. @returns `null`: the transaction is on chain, which is what was asked for */
  const refusalOf = (error: unknown) => {
    if (!(error instanceof NodeRefusal)) return { error, isCertain: false }
    const failure = sendFailure(error)
    return failure && { error: failure, isCertain: !error.isAfterLoss }
  }
  const ask: SolanaRpc['request'] = (...request) => rpc.request(...request).catch(refuse)

  return {
    cluster,
    async accounts(addresses, signal) {
      const batches = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS_AT_ONCE) }, (_, index) =>
        addresses.slice(index * ACCOUNTS_AT_ONCE, (index + 1) * ACCOUNTS_AT_ONCE),
      )
      const read = await Promise.all(batches.map(batch => readAccounts(batch, signal)))
      return new Map<string, ChainAccount | null>(read.flat())
    },
    async latestBlockhash(signal) {
      return (await ask('getLatestBlockhash', [READ], blockhashAnswer, signal)).value.blockhash
    },
    async fee(message, signal) {
      // `processed`, or a blockhash of this very moment would look expired.
      const params = [base64Text(message), { commitment: 'processed' }]
      const { value } = await ask('getFeeForMessage', params, feeAnswer, signal)
      return value === null ? null : toLamports(value)
    },
    async simulate(transaction, addresses, signal) {
      const wanted = [...new Set(addresses)]
      const config = {
        ...READ,
        encoding: 'base64',
        // Unsigned as it is; and an expired blockhash, which is reported on its own, must not make it fail.
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses: wanted },
      }
      const answer = await rpc
        .request('simulateTransaction', [base64Text(transaction), config], simulationAnswer, signal)
        .catch(error => {
          if (error instanceof NodeRefusal) return null
          throw error
        })
      if (answer === null) return null
      const { err, logs, accounts } = answer.value
      return {
        error: err === null || err === undefined ? null : readError(err, logs ?? []),
        accounts: new Map(
          (accounts ?? []).map((account, index) => [wanted[index] ?? '', toAccount(account)]),
        ),
      }
    },
    async broadcast(transaction, options, signal, sender) {
      signal.throwIfAborted()
      const read = readTransaction(transaction)
      if (!read?.signatures[0]) throw clientError('invalid_data', 'The transaction cannot be read.')
      const content = contentOf(read.message)
      // The same payment may be on chain already: it is offered once more, and this one is not sent.
      const before = sent
        .list()
        .find(
          it => it.chain === cluster.chain && it.uncertain === content && now() - it.sentAt < UNCERTAIN_MS,
        )
      const [first] = read.message.instructions
      const entry: SentTransaction = before ?? {
        chain: cluster.chain,
        signature: base58Text(read.signatures[0]),
        transaction: base64Text(transaction),
        isDurable:
          first !== undefined && advancesNonce(read.message.keys[first.programIndex] ?? '', first.data),
        sentAt: now(),
        uncertain: content,
      }
      const { chain, signature, sentAt } = entry
      // Before it is sent: a page that is closed in between follows it all the same.
      sent.add(entry)
      const config = before ? { skipPreflight: true, maxRetries: 0 } : nodeOptions(options)
      const params = [entry.transaction, { encoding: 'base64', ...config }]
      const refusal = await rpc.request('sendTransaction', params, signatureAnswer, signal).then(
        () => null,
        (error: unknown) => refusalOf(error),
      )
      if (refusal?.isCertain && !before) {
        sent.remove(signature)
        throw refusal.error
      }
      if (sender && !before) history.add({ ...sender, chain, signature, sentAt, status: 'pending' })
      start(entry)
      if (refusal && !(await isOnChain(signature))) {
        signal.throwIfAborted()
        throw outcomeUnknown(signature, refusal.error)
      }
      sent.update(signature, { uncertain: undefined })
      if (sender)
        parts.report?.({
          ...{ type: 'transaction.broadcasted', chain_type: 'solana', address: sender.wallet },
          ...{ chain, hash: signature },
        })
      return signature
    },
    async confirm(signature, commitment, signal) {
      const following = followed.get(signature)
      if (!following) throw clientError('invalid_data', 'This transaction was not sent here.')
      return reached(following, commitment, signal)
    },
    async signatures(address, limit, signal) {
      const answer = await ask('getSignaturesForAddress', [address, { ...READ, limit }], listAnswer, signal)
      return answer.slice(0, limit).map(({ signature, err, blockTime }) => ({
        signature,
        hasFailed: err !== null && err !== undefined,
        at: blockTime === null || blockTime === undefined ? null : blockTime * 1_000,
      }))
    },
    resume() {
      for (const entry of sent.list()) if (entry.chain === cluster.chain) start(entry)
    },
  }
}

/** What is taken up once may still be undone, seldom: it is told when a majority has it. */
function statusOf(progress: Progress): SolanaSent['status'] | null {
  switch (progress.status) {
    case 'waiting':
    case 'processed':
      return null
    case 'confirmed':
    case 'finalized':
      return 'done'
    case 'failed':
      return progress.isUnknown ? 'unknown' : 'failed'
  }
}

function nodeOptions({ skipPreflight, preflightCommitment, maxRetries, minContextSlot }: SendOptions) {
  return {
    skipPreflight: skipPreflight ?? false,
    preflightCommitment: preflightCommitment ?? 'confirmed',
    ...(maxRetries !== undefined && { maxRetries }),
    ...(minContextSlot !== undefined && { minContextSlot }),
  }
}

/** A node that refuses a plain read is as good as none. */
function refuse(error: unknown): never {
  if (!(error instanceof NodeRefusal)) throw error
  throw unanswered(error)
}

/** Describes the effect of a transaction without its blockhash and its fee: the same again within an hour is the same payment. */
const contentOf = ({ keys, instructions, lookups }: SolanaMessage): string =>
  JSON.stringify([
    keys[0],
    lookups,
    instructions
      .filter(({ programIndex }) => keys[programIndex] !== COMPUTE_BUDGET)
      .map(({ programIndex, accounts, data }) => [
        keys[programIndex] ?? programIndex,
        accounts.map(index => keys[index] ?? index),
        base58Text(data),
      ]),
  ])

const unanswered = (cause?: unknown) =>
  clientError(
    'service_unavailable',
    'The Solana network did not answer a question of the wallet. Try again in a moment.',
    { cause },
  )

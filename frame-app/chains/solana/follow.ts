import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import { wait } from '../../core/wait.ts'
import type { Commitment } from './ports.ts'
import { NodeRefusal, type SolanaRpc } from './rpc.ts'
import { heightAnswer, signatureAnswer, statusesAnswer, validityAnswer } from './rpc-answers.ts'
import type { SentTransaction, SentTransactions } from './sent-transactions.ts'
import type { SignatureSocket } from './signature-socket.ts'
import { expired, onChainFailure } from './transaction-error.ts'

const POLL_MS = 1_000
/** Where the node's socket reports news. */
const RARE_POLL_MS = 5_000
/** Leaders drop transactions under load: what is not taken up is offered again. */
const RESEND_AFTER_MS = 3_500
/** A blockhash is good for 150 blocks; the margin is for nodes that are behind the one that was asked. */
const EXPIRED_AFTER_BLOCKS = 150 + 32
/** Nodes behind one address disagree for a moment, so "expired" is said when it was seen so often in a row. */
const EXPIRED_LOOKS = 2
/** A durable nonce has no end of its own, and an absent node none either. */
const GIVE_UP_AFTER_MS = 10 * 60_000
const LEVELS: readonly Commitment[] = ['processed', 'confirmed', 'finalized']

/** What is known of a transaction that was sent. */
export type Progress =
  | { readonly status: 'waiting' }
  | { readonly status: Commitment }
  /** `isUnknown`: no node could say in time whether it failed. */
  | { readonly status: 'failed'; readonly error: Error; readonly isUnknown?: boolean }

export interface Following {
  progress(): Progress
  subscribe(listener: () => void): () => void
}

export interface FollowParts {
  readonly rpc: SolanaRpc
  readonly sent: SentTransactions
  now(): number
  /** Opens the node's socket for news; without it the node is asked again and again. */
  watch?(signature: string, onNews: () => void): SignatureSocket
}

/**
 * Follows a transaction until it is final, has failed, or has expired. It goes on whatever becomes of the screen that sent
 * it: a person who closes a window has not called back what is on its way.
 */
export function follow(parts: FollowParts, transaction: SentTransaction): Following {
  const { rpc, sent, now } = parts
  const listeners = new Set<() => void>()
  const forever = new AbortController().signal
  let progress: Progress = { status: 'waiting' }
  const tell = (next: Progress) => {
    if (next.status === progress.status) return
    progress = next
    for (const listener of [...listeners]) listener()
  }
  const fail = (error: Error, isUnknown = false) => tell({ status: 'failed', error, isUnknown })

  const status = async () => {
    const params = [[transaction.signature], { searchTransactionHistory: true }]
    const { value } = await rpc.request('getSignatureStatuses', params, statusesAnswer, forever)
    return value[0] ?? null
  }
  const isStillGood = async () => {
    if (transaction.isDurable) return true
    const params = [blockhashOf(transaction), { commitment: 'confirmed' }]
    return (await rpc.request('isBlockhashValid', params, validityAnswer, forever)).value
  }
  const blockHeight = () =>
    rpc.request('getBlockHeight', [{ commitment: 'confirmed' }], heightAnswer, forever)
  /** Expired for certain: by the height of the chain, and not only by what one node knows of a blockhash. */
  const hasExpired = async (): Promise<boolean> => {
    if (transaction.isDurable || height === undefined) return false
    return (await blockHeight()) > height + EXPIRED_AFTER_BLOCKS && (await status()) === null
  }
  const resend = () =>
    rpc
      .request(
        'sendTransaction',
        [transaction.transaction, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }],
        signatureAnswer,
        forever,
      )
      .catch(() => {})

  /** @returns true when there is nothing more to learn */
  const look = async (): Promise<boolean> => {
    if (height === undefined && !transaction.isDurable) {
      height = await blockHeight()
      sent.update(transaction.signature, { height })
    }
    const found = await status()
    if (found) {
      if (found.err !== null && found.err !== undefined) {
        fail(onChainFailure(found.err))
        return true
      }
      const level = found.confirmationStatus ?? 'processed'
      tell({ status: level })
      return level === 'finalized'
    }
    if (now() - offeredAt < RESEND_AFTER_MS) return false
    if (!(await isStillGood())) {
      expiredLooks = (await hasExpired()) ? expiredLooks + 1 : 0
      if (expiredLooks < EXPIRED_LOOKS) return false
      fail(expired())
      return true
    }
    expiredLooks = 0
    await resend()
    offeredAt = now()
    return false
  }

  let { height } = transaction
  let expiredLooks = 0
  let offeredAt = now()
  let pause = new AbortController()
  const run = async () => {
    const socket = parts.watch?.(transaction.signature, () => pause.abort())
    for (;;) {
      pause = new AbortController()
      const isOver = await look().catch(error => {
        // A node that is away for a while is asked again; one that does not know the question is not.
        if (error instanceof NodeRefusal) fail(onChainFailure(null, [], error), true)
        return error instanceof NodeRefusal
      })
      if (isOver) break
      if (now() - transaction.sentAt > GIVE_UP_AFTER_MS) {
        if (progress.status === 'waiting') fail(expired(), true)
        break
      }
      if (!pause.signal.aborted) await wait(socket?.isOpen() ? RARE_POLL_MS : POLL_MS, pause.signal)
    }
    socket?.close()
    // One that is on chain, and of which the site has no answer, is the answer to the site's next attempt.
    const isUnanswered = sent.list().some(it => it.signature === transaction.signature && it.uncertain)
    if (progress.status === 'failed' || !isUnanswered) sent.remove(transaction.signature)
  }
  void run()

  return {
    progress: () => progress,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Settles when a followed transaction has come as far as `commitment`. @throws its failure; the reason of `signal` */
export function reached(following: Following, commitment: Commitment, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const progress = following.progress()
      if (progress.status === 'waiting') return
      if (progress.status === 'failed') reject(progress.error)
      else if (LEVELS.indexOf(progress.status) >= LEVELS.indexOf(commitment)) resolve()
      else return
      leave()
    }
    const leave = () => {
      stop()
      signal.removeEventListener('abort', leave)
      // Settled, it takes no other end.
      if (signal.aborted) reject(signal.reason)
    }
    const stop = following.subscribe(check)
    signal.addEventListener('abort', leave)
    check()
  })
}

const blockhashOf = ({ transaction }: SentTransaction): string =>
  readTransaction(base64Bytes(transaction) ?? new Uint8Array())?.message.blockhash ?? ''

import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { keccak256 } from 'viem/utils'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import type { ExternalWallet, HeldWallet } from '../../session/held-wallet.ts'
import type { ReportActivity } from '../../session/report-activity.ts'
import type { WalletSigner } from '../../wallet/signer.ts'
import { outcomeUnknown } from '../outcome-unknown.ts'
import type { SentAbout } from '../sent-about.ts'
import { isCausedBy, RefusedAfterLoss } from './endpoints.ts'
import { findByNonce } from './follow.ts'
import { nextNonce } from './next-nonce.ts'
import type { Address, EthereumChain, Hex, PreparedTransaction } from './ports.ts'
import { readQuantity } from './quantity.ts'
import type { SentTransactions } from './sent-transactions.ts'
import { toQuantity } from './unsigned-transaction.ts'

export interface SendParts {
  readonly chain: EthereumChain
  readonly sent: SentTransactions
  readonly perform: WalletSigner['perform']
  readonly report: ReportActivity | undefined
  readonly externalWallets?: (() => Promise<ExternalWallets>) | undefined
  /** Whose `sent` is read and written now; `null`: nobody's. */
  owner(): string | null
  /** Has what is sent followed: also what comes when `sendTransaction` has ended. */
  follow(): void
  ask(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** One at a time for one account on one chain, across tabs. */
  exclusive<T>(from: Address, work: () => Promise<T>): Promise<T>
}

interface Signed {
  readonly raw: Hex
  readonly hash: Hex
  readonly nonce: number
}

/** See `EthereumNetwork.send`. */
export async function sendTransaction(
  parts: SendParts,
  wallet: HeldWallet,
  prepared: PreparedTransaction,
  signal: AbortSignal,
  about?: SentAbout,
): Promise<{ readonly hash: Hex }> {
  const { chain, sent } = parts
  const from = wallet.address as Address
  if (wallet.custody === 'external') return sendByApp(parts, wallet, prepared, signal, about)
  return parts.exclusive(from, async () => {
    // The person may have left while another tab was sending.
    signal.throwIfAborted()
    const content = contentOf(from, prepared)
    // The same bytes once more: a second signature, with the next nonce, would pay twice.
    const before = sent.uncertain(content, Date.now())
    if (before && before.status !== 'pending') {
      sent.update(before.hash, { uncertain: null })
      return { hash: before.hash }
    }
    const signed = before?.uncertain
      ? { raw: before.uncertain.raw as Hex, hash: before.hash, nonce: before.nonce }
      : await sign(parts, wallet, prepared, signal)
    const { hash, nonce, raw } = signed
    // It does the same as the first one, which was approved at the request of the same site.
    const replaced = prepared.replaces?.kind === 'speed-up' ? sent.get(prepared.replaces.hash) : undefined
    // Before it is sent: after a crash in between, it is followed all the same.
    sent.add({
      hash,
      nonce,
      chainId: chain.id,
      from,
      to: (prepared.unsigned.to as Address | undefined) ?? null,
      sentAt: Date.now(),
      status: 'pending',
      blockNumber: null,
      isFinal: false,
      about: replaced?.about ?? about,
      replaces: prepared.replaces,
      uncertain: { content, raw },
      raw,
    })
    await broadcast(parts, signed, from)
    // From here on the page has the hash: what it asks for next is another payment, also where its content is the same.
    sent.update(hash, { uncertain: null })
    tell(parts, from, prepared, hash)
    return { hash }
  })
}

const tell = ({ chain, report }: SendParts, from: Address, { unsigned }: PreparedTransaction, hash: Hex) => {
  const { to, value = '0x0' } = unsigned
  report?.({
    ...{ type: 'transaction.broadcasted', chain_type: 'ethereum', address: from, chain_id: chain.id },
    ...{ hash, value: BigInt(value).toString(), ...(to && { to }) },
  })
}

/**
 * The wallet app signs and sends it, one after another as its person answers. It is followed as others are, also where its person
 * said yes there after ours had left here.
 */
async function sendByApp(
  parts: SendParts,
  wallet: ExternalWallet,
  prepared: PreparedTransaction,
  signal: AbortSignal,
  about: SentAbout | undefined,
): Promise<{ readonly hash: Hex }> {
  const { chain, sent, externalWallets } = parts
  if (!externalWallets) throw new TypeError('A wallet of another app takes its connection')
  const { unsigned, hasFixedNonce, hasFixedPrice } = prepared
  const { address, chainType, walletClientType } = wallet
  const { sendElsewhere } = await import('../../external-wallets/send-transaction.ts')
  const owner = parts.owner()
  const onSent = (named: string) => {
    const hash = named.toLowerCase() as Hex
    // An answer that is late is not written down as another person's.
    if (parts.owner() !== owner) return
    // An app may name any hash. That of one that is known would take its nonce away, and what keeps it from being paid twice.
    if (sent.get(hash)) return
    sent.add({
      hash,
      nonce: Number(unsigned.nonce),
      chainId: chain.id,
      from: address as Address,
      to: (unsigned.to as Address | undefined) ?? null,
      sentAt: Date.now(),
      status: 'pending',
      blockNumber: null,
      isFinal: false,
      about,
      uncertain: null,
    })
    tell(parts, address as Address, prepared, hash)
    void keepNonce(parts, address, hash)
    parts.follow()
  }
  const task = { from: address, chainType, walletClientType, chain, unsigned, hasFixedNonce, hasFixedPrice }
  const named = await sendElsewhere(await externalWallets(), task, onSent, signal)
  return { hash: named.toLowerCase() as Hex }
}

/** The nonce that the wallet has chosen: by another one the transaction would be taken for replaced. */
const keepNonce = ({ ask, sent }: SendParts, address: string, hash: Hex): Promise<void> =>
  ask('eth_getTransactionByHash', [hash])
    .then(found => {
      const { from, nonce } = Object(found)
      if (`${from}`.toLowerCase() === address.toLowerCase())
        sent.update(hash, { nonce: Number(readQuantity(nonce)) })
    })
    // One that the node does not know yet has the nonce that was expected.
    .catch(() => {})

/** What the transaction pays and does, whatever its fee; with its nonce, where the dapp named one. */
function contentOf(from: Address, { unsigned, hasFixedNonce, replaces }: PreparedTransaction): string {
  const { chain_id, to = null, value = null, data = null, nonce } = unsigned
  const lists = 'authorization_list' in unsigned ? unsigned.authorization_list : null
  const content = [chain_id, from, to, value, data, lists, hasFixedNonce ? nonce : null]
  // A replacement does the same as the one that it replaces, and is not the same bytes.
  return JSON.stringify(replaces ? [...content, replaces] : content).toLowerCase()
}

async function sign(
  parts: SendParts,
  wallet: HeldWallet,
  { unsigned, hasFixedNonce }: PreparedTransaction,
  signal: AbortSignal,
): Promise<Signed> {
  const from = wallet.address as Address
  const nonce = hasFixedNonce
    ? Number(unsigned.nonce)
    : nextNonce(
        Number(readQuantity(await parts.ask('eth_getTransactionCount', [from, 'pending'], signal))),
        parts.sent.takenNonces(parts.chain.id, from),
      )
  const raw = await signTransaction(parts, wallet, { ...unsigned, nonce: toQuantity(nonce) }, signal)
  return { raw, hash: keccak256(raw), nonce }
}

/** @returns the signed transaction, RLP */
export async function signTransaction(
  { perform }: Pick<SendParts, 'perform'>,
  wallet: HeldWallet,
  transaction: PreparedTransaction['unsigned'],
  signal: AbortSignal,
): Promise<Hex> {
  const { signed_transaction } = await perform(
    wallet,
    { method: 'eth_signTransaction', params: { transaction } },
    signal,
  )
  return signed_transaction as Hex
}

/**
 * Matches a refusal of bytes that the node, or another one behind its address, has already. The texts are those of geth, Erigon, Nethermind, Besu, Reth
 * and the sequencers of rollups.
 */
const ALREADY_TAKEN =
  /already (?:known|imported|exists|in (?:the )?(?:mem)?pool)|known transaction|nonce (?:is |value )?too low|(?:old|invalid) nonce|OldNonce|AlreadyKnown|ALREADY_EXISTS/i

/** "Nonce … already …". */
const isNonceTaken = (message: string): boolean =>
  /already/i.test(
    message
      .split(/nonce /i)
      .slice(1)
      .join(' '),
  )

/**
 * Gives the signed bytes to the chain's nodes. The user's leaving does not cancel this: a signed transaction may arrive at any time.
 *
 * Returns where a node took the bytes, and also where a refusal may mean that they were taken before: the first answer was lost
 * and the repetition says "already known" or "nonce too low". The follower then finds out, and broadcasts the same bytes again.
 *
 * @throws VitrineError the node's refusal, where it is certain that nothing was sent: the transaction is forgotten;
 *   `service_unavailable` with `data.hash` when it is unknown whether it arrived: it is followed, and the same payment once more
 *   sends the same bytes
 */
async function broadcast(
  { ask, sent }: SendParts,
  { raw, hash, nonce }: Signed,
  from: Address,
): Promise<void> {
  try {
    await ask('eth_sendRawTransaction', [raw])
  } catch (error) {
    const isKnown = await ask('eth_getTransactionByHash', [hash]).then(
      found => found !== null,
      () => false,
    )
    if (isKnown) return
    if (!(error instanceof VitrineError)) throw error
    const isRefusal = error.code !== 'service_unavailable'
    if (isRefusal && (ALREADY_TAKEN.test(error.message) || isNonceTaken(error.message))) {
      if (!(await isUsedByAnother(ask, from, nonce, hash))) return
    } else if (!isRefusal || isCausedBy(error, RefusedAfterLoss)) throw outcomeUnknown(hash, error)
    sent.remove(hash)
    throw error
  }
}

/** Only a block that has another transaction of this nonce proves that ours will never be paid. */
async function isUsedByAnother(
  ask: SendParts['ask'],
  from: Address,
  nonce: number,
  hash: Hex,
): Promise<boolean> {
  const head = await ask('eth_blockNumber', []).then(
    answer => Number(readQuantity(answer)),
    () => null,
  )
  const user = head === null ? null : await findByNonce(ask, from, nonce, head)
  return user !== null && user.hash !== hash.toLowerCase()
}

import {
  type Address,
  type EncodedAccount,
  getBase58Encoder,
  getTransactionDecoder,
  lamports,
  type MaybeEncodedAccount,
} from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm'
import { base58Text } from '../../encoding.ts'
import { readMessage, readTransaction } from '../solana-message.ts'
import { transactionError } from './litesvm-errors.ts'

/** A JSON-RPC refusal, as a node spells it. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

interface Config {
  readonly encoding?: string
  readonly skipPreflight?: boolean
  readonly sigVerify?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly accounts?: { readonly addresses: readonly Address[] }
}

const LAMPORTS_PER_SIGNATURE = 5_000
const inContext = <T>(value: T) => ({ context: { slot: 1, apiVersion: '3.0.0' }, value })

/** One JSON-RPC request of a wallet or of web3.js. @throws RpcError */
export function answerRpc(svm: LiteSVM, method: string, params: readonly unknown[]): unknown {
  const [first, config] = params as [never, Config | undefined]
  switch (method) {
    case 'getLatestBlockhash':
      return inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: 150 })
    case 'isBlockhashValid':
      return inContext(first === svm.latestBlockhash())
    case 'getBlockHeight':
      return blockHeight(svm)
    case 'getSlot':
      return 1
    case 'getVersion':
      return { 'solana-core': '3.0.0', 'feature-set': 1 }
    case 'getMinimumBalanceForRentExemption':
      return Number(svm.minimumBalanceForRentExemption(BigInt(first)))
    case 'getBalance':
      return inContext(Number(svm.getBalance(first) ?? 0))
    case 'requestAirdrop':
      svm.airdrop(first, lamports(BigInt(params[1] as number)))
      return base58Text(new Uint8Array(64).fill(1))
    case 'getAccountInfo':
      return inContext(asJson(svm.getAccount(first)))
    case 'getMultipleAccounts':
      return inContext((first as Address[]).map(address => asJson(svm.getAccount(address))))
    case 'getFeeForMessage': {
      const message = readMessage(Buffer.from(first, 'base64'))
      if (!message) throw new RpcError(-32602, 'invalid message')
      const isKnown = message.blockhash === svm.latestBlockhash()
      const fee =
        LAMPORTS_PER_SIGNATURE * message.requiredSignatures + Number(message.config?.priorityFee ?? 0)
      return inContext(isKnown ? fee : null)
    }
    case 'simulateTransaction':
      return inContext(simulate(svm, bytesOf(first, config), config ?? {}))
    case 'sendTransaction':
      return send(svm, bytesOf(first, config), config ?? {})
    case 'getSignaturesForAddress':
      return listed(svm, first, (params[1] as { limit?: number } | undefined)?.limit ?? 1_000)
    case 'getSignatureStatuses':
      return inContext((first as string[]).map(signature => status(svm, signature)))
    default:
      throw new RpcError(-32601, 'Method not found')
  }
}

const heights = new WeakMap<LiteSVM, { readonly blockhash: string; readonly height: number }>()

/** The runtime has no blocks. A blockhash that has expired is at least 151 of them old, so each one counts for more. */
function blockHeight(svm: LiteSVM): number {
  const blockhash = svm.latestBlockhash()
  const seen = heights.get(svm) ?? { blockhash, height: 1 }
  const height = seen.blockhash === blockhash ? seen.height : seen.height + 200
  heights.set(svm, { blockhash, height })
  return height
}

const bytesOf = (text: string, config: Config | undefined): Uint8Array =>
  config?.encoding === 'base64'
    ? Buffer.from(text, 'base64')
    : new Uint8Array(getBase58Encoder().encode(text))

function asJson(account: MaybeEncodedAccount | EncodedAccount | undefined) {
  if (!account || ('exists' in account && !account.exists)) return null
  const { data, executable, lamports: balance, programAddress, space } = account
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable,
    lamports: Number(balance),
    owner: programAddress,
    rentEpoch: 0,
    space: Number(space),
  }
}

function simulate(svm: LiteSVM, bytes: Uint8Array, { sigVerify, replaceRecentBlockhash, accounts }: Config) {
  svm.withSigverify(sigVerify === true).withBlockhashCheck(replaceRecentBlockhash !== true)
  const outcome = svm.simulateTransaction(getTransactionDecoder().decode(bytes))
  svm.withSigverify(true).withBlockhashCheck(true)
  const logs = outcome.meta().logs()
  const unitsConsumed = Number(outcome.meta().computeUnitsConsumed())
  if (outcome instanceof FailedTransactionMetadata)
    return { err: transactionError(outcome), logs, accounts: null, unitsConsumed, returnData: null }
  const after = new Map(outcome.postAccounts().map(account => [account.address as string, account]))
  return {
    err: null,
    logs,
    unitsConsumed,
    returnData: null,
    accounts:
      accounts?.addresses.map(address => asJson(after.get(address) ?? svm.getAccount(address))) ?? null,
  }
}

function send(svm: LiteSVM, bytes: Uint8Array, { skipPreflight }: Config): string {
  const signature = readTransaction(bytes)?.signatures[0]
  if (!signature) throw new RpcError(-32602, 'failed to deserialize the transaction')
  const transaction = getTransactionDecoder().decode(bytes)
  const refuse = (failure: FailedTransactionMetadata) => {
    const err = transactionError(failure)
    throw new RpcError(-32002, `Transaction simulation failed: ${JSON.stringify(err)}`, {
      err,
      logs: failure.meta().logs(),
      accounts: null,
      unitsConsumed: 0,
    })
  }
  if (!skipPreflight) {
    const simulation = svm.simulateTransaction(transaction)
    if (simulation instanceof FailedTransactionMetadata) refuse(simulation)
  }
  const outcome = svm.sendTransaction(transaction)
  // What fails before it runs never gets on chain.
  if (outcome instanceof FailedTransactionMetadata && !skipPreflight) refuse(outcome)
  const sent = { signature: base58Text(signature), keys: transactionKeys(bytes), at: Date.now() }
  history.set(svm, [sent, ...(history.get(svm) ?? [])])
  return sent.signature
}

/** What was sent to a node, newest first: the runtime itself keeps no list. */
const history = new WeakMap<LiteSVM, readonly { signature: string; keys: readonly string[]; at: number }[]>()
const transactionKeys = (bytes: Uint8Array): readonly string[] => readTransaction(bytes)?.message.keys ?? []

function listed(svm: LiteSVM, address: string, limit: number) {
  const named = (history.get(svm) ?? []).filter(({ keys }) => keys.includes(address)).slice(0, limit)
  return named.map(({ signature, at }) => {
    const found = svm.getTransaction(signature as never)
    const err = found instanceof FailedTransactionMetadata ? transactionError(found) : null
    return {
      signature,
      slot: 1,
      err,
      memo: null,
      blockTime: Math.floor(at / 1_000),
      confirmationStatus: 'finalized',
    }
  })
}

function status(svm: LiteSVM, signature: string) {
  const found = svm.getTransaction(signature as never)
  if (!found) return null
  const err = found instanceof FailedTransactionMetadata ? transactionError(found) : null
  return {
    slot: 1,
    confirmations: null,
    confirmationStatus: 'finalized',
    err,
    status: err === null ? { Ok: null } : { Err: err },
  }
}

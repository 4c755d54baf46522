import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { readTransaction, type SolanaMessage } from '@vitrine/shared/chains/solana-message.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { advancesNonce } from '../../../chains/solana/durable-nonce.ts'
import type { ChainAccount, SolanaNetwork } from '../../../chains/solana/ports.ts'
import type { Price } from '../../explain/numbers.ts'
import type { Action } from '../decode/action.ts'
import { decodeInstruction } from '../decode/decode.ts'
import { resolveMessage } from '../decode/resolve-message.ts'
import { findAuthorityChanges } from '../explain/authority-changes.ts'
import { type Danger, findDangers, HIGH_FEE, inOrder } from '../explain/dangers.ts'
import { type Effects, findEffects, sumOfSol } from '../explain/effects.ts'
import { type ChainState, chainState } from '../reads/account-state.ts'
import { type BalanceChange, balanceChanges } from '../reads/balance-changes.ts'
import type { Mint } from '../reads/mint.ts'
import { readSolPrice } from '../reads/native-price.ts'
import { holdsNonce } from '../reads/nonce-account.ts'
import { SOL_PRICE_FEEDS } from '../reads/price-feeds.ts'
import { type ReadAccounts, readAccounts } from '../reads/read-accounts.ts'
import { readTokenAccount } from '../reads/token-accounts.ts'
import { estimateFee } from './estimate-fee.ts'

/** What a person reads before they approve one transaction. */
export interface InspectedTransaction {
  readonly chain: SolanaChain
  readonly effects: Effects
  readonly actions: readonly Action[]
  readonly dangers: readonly Danger[]
  readonly fee: { readonly lamports: bigint; readonly payer: string }
  /** What a node expects the wallet's balances to do; `null` when none said. */
  readonly changes: readonly BalanceChange[] | null
  /** The wallet has less than would leave it. */
  readonly isShort: boolean
  /** Lamports of the wallet now; `null`: not read. */
  readonly balance: bigint | null
  /** The wallet's tokens in the accounts that were read, by mint, in the smallest unit. */
  readonly held: ReadonlyMap<string, bigint>
  /** What is known of tokens, by mint. */
  readonly mints: ReadonlyMap<string, Mint>
  /** Of one SOL; `null` where the cluster has no feed. */
  readonly price: Price | null
  readonly bytes: Uint8Array
}

export interface InspectionInput {
  readonly wallet: string
  readonly chain: SolanaChain
  readonly transaction: Uint8Array
  readonly skipSimulation: boolean
  /** Unix seconds. */
  readonly now: number
  /** `null`: the cluster has no RPC endpoint, so only the transaction itself speaks. */
  readonly network: SolanaNetwork | null
}

const NOTHING_KNOWN: ReadonlyMap<string, ChainAccount | null> = new Map()
const NOTHING_READ: ReadAccounts = { accounts: NOTHING_KNOWN, mints: new Map() }

/**
 * Reads a transaction with a node's help.
 * @throws VitrineError `invalid_data` for bytes that are no transaction; what the network throws
 */
export async function inspectTransaction(
  input: InspectionInput,
  signal: AbortSignal,
): Promise<InspectedTransaction> {
  const { wallet, chain, transaction, network } = input
  const read = readTransaction(transaction)
  if (!read)
    throw clientError('invalid_data', 'The transaction is not a Solana transaction that can be read.')
  const { message, messageBytes } = read
  const feePayer = message.keys[0] ?? ''
  const feed = SOL_PRICE_FEEDS[chain]
  const tables = network
    ? await network.accounts(
        message.lookups.map(({ table }) => table),
        signal,
      )
    : NOTHING_KNOWN
  const resolved = resolveMessage(message, tables)
  const decoded = resolved.instructions.map(decodeInstruction)
  const [{ accounts, mints }, nodeFee, simulation] = network
    ? await Promise.all([
        readAccounts(network, { wallet, feed, resolved, actions: decoded }, signal),
        network.fee(messageBytes, signal),
        input.skipSimulation ? null : network.simulate(transaction, [wallet, ...resolved.writable], signal),
      ])
    : [NOTHING_READ, null, null]
  const state = chainState(accounts, decoded)
  const actions = decoded.map(action => withMint(action, state))
  const effects = findEffects(actions, wallet, state)
  const lamports = atLeast(nodeFee, estimateFee(actions, message), hasExactFee(message, actions))
  const [first] = resolved.instructions
  const isDurable = first !== undefined && advancesNonce(first.program, first.data)
  const isPast = isDurable
    ? !holdsNonce(accounts.get(first?.accounts[0] ?? ''), message.blockhash)
    : nodeFee === null
  const ownFee = feePayer === wallet ? lamports : 0n
  // A simulation that goes through has paid for everything.
  const isShort = (!simulation || simulation.error !== null) && lacks(effects, actions, wallet, ownFee, state)
  const dangers: Danger[] = [
    ...findDangers(actions, {
      wallet,
      feePayer,
      requiredSignatures: message.requiredSignatures,
      state,
      isComplete: resolved.isComplete,
      isDurable,
    }),
    ...(simulation && !simulation.error ? findAuthorityChanges(wallet, accounts, simulation.accounts) : []),
    // A balance that is too small is reported by `isShort` alone.
    ...(simulation?.error && !isShort ? [{ kind: 'would-fail', error: simulation.error } as const] : []),
    ...(lamports > HIGH_FEE && feePayer === wallet ? [{ kind: 'high-fee' } as const] : []),
    ...(network && isPast ? [{ kind: 'expired' } as const] : []),
    ...(network ? [] : [{ kind: 'not-checked' } as const]),
    ...(network && input.skipSimulation ? [{ kind: 'not-simulated' } as const] : []),
  ]
  return {
    chain,
    effects,
    actions,
    dangers: inOrder(dangers),
    fee: { lamports, payer: feePayer },
    changes: simulation && !simulation.error ? balanceChanges(wallet, accounts, simulation.accounts) : null,
    isShort,
    balance: state.lamports(wallet),
    held: heldTokens(wallet, accounts),
    mints,
    price: feed ? readSolPrice(feed, accounts.get(feed.account), input.now) : null,
    bytes: transaction,
  }
}

/** An endpoint refuses a flood of requests, and each transaction takes several. */
const AT_ONCE = 16

/** Reads many transactions, a few at the same time. @returns in their order. @throws what `read` throws */
export async function readEach<T>(
  transactions: readonly Uint8Array[],
  read: (transaction: Uint8Array) => Promise<T>,
): Promise<T[]> {
  const all: T[] = []
  for (let next = 0; next < transactions.length; next += AT_ONCE)
    all.push(...(await Promise.all(transactions.slice(next, next + AT_ONCE).map(read))))
  return all
}

function heldTokens(wallet: string, accounts: ReadonlyMap<string, ChainAccount | null>): Map<string, bigint> {
  const held = new Map<string, bigint>()
  for (const account of accounts.values()) {
    const token = readTokenAccount(account)
    if (token?.owner === wallet) held.set(token.mint, (held.get(token.mint) ?? 0n) + token.amount)
  }
  return held
}

/** The node's word, unless the transaction itself says more: a node that tells less than an exact fee is wrong. */
function atLeast(told: bigint | null, reckoned: bigint, isExact: boolean): bigint {
  if (told === null) return reckoned
  return isExact && reckoned > told ? reckoned : told
}

/** With a price and a limit there is nothing to estimate, and version 1 states the fee itself. */
const hasExactFee = ({ config }: SolanaMessage, actions: readonly Action[]): boolean =>
  config !== null || actions.some(({ kind }) => kind === 'compute-limit')

/** The older token instructions name no mint: the account does. */
function withMint(action: Action, state: ChainState): Action {
  if (action.kind === 'transfer-token')
    return { ...action, mint: action.mint ?? state.tokenMint(action.source) }
  if (action.kind === 'delegate') return { ...action, mint: action.mint ?? state.tokenMint(action.account) }
  return action
}

function lacks(
  { outgoing }: Effects,
  actions: readonly Action[],
  wallet: string,
  fee: bigint,
  state: ChainState,
): boolean {
  const lamports = state.lamports(wallet)
  // An instruction that cannot be read may bring in what is spent after it.
  if (actions.some(({ kind }) => kind === 'unknown')) return false
  if (lamports !== null && lamports < sumOfSol(outgoing) + fee) return true
  const spent = new Map<string, bigint>()
  for (const action of actions)
    if (action.kind === 'transfer-token' && state.tokenOwner(action.source) === wallet)
      spent.set(action.source, (spent.get(action.source) ?? 0n) + action.amount)
  return [...spent].some(([account, amount]) => {
    // What comes into an account within the transaction, e.g. by a swap before, is not known here.
    const isFed = actions.some(action => isFeeding(action, account))
    return !isFed && (state.tokenAmount(account) ?? amount) < amount
  })
}

const isFeeding = (action: Action, account: string) =>
  (action.kind === 'transfer-token' && action.destination === account) ||
  (action.kind === 'mint' && action.account === account) ||
  (action.kind === 'transfer-sol' && action.to === account)

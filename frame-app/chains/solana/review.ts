import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { readTransaction, type SolanaMessage } from '@vitrine/shared/chains/solana-message.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type BalanceChange, balanceChanges } from './balance-changes.ts'
import { type Danger, findDangers, HIGH_FEE } from './dangers.ts'
import type { Action } from './decode/action.ts'
import { decodeInstruction } from './decode/decode.ts'
import { type Effects, findEffects, sumOfSol } from './effects.ts'
import { reckonFee } from './fee.ts'
import type { ChainAccount, SolanaNetwork } from './ports.ts'
import { type ResolvedMessage, resolveMessage } from './resolve.ts'
import { type ChainState, chainState } from './state.ts'

/** What a person reads before they approve one transaction. */
export interface TransactionReview {
  readonly chain: SolanaChain
  readonly effects: Effects
  readonly actions: readonly Action[]
  readonly dangers: readonly Danger[]
  readonly fee: { readonly lamports: bigint; readonly payer: string }
  /** What a node expects the wallet's balances to do; `null` when none said. */
  readonly changes: readonly BalanceChange[] | null
  /** The wallet has less than would leave it. */
  readonly isShort: boolean
  /** Decimal places by mint, as far as they are known. */
  readonly decimals: ReadonlyMap<string, number>
  readonly bytes: Uint8Array
}

export interface ReviewInput {
  readonly wallet: string
  readonly chain: SolanaChain
  readonly transaction: Uint8Array
  readonly skipSimulation: boolean
  /** `null`: the cluster has no RPC endpoint, so only the transaction itself speaks. */
  readonly network: SolanaNetwork | null
}

type Accounts = ReadonlyMap<string, ChainAccount | null>
const NOTHING_KNOWN: Accounts = new Map()

/**
 * Reads a transaction with a node's help.
 * @throws VitrineError `invalid_data` for bytes that are no transaction; what the network throws
 */
export async function reviewTransaction(input: ReviewInput, signal: AbortSignal): Promise<TransactionReview> {
  const { wallet, chain, transaction, network } = input
  const read = readTransaction(transaction)
  if (!read)
    throw clientError('invalid_data', 'The transaction is not a Solana transaction that can be read.')
  const { message, messageBytes } = read
  const feePayer = message.keys[0] ?? ''
  const tables = network
    ? await network.accounts(
        message.lookups.map(({ table }) => table),
        signal,
      )
    : NOTHING_KNOWN
  const resolved = resolveMessage(message, tables)
  const decoded = resolved.instructions.map(decodeInstruction)
  const [accounts, nodeFee, simulation] = network
    ? await Promise.all([
        readAccounts(network, wallet, resolved, decoded, signal),
        network.fee(messageBytes, signal),
        input.skipSimulation ? null : network.simulate(transaction, [wallet, ...resolved.writable], signal),
      ])
    : [NOTHING_KNOWN, null, null]
  const state = chainState(accounts, decoded)
  const actions = decoded.map(action => withMint(action, state))
  const effects = findEffects(actions, wallet, state)
  const lamports = nodeFee ?? reckonFee(actions, message.requiredSignatures)
  const isDurable = actions[0]?.kind === 'advance-nonce'
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
    }),
    // A balance that is too small is told as such, once.
    ...(simulation?.error && !isShort ? [{ kind: 'would-fail', reason: simulation.error } as const] : []),
    ...(lamports > HIGH_FEE && feePayer === wallet ? [{ kind: 'high-fee' } as const] : []),
    ...(network && nodeFee === null && !isDurable ? [{ kind: 'expired' } as const] : []),
    ...(network ? [] : [{ kind: 'not-checked' } as const]),
  ]
  return {
    chain,
    effects,
    actions,
    dangers,
    fee: { lamports, payer: feePayer },
    changes: simulation && !simulation.error ? balanceChanges(wallet, accounts, simulation.accounts) : null,
    isShort,
    decimals: decimalsOf(accounts, state, message),
    bytes: transaction,
  }
}

/** The older token instructions name no mint: the account does. */
function withMint(action: Action, state: ChainState): Action {
  if (action.kind === 'transfer-token')
    return { ...action, mint: action.mint ?? state.tokenMint(action.source) }
  if (action.kind === 'delegate') return { ...action, mint: action.mint ?? state.tokenMint(action.account) }
  return action
}

/** Accounts that may change, the wallet, and the mints of all tokens among them. */
async function readAccounts(
  network: SolanaNetwork,
  wallet: string,
  { writable }: ResolvedMessage,
  actions: readonly Action[],
  signal: AbortSignal,
): Promise<Accounts> {
  const named = actions.flatMap(action => ('mint' in action && action.mint !== null ? action.mint : []))
  const accounts = await network.accounts([...new Set([wallet, ...writable, ...named])], signal)
  const state = chainState(accounts, actions)
  const missing = writable
    .flatMap(address => state.tokenMint(address) ?? [])
    .filter(mint => !accounts.has(mint))
  return new Map([...accounts, ...(await network.accounts([...new Set(missing)], signal))])
}

function lacks(
  { leaves }: Effects,
  actions: readonly Action[],
  wallet: string,
  fee: bigint,
  state: ChainState,
): boolean {
  const lamports = state.lamports(wallet)
  // What nobody can read may bring in what is spent after it.
  if (actions.some(({ kind }) => kind === 'unknown')) return false
  if (lamports !== null && lamports < sumOfSol(leaves) + fee) return true
  const spent = new Map<string, bigint>()
  for (const action of actions)
    if (action.kind === 'transfer-token' && state.tokenOwner(action.source) === wallet)
      spent.set(action.source, (spent.get(action.source) ?? 0n) + action.amount)
  return [...spent].some(([account, amount]) => {
    // What comes into an account within the transaction, e.g. of a swap before, cannot be reckoned with here.
    const isFed = actions.some(action => isFeeding(action, account))
    return !isFed && (state.tokenAmount(account) ?? amount) < amount
  })
}

const isFeeding = (action: Action, account: string) =>
  (action.kind === 'transfer-token' && action.destination === account) ||
  (action.kind === 'mint' && action.account === account) ||
  (action.kind === 'transfer-sol' && action.to === account)

function decimalsOf(accounts: Accounts, state: ChainState, { keys }: SolanaMessage): Map<string, number> {
  return new Map(
    [...new Set([...accounts.keys(), ...keys])].flatMap(address => {
      const decimals = state.decimals(address)
      return decimals === null ? [] : [[address, decimals] as const]
    }),
  )
}

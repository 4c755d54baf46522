import {
  readTransaction,
  type SolanaInstruction,
  type SolanaMessage,
} from '@vitrine/shared/chains/solana-message.ts'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import type { SolanaPolicy } from '@vitrine/shared/wallet/policy.ts'
import type { Judgement, Spending, Violation } from '../delegation-operations.ts'
import { TOKEN_ACCOUNT_PROGRAM, TOKEN_PROGRAM, tokenAccountOf } from './token-account.ts'

const CHAIN = 'solana:mainnet'
const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

const LAMPORTS_PER_SIGNATURE = 5_000n
/** The most that one transaction may ask for. */
const MAX_COMPUTE_UNITS = 1_400_000n
/** What a token account of 165 bytes is kept with; it is given to whoever closes the account. */
const TOKEN_ACCOUNT_RENT = 2_039_280n

type Rules = SolanaPolicy['rules'] & {
  /** `tokenAccountOf`, worked out once for each: a transaction may name many. */
  accountOf(owner: string, mint: string): string | null
}

/** An instruction with the addresses that it names. */
interface Call {
  readonly program: string
  readonly accounts: readonly (string | undefined)[]
  readonly data: Buffer
}

/** What an instruction spends of the wallet, by asset; or why it is refused. */
type Effect = readonly (readonly [asset: string, amount: bigint])[] | Violation

/**
 * Judges a transaction of Solana: transfers of lamports and of tokens in the wallet's own token accounts, the making of token
 * accounts, and the compute budget. A program that is none of these may use the wallet's signature for anything, and so is
 * refused; so is a transaction that takes addresses from tables, which are not in it.
 */
export function judgeSolana(policy: SolanaPolicy, transaction: string, address: string): Judgement {
  const rules = { ...policy.rules, accountOf: remembered() }
  const bytes = base64Bytes(transaction)
  const message = bytes && readTransaction(bytes)?.message
  if (!message || message.lookups.length > 0) return { violation: 'undecoded' }
  const calls = message.instructions.map(instruction => callOf(message, instruction))
  const fees = message.keys[0] === address ? highestFee(message, calls) : 0n
  const amounts: (readonly [string, bigint])[] = [['native', fees]]
  let violation: Violation | null = null
  for (const call of calls) {
    const effect = effectOf(rules, call, address)
    if (typeof effect === 'string') violation ??= effect
    else amounts.push(...effect)
  }
  const spendings = summed(amounts)
  return violation ? { violation, spendings } : { spendings }
}

const callOf = ({ keys }: SolanaMessage, { programIndex, accounts, data }: SolanaInstruction): Call => ({
  program: keys[programIndex] ?? '',
  accounts: accounts.map(index => keys[index]),
  data: Buffer.from(data),
})

function effectOf(rules: Rules, call: Call, address: string): Effect {
  switch (call.program) {
    case SYSTEM_PROGRAM:
      return ofSystem(rules, call, address)
    case TOKEN_PROGRAM:
      return ofToken(rules, call, address)
    case TOKEN_ACCOUNT_PROGRAM:
      return ofTokenAccount(rules, call, address)
    case COMPUTE_BUDGET_PROGRAM:
      return isComputeBudget(call) ? [] : 'undecoded'
    default:
      return 'contract'
  }
}

/** `Transfer`: 2, the lamports. */
function ofSystem(rules: Rules, { data, accounts: [from, to] }: Call, address: string): Effect {
  if (data.length !== 12 || data.readUInt32LE(0) !== 2 || from !== address || to === undefined)
    return 'undecoded'
  return isRecipient(rules, to) ? [['native', data.readBigUInt64LE(4)]] : 'recipient'
}

/** `Transfer`: 3, the amount. `TransferChecked`: 12, the amount, the token's decimals; it names the mint. */
function ofToken(rules: Rules, { data, accounts }: Call, address: string): Effect {
  const isChecked = data.length === 10 && data[0] === 12
  if (!isChecked && !(data.length === 9 && data[0] === 3)) return 'undecoded'
  const [from, to, owner] = isChecked ? [accounts[0], accounts[2], accounts[3]] : accounts
  // With more accounts it is signed for by several.
  if (accounts.length !== (isChecked ? 4 : 3) || owner !== address || to === undefined) return 'undecoded'
  // Which token an account has is not in a transaction, but for the one that a wallet has by default.
  const mint = rules.spend.find(
    ({ asset }) => asset !== 'native' && rules.accountOf(address, asset) === from,
  )?.asset
  if (mint === undefined || (isChecked && accounts[1] !== mint)) return 'asset'
  const isListed =
    isRecipient(rules, to) || rules.recipients?.some(each => rules.accountOf(each, mint) === to) === true
  return isListed ? [[mint, data.readBigUInt64LE(1)]] : 'recipient'
}

function remembered(): Rules['accountOf'] {
  const known = new Map<string, string | null>()
  return (owner, mint) => {
    const name = `${owner} ${mint}`
    if (!known.has(name)) known.set(name, tokenAccountOf(owner, mint))
    return known.get(name) ?? null
  }
}

/** `Create`: 0 or nothing; `CreateIdempotent`: 1. */
function ofTokenAccount(rules: Rules, { data, accounts }: Call, address: string): Effect {
  const [payer, , owner, , , program] = accounts
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreate || program !== TOKEN_PROGRAM || owner === undefined) return 'undecoded'
  if (owner !== address && !isRecipient(rules, owner)) return 'recipient'
  return payer === address ? [['native', TOKEN_ACCOUNT_RENT]] : []
}

/** `RequestHeapFrame`, `SetComputeUnitLimit`, `SetComputeUnitPrice`, `SetLoadedAccountsDataSizeLimit`. */
const isComputeBudget = ({ data }: Call) =>
  data.length === (data[0] === 3 ? 9 : 5) && [1, 2, 3, 4].includes(data[0] ?? 0)

const isRecipient = ({ recipients }: Rules, address: string) => recipients?.includes(address) ?? true

/**
 * Of each signature, and of the price of a compute unit (`SetComputeUnitPrice`, in millionths of a lamport) for as many as may be
 * asked for. The price is set once at most, or the transaction fails. Version 1 states its priority fee in the message, and ignores
 * instructions about it.
 */
function highestFee({ requiredSignatures, config }: SolanaMessage, calls: readonly Call[]): bigint {
  const signatures = LAMPORTS_PER_SIGNATURE * BigInt(requiredSignatures)
  if (config) return signatures + (config.priorityFee ?? 0n)
  const prices = calls.flatMap(({ program, data }) =>
    program === COMPUTE_BUDGET_PROGRAM && data[0] === 3 && data.length === 9 ? [data.readBigUInt64LE(1)] : [],
  )
  const limits = calls.flatMap(({ program, data }) =>
    program === COMPUTE_BUDGET_PROGRAM && data[0] === 2 && data.length === 5
      ? [BigInt(data.readUInt32LE(1))]
      : [],
  )
  const units = limits.length === 1 ? (limits[0] ?? 0n) : MAX_COMPUTE_UNITS
  const price = prices.reduce((sum, each) => sum + each, 0n)
  const most = units < MAX_COMPUTE_UNITS ? units : MAX_COMPUTE_UNITS
  return signatures + (price * most + 999_999n) / 1_000_000n
}

function summed(amounts: readonly (readonly [string, bigint])[]): Spending[] {
  const sums = new Map<string, bigint>()
  for (const [asset, amount] of amounts) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return [...sums].map(([asset, amount]) => ({ chain: CHAIN, asset, amount: String(amount) }))
}

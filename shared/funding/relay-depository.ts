import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
} from 'viem'

const DEPOSITORY = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
/** Chains on which Relay could not deploy to the common address. */
const SECOND_DEPOSITORY = '0x59916DA825D2D2eC1BF878D71c88826F6633ecca'
const TESTNET_DEPOSITORY = '0x5Feab8dB4534F9F7E2669Bb260c57a01aD1c12e3'

/**
 * Relay's depositories by chain id, for the chains that Vitrine knows by itself. The list is code and no config, so that an
 * operator's edit or a database row cannot add an attacker's contract.
 *
 * Sources: Relay's "Addresses" page (docs.relay.link/references/protocol/addresses) and, with the same addresses, the files of
 * `packages/networks/src/networks` in github.com/relayprotocol/relay-settlement (`contracts.prod.depository`). The two test
 * networks are in those files alone. Relay's contract cannot be upgraded (docs.relay.link/references/protocol/components/depository).
 */
const DEPOSITORIES: Readonly<Record<number, Address>> = {
  1: DEPOSITORY,
  10: DEPOSITORY,
  56: DEPOSITORY,
  130: DEPOSITORY,
  137: DEPOSITORY,
  146: DEPOSITORY,
  324: DEPOSITORY,
  480: DEPOSITORY,
  8453: DEPOSITORY,
  42161: DEPOSITORY,
  42220: DEPOSITORY,
  43114: DEPOSITORY,
  59144: SECOND_DEPOSITORY,
  7777777: DEPOSITORY,
  84532: TESTNET_DEPOSITORY,
  11155111: TESTNET_DEPOSITORY,
}

/**
 * The methods that an offer may call (`RelayDepository.sol` in the same repository). The contract has a third one,
 * `depositErc20(address,address,bytes32)`. It takes the whole allowance, whatever that is when it runs, so its bytes name no
 * price and it is refused.
 */
const DEPOSIT = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
])

/** An approval that replaces one, then an approval. */
const MAX_APPROVALS = 2

/** The payment that the user agrees to. */
export interface AgreedPayment {
  readonly payer: string
  /** EIP-155. */
  readonly chain: number
  /** `null`: the native currency. */
  readonly token: string | null
  /** In the smallest unit. */
  readonly price: bigint
}

export interface OfferedStep {
  readonly from: string
  /** EIP-155. */
  readonly chain: number
  readonly to: string
  readonly data: string
  /** Wei. */
  readonly value: bigint
}

/** An offer that is not taken. Its message goes on after "the offer". */
export class OfferRefused extends Error {
  override readonly name = 'OfferRefused'
}

/** @returns the contract that takes deposits on a chain; `null`: none is known there */
export const depositoryOn = (chain: number): Address | null =>
  Object.hasOwn(DEPOSITORIES, chain) ? (DEPOSITORIES[chain] ?? null) : null

/**
 * Reads an offer's transactions. A bridge's server can be taken over, so only known calls pass: approvals of the chosen token for
 * the chain's depository, then one deposit there, each of the price at most.
 * @returns what each transaction is, and how much the deposit takes
 * @throws OfferRefused
 */
export function readSteps(
  agreed: AgreedPayment,
  steps: readonly OfferedStep[],
): { readonly kinds: readonly ('approve' | 'deposit')[]; readonly deposited: bigint } {
  const depository = depositoryOn(agreed.chain)
  if (depository === null) throw new OfferRefused('is for a network where no depository of Relay is known')
  const approvals = steps.slice(0, -1)
  const deposit = steps.at(-1)
  if (!deposit || approvals.length > MAX_APPROVALS)
    throw new OfferRefused('has another order than approval and deposit')
  for (const { from, chain } of steps) {
    if (!isSameAddress(from, agreed.payer)) throw new OfferRefused('is for another wallet')
    if (chain !== agreed.chain) throw new OfferRefused('is for another network')
  }
  for (const approval of approvals) requireApproval(agreed, depository, approval)
  const deposited = requireDeposit(agreed, depository, deposit)
  return { kinds: [...approvals.map(() => 'approve' as const), 'deposit'], deposited }
}

function requireApproval({ token, price }: AgreedPayment, depository: Address, step: OfferedStep): void {
  if (token === null || !isSameAddress(step.to, token) || step.value !== 0n)
    throw new OfferRefused('calls something else than the chosen token before it deposits')
  const call = decodeExactly(erc20Abi, step.data)
  if (call?.functionName !== 'approve')
    throw new OfferRefused('does something else with the token than to approve it')
  const [spender, allowed] = call.args as readonly [Address, bigint]
  if (!isSameAddress(spender, depository)) throw new OfferRefused('lets somebody else take the money')
  if (allowed > price) throw new OfferRefused('asks for an allowance over more than it takes')
}

/** @returns how much it takes */
function requireDeposit(
  { payer, token, price }: AgreedPayment,
  depository: Address,
  step: OfferedStep,
): bigint {
  if (!isSameAddress(step.to, depository))
    throw new OfferRefused('deposits at a contract that is not the depository of its network')
  const call = decodeExactly(DEPOSIT, step.data)
  if (call?.functionName !== (token === null ? 'depositNative' : 'depositErc20'))
    throw new OfferRefused('calls a method that is not known')
  const [depositor, ...rest] = call.args as readonly [Address, ...unknown[]]
  if (!isSameAddress(depositor, payer)) throw new OfferRefused('deposits in another name')
  if (BigInt(rest.at(-1) as Hex) === 0n) throw new OfferRefused('deposits for no order')
  const deposited = token === null ? step.value : requireToken(token, step, rest)
  if (deposited <= 0n || deposited > price) throw new OfferRefused('takes another amount than it says')
  return deposited
}

/** @returns how much of the chosen token the deposit takes */
function requireToken(token: string, { value }: OfferedStep, args: readonly unknown[]): bigint {
  const [paid, amount] = args as readonly [Address, bigint]
  if (!isSameAddress(paid, token)) throw new OfferRefused('deposits another token')
  if (value !== 0n) throw new OfferRefused('takes native currency besides')
  return amount
}

/**
 * Decodes a call. An attacker could hide data behind the arguments or in their padding, so the same call must encode to the same bytes.
 * @returns `null` for anything else
 */
function decodeExactly(
  abi: Abi,
  data: string,
): { readonly functionName: string; readonly args: readonly unknown[] } | null {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data: data as Hex })
    return encodeFunctionData({ abi, functionName, args }) === data.toLowerCase()
      ? { functionName, args }
      : null
  } catch {
    return null
  }
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

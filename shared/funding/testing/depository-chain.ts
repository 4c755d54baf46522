import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { type Anvil, startAnvil } from '../../chains/testing/anvil.ts'
import { depositoryOn } from '../relay-depository.ts'
import { DEPOSITED_TOKEN_CODE, DEPOSITORY_CODE } from './depository-code.ts'

const DEPOSIT = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
])
const PLAN = parseAbi(['function plan(address to, bytes call)'])
const MINT = parseAbi(['function mint(address to, uint256 value)'])

/** An account that anvil signs for. */
const ANYBODY: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const approveData = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
export const depositNativeData = (depositor: Address, id: Hex): Hex =>
  encodeFunctionData({ abi: DEPOSIT, functionName: 'depositNative', args: [depositor, id] })
export const depositErc20Data = (depositor: Address, token: Address, amount: bigint, id: Hex): Hex =>
  encodeFunctionData({ abi: DEPOSIT, functionName: 'depositErc20', args: [depositor, token, amount, id] })

/** @returns the depository of a listed chain. @throws Error */
export function requireDepository(chain: number): Address {
  const depository = depositoryOn(chain)
  if (depository === null) throw new Error(`No depository of ${chain} is listed`)
  return depository
}

/** Puts the depository's code at its published address on a node, and a token's. */
export async function placeDepository(
  { chainId, request }: Pick<Anvil, 'chainId' | 'request'>,
  ...tokens: readonly Address[]
): Promise<void> {
  await request('anvil_setCode', [requireDepository(chainId), DEPOSITORY_CODE])
  for (const token of tokens) await request('anvil_setCode', [token, DEPOSITED_TOKEN_CODE])
}

/** The call by which a test takes a depository over: each deposit then makes `data` at `to` as well. */
export const planData = (to: Address, data: Hex): Hex =>
  encodeFunctionData({ abi: PLAN, functionName: 'plan', args: [to, data] })

/** A chain of Relay's on this machine. */
export interface DepositoryChain extends Anvil {
  readonly depository: Address
  /** Has anybody call a contract. */
  call(to: Address, data: Hex): Promise<void>
  /** Has an account call a contract that anvil has no key of. */
  callAs(from: Address, to: Address, data: Hex): Promise<void>
  mint(token: Address, to: Address, value: bigint): Promise<void>
  /** As `planData`. */
  plan(to: Address, data: Hex): Promise<void>
}

export async function startDepositoryChain(
  chainId: number,
  ...tokens: readonly Address[]
): Promise<DepositoryChain> {
  const anvil = await startAnvil({ chainId })
  await placeDepository(anvil, ...tokens)
  const depository = requireDepository(chainId)
  const callAs = async (from: Address, to: Address, data: Hex) => {
    await anvil.fund(from, 10n ** 18n)
    await anvil.request('anvil_impersonateAccount', [from])
    await anvil.mined(await anvil.request<Hex>('eth_sendTransaction', [{ from, to, data }]))
  }
  const call = (to: Address, data: Hex) => callAs(ANYBODY, to, data)
  return {
    ...anvil,
    depository,
    call,
    callAs,
    mint: (token, to, value) =>
      call(token, encodeFunctionData({ abi: MINT, functionName: 'mint', args: [to, value] })),
    plan: (to, data) => call(depository, planData(to, data)),
  }
}

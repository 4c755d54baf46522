import { decodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action } from './action.ts'

/** Uniswap's Permit2, at the same address on every chain: who may spend at this contract spends the tokens behind it. */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

const ABI = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])

export const isPermit2 = (address: string) => address.toLowerCase() === PERMIT2

/** A call of Permit2 as what it does to the token behind it; `null` for another contract or function. */
export function decodePermit2Call(contract: Address, data: Hex): Action | null {
  if (!isPermit2(contract)) return null
  try {
    const { functionName, args } = decodeFunctionData({ abi: ABI, data })
    if (functionName === 'transferFrom')
      return { kind: 'transfer', contract: args[3], from: args[0], to: args[1], number: args[2] }
    const [token, spender, number, until] = args
    return { kind: 'allow', contract: token, spender, number, change: 'set', until: BigInt(until) }
  } catch {
    return null
  }
}

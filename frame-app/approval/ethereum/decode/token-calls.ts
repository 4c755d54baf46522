import { decodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import type { Action } from './action.ts'

/** Functions of ERC-20, ERC-721, ERC-1155 and what is usual beside them. */
export const TOKEN_ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

/** The call as a token's function; `null` when it is none, or when its arguments do not decode. */
export function decodeTokenCall(contract: Address, data: Hex): Action | null {
  const call = decode(data)
  if (call === null) return null
  const { functionName: name, args } = call
  switch (name) {
    case 'transfer':
      return { kind: 'transfer', contract, from: null, to: args[0], number: args[1] }
    case 'transferFrom':
      return { kind: 'transfer', contract, from: args[0], to: args[1], number: args[2] }
    case 'approve':
      return { kind: 'allow', contract, spender: args[0], number: args[1], change: 'set' }
    case 'increaseAllowance':
      return { kind: 'allow', contract, spender: args[0], number: args[1], change: 'more' }
    case 'decreaseAllowance':
      return { kind: 'allow', contract, spender: args[0], number: args[1], change: 'less' }
    case 'setApprovalForAll':
      return { kind: 'allow-all', contract, operator: args[0], isAllowed: args[1] }
    case 'safeTransferFrom': {
      const [from, to, id] = args
      const amount = args.length === 5 ? args[3] : null
      return { kind: 'send-nfts', contract, from, to, nfts: [{ id, amount }] }
    }
    case 'safeBatchTransferFrom': {
      const [from, to, ids, amounts] = args
      // ERC-1155: lists of different lengths are refused by the contract; such a call moves nothing.
      if (ids.length !== amounts.length) return null
      const nfts = ids.map((id, index) => ({ id, amount: amounts[index] ?? 0n }))
      return { kind: 'send-nfts', contract, from, to, nfts }
    }
  }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: TOKEN_ABI, data })
  } catch {
    return null
  }
}

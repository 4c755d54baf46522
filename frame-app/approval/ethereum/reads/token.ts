import { hexToBytes, parseAbi } from 'viem'
import type { Address } from '../../../chains/ethereum/ports.ts'
import { safeSymbol } from '../../explain/token-symbol.ts'
import { type ChainReader, readCall, readView } from './contract-reads.ts'

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])
/** ERC-165 ids. */
const ERC_721 = '0x80ac58cd'
const ERC_1155 = '0xd9b67a26'
const SYMBOL_SELECTOR = '0x95d89b41'
/** Of 2²⁵⁶ − 1: with more decimals every amount is nothing. */
const MAX_DECIMALS = 77

/** What a token's contract says of itself. It may lie: a symbol is a claim, the address is the token. */
export interface Token {
  readonly address: Address
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | 'unknown'
  /** On one line, without hidden characters. */
  readonly symbol: string | null
  /** `null` unless it is an ERC-20 token. */
  readonly decimals: number | null
  /** The wallet's, in the smallest unit; `null` when it is unknown or is not one number. */
  readonly balance: bigint | null
  /** All that there is, in the smallest unit; `null` when it is unknown, 0, or no ERC-20 token's. */
  readonly supply: bigint | null
}

/** Reads what the receipt says about a token. Never fails for what the contract does. */
export async function readToken(
  network: ChainReader,
  address: Address,
  owner: Address,
  signal: AbortSignal,
): Promise<Token> {
  const supports = (id: `0x${string}`) =>
    readView(network, address, { abi: ABI, functionName: 'supportsInterface', args: [id] }, signal)
  const [isErc721, isErc1155, decimals, symbol, balance, supply] = await Promise.all([
    supports(ERC_721),
    supports(ERC_1155),
    readView(network, address, { abi: ABI, functionName: 'decimals' }, signal),
    readSymbol(network, address, signal),
    readView(network, address, { abi: ABI, functionName: 'balanceOf', args: [owner] }, signal),
    readView(network, address, { abi: ABI, functionName: 'totalSupply' }, signal),
  ])
  const standard = standardOf(isErc721 === true, isErc1155 === true, decimals)
  return {
    address,
    standard,
    symbol,
    decimals: standard === 'erc20' ? decimals : null,
    balance: standard === 'erc20' || standard === 'erc721' ? balance : null,
    supply: standard === 'erc20' && supply !== 0n ? supply : null,
  }
}

function standardOf(isErc721: boolean, isErc1155: boolean, decimals: number | null): Token['standard'] {
  const isErc20 = decimals !== null && decimals <= MAX_DECIMALS
  // Both at once (e.g. ERC-404): the same number may be an amount or an id.
  if (isErc721) return isErc20 && decimals > 0 ? 'unknown' : 'erc721'
  if (isErc1155) return 'erc1155'
  return isErc20 ? 'erc20' : 'unknown'
}

/** `symbol()` as text, or as 32 bytes in the way of the first tokens. */
async function readSymbol(
  network: ChainReader,
  address: Address,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await readCall(network, address, SYMBOL_SELECTOR, signal)
  if (answer === null) return null
  const text = answer.length === 66 ? fromBytes32(answer) : await readAsText(network, address, signal)
  return text === null ? null : safeSymbol(text)
}

const readAsText = (network: ChainReader, address: Address, signal: AbortSignal) =>
  readView(network, address, { abi: ABI, functionName: 'symbol' }, signal)

function fromBytes32(answer: `0x${string}`): string | null {
  const bytes = hexToBytes(answer)
  const end = bytes.indexOf(0)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? bytes : bytes.subarray(0, end))
  } catch {
    return null
  }
}

import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { parseAbi } from 'viem'
import type { Address, EthereumNetwork, WatchedAsset } from '../../../chains/ethereum/ports.ts'
import { singleLine } from '../../readable-text.ts'
import { readView } from './contract-reads.ts'
import { readToken } from './token.ts'

const ABI = parseAbi([
  'function name() view returns (string)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])
const MAX_NAME_CHARACTERS = 40

export type AskedAsset = Pick<WatchedAsset, 'standard' | 'address' | 'tokenId'>

/** What the contract says of itself and of the owner. It may lie: a name is a claim, the address is the token. */
export interface AssetFacts {
  readonly symbol: string | null
  readonly name: string | null
  /** `null` unless it is an ERC-20 token. */
  readonly decimals: number | null
  /** The owner's, in the smallest unit, or a count of NFTs; `null` when the contract does not say. */
  readonly balance: bigint | null
}

/**
 * Reads a token that a page offers (EIP-747): an ERC-20 token must answer as one, an NFT must be the owner's.
 * @throws VitrineError `invalid_data` (-32602) for what is no such token or not the owner's; as `EthereumNetwork.request`
 */
export async function readAsset(
  network: Pick<EthereumNetwork, 'request' | 'chain'>,
  { standard, address, tokenId }: AskedAsset,
  owner: Address,
  signal: AbortSignal,
): Promise<AssetFacts> {
  // By itself, and first: where no node answers, the error must not be that there is no token.
  const code = await network.request<unknown>('eth_getCode', [address, 'latest'], signal)
  if (typeof code !== 'string' || !/^0x[0-9a-f]+$/i.test(code))
    throw refused(`There is no contract at this address on ${network.chain.name}.`)
  const [token, name] = await Promise.all([
    readToken(network, address, owner, signal),
    readView(network, address, { abi: ABI, functionName: 'name' }, signal),
  ])
  const said = { symbol: token.symbol, name: shortName(name), decimals: token.decimals }
  if (standard === 'ERC20') {
    if (token.standard !== 'erc20')
      throw refused('The contract at this address does not answer as an ERC-20 token.')
    return { ...said, balance: token.balance }
  }
  const id = BigInt(tokenId ?? 0)
  const balance = await (standard === 'ERC721'
    ? ownedPiece(network, address, id, owner, signal)
    : readView(network, address, { abi: ABI, functionName: 'balanceOf', args: [owner, id] }, signal))
  if (balance === null || balance === 0n)
    throw refused(`The wallet does not own the ${standard} token with this id.`)
  return { ...said, decimals: null, balance }
}

async function ownedPiece(
  network: Pick<EthereumNetwork, 'request' | 'chain'>,
  address: Address,
  id: bigint,
  owner: Address,
  signal: AbortSignal,
): Promise<bigint | null> {
  const found = await readView(network, address, { abi: ABI, functionName: 'ownerOf', args: [id] }, signal)
  return found?.toLowerCase() === owner.toLowerCase() ? 1n : null
}

/** The balance alone, for a token that was added before; `null` when it cannot be read. */
export async function readBalance(
  network: Pick<EthereumNetwork, 'request' | 'chain'>,
  { standard, address, tokenId, owner }: WatchedAsset,
  signal: AbortSignal,
): Promise<bigint | null> {
  const id = BigInt(tokenId ?? 0)
  if (standard === 'ERC20') return (await readToken(network, address, owner, signal)).balance
  if (standard === 'ERC721') return ownedPiece(network, address, id, owner, signal)
  return readView(network, address, { abi: ABI, functionName: 'balanceOf', args: [owner, id] }, signal)
}

function shortName(name: string | null): string | null {
  const characters = [...singleLine(name ?? '')]
  if (characters.length === 0) return null
  return characters.length > MAX_NAME_CHARACTERS
    ? `${characters.slice(0, MAX_NAME_CHARACTERS).join('')}…`
    : characters.join('')
}

const refused = (message: string) => clientError('invalid_data', message)

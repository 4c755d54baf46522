import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { erc20Abi } from 'viem'
import { readView } from '../../approval/ethereum/reads/contract-reads.ts'
import { readTokenAccount } from '../../approval/solana/reads/token-accounts.ts'
import type { Address, EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { readQuantity } from '../../chains/ethereum/quantity.ts'
import type { SolanaNetwork } from '../../chains/solana/ports.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

export type ChainKernel = Pick<Kernel, 'ethereum' | 'solana'>
/** What is read: how much of an asset a wallet has on a chain. */
export type FundedWallet = Pick<FundingRequest, 'address' | 'chain' | 'chainType' | 'asset'>

/**
 * What the wallet has of the asset that is funded, as the chain's node says.
 * @returns smallest units
 * @throws VitrineError `service_unavailable` where no node tells; the signal's reason when it aborts
 */
export async function readBalance(
  kernel: ChainKernel,
  { address, chain, chainType, asset }: FundedWallet,
  signal: AbortSignal,
): Promise<bigint> {
  if (chainType === 'ethereum') {
    const network = await ethereumNetwork(kernel, chain)
    if (asset.address === null)
      return readQuantity(await network.request('eth_getBalance', [address, 'latest'], signal))
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address as Address] } as const
    const held = await readView(network, asset.address as Address, call, signal)
    if (held === null) throw noAnswer(network.chain.name)
    return held
  }
  const network = await solanaNetwork(kernel, chain)
  const place = await solanaPlace({ address, asset })
  const account = (await network.accounts([place], signal)).get(place)
  if (account === undefined) throw noAnswer('Solana')
  if (asset.address === null || account === null) return account?.lamports ?? 0n
  const held = readTokenAccount(account)
  // What the node gives for it must be this token's account, and this wallet's.
  if (held?.mint !== asset.address || held.owner !== address) throw noAnswer('Solana')
  return held.amount
}

/** @throws VitrineError as `EthereumNetworks.of` */
export const ethereumNetwork = async (kernel: ChainKernel, chain: string): Promise<EthereumNetwork> =>
  (await kernel.ethereum()).of(parseEip155(chain) ?? 0)

/** @throws VitrineError `service_unavailable` for a cluster without a node */
export async function solanaNetwork(kernel: ChainKernel, chain: string): Promise<SolanaNetwork> {
  const network = (await kernel.solana()).of(chain as SolanaNetwork['cluster']['chain'])
  if (network === null) throw noAnswer('Solana')
  return network
}

/** The account on Solana in which the asset arrives, base58. */
export async function solanaPlace({
  address,
  asset,
}: Pick<FundedWallet, 'address' | 'asset'>): Promise<string> {
  if (asset.address === null) return address
  // Only a token on Solana needs kit, which Ethereum's requests must not load.
  const { associatedAccount } = await import('../../portfolio/solana/associated-account.ts')
  return associatedAccount(address, asset.address)
}

const noAnswer = (network: string) =>
  clientError('service_unavailable', `No node of ${network} tells the wallet’s balance.`)

import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import {
  COIN_CODE,
  FEED_CODE,
  HOSTILE_COIN_CODE,
  MULTICALL_CODE,
} from '@vitrine/shared/chains/testing/contract-codes.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Address, Hex, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { localWallet } from '../../chains/ethereum/testing/local-signer.ts'
import { MULTICALL } from '../ethereum/read-calls.ts'
import { ETHER } from './portfolio-app.ts'

export const WALLET = localWallet.address as Address
/** The operator's coin, with a price; another one; two feeds; a coin that does harm when it is asked. */
export const TUSD: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const CATS: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const NATIVE_FEED: Address = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
export const COIN_FEED: Address = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
export const HOSTILE: Address = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function pretend(address from, address to, uint256 value)',
  'function give(uint256 id, address to)',
  'function set(int256 answer, uint256 updatedAt, uint8 decimals)',
  'function behave(uint256 mode)',
])

export const nowSeconds = () => BigInt(Math.floor(Date.now() / 1_000))

/** A call of the test contracts. */
export const calling = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: ABI, functionName, args } as never)

/** A node with real contracts, behind a gateway: the wallet has 2 ETH at $2,000 and 89 TUSD at $0.9999. */
export async function startPortfolioChain() {
  const anvil = await startAnvil()
  const gateway = await startGateway(anvil.url)
  /** From another account, so that the wallet's own currency stays as it is. */
  const send = async (to: Address, data: Hex) => {
    const [, from] = await anvil.request<Address[]>('eth_accounts')
    const hash = await anvil.request<Hex>('eth_sendTransaction', [{ from, to, data }])
    await anvil.mined(hash)
    return hash
  }
  const codes: readonly (readonly [Address, string])[] = [
    [MULTICALL, MULTICALL_CODE],
    [TUSD, COIN_CODE],
    [CATS, COIN_CODE],
    [NATIVE_FEED, FEED_CODE],
    [COIN_FEED, FEED_CODE],
    [HOSTILE, HOSTILE_COIN_CODE],
  ]
  await Promise.all(codes.map(code => anvil.request('anvil_setCode', code)))
  await anvil.fund(WALLET, 2n * 10n ** 18n)
  await send(TUSD, calling('mint', WALLET, 89_000_000n))
  await send(NATIVE_FEED, calling('set', 2_000_00000000n, nowSeconds(), 8))
  await send(COIN_FEED, calling('set', 99_990_000n, nowSeconds(), 8))
  let snapshot = await anvil.request<string>('evm_snapshot')

  return {
    anvil,
    gateway,
    send,
    /** As the operator writes it. */
    chain: {
      id: anvil.chainId,
      name: 'Anvil',
      rpc_urls: [gateway.url],
      native_currency: ETHER,
      testnet: true,
      native_price_feed: { address: NATIVE_FEED },
      tokens: [
        {
          address: TUSD,
          symbol: 'TUSD',
          name: 'Test Dollar',
          decimals: 6,
          logo_url: 'https://logos.example/tusd.svg',
          price_feed: { address: COIN_FEED },
        },
      ],
    },
    /** A token that the person added. */
    watched: (asset: Partial<WatchedAsset> = {}): WatchedAsset => ({
      chainId: anvil.chainId,
      owner: WALLET,
      standard: 'ERC20',
      address: CATS,
      tokenId: null,
      symbol: 'CATS',
      decimals: 6,
      ...asset,
    }),
    /** As it was at first, with an honest node. */
    async reset() {
      await anvil.request('evm_setAutomine', [true])
      await anvil.request('evm_revert', [snapshot])
      snapshot = await anvil.request('evm_snapshot')
      gateway.behave((_call, pass) => pass())
      gateway.seen.length = 0
    },
    async stop() {
      await gateway.stop()
      await anvil.stop()
    },
  }
}

import { DEMO_DOLLAR, DEMO_FEEDS } from '@vitrine/shared/chains/demo-chain.ts'
import { type Abi, type Hex, isAddressEqual, parseAbi } from 'viem'
import { DEMO_DOLLAR_CODE, STILL_PRICE_CODE } from './contract-code.ts'
import type { IssuerClient } from './start-chain.ts'

const PRICE = parseAbi(['constructor(int256 price)'])
/** Dollars with eight decimals. */
const ONE_DOLLAR = 100_000_000n

/** In this order, by an account that has sent nothing before: the addresses follow from that. */
const CONTRACTS: readonly { at: string; abi: Abi; bytecode: Hex; args: readonly unknown[] }[] = [
  { at: DEMO_DOLLAR.address, abi: [], bytecode: DEMO_DOLLAR_CODE, args: [] },
  { at: DEMO_FEEDS.dollar, abi: PRICE, bytecode: STILL_PRICE_CODE, args: [ONE_DOLLAR] },
  { at: DEMO_FEEDS.ether, abi: PRICE, bytecode: STILL_PRICE_CODE, args: [2_000n * ONE_DOLLAR] },
]

/** Puts coin and prices on a chain that has not got them. @throws Error where they come to stand elsewhere */
export async function deployContracts(client: IssuerClient): Promise<void> {
  for (const { at, ...contract } of CONTRACTS) {
    if (await client.getCode({ address: at as Hex })) continue
    const hash = await client.deployContract({ ...contract, chain: null })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress || !isAddressEqual(contractAddress, at as Hex))
      throw new Error(`The demo chain has a contract at ${contractAddress} that belongs at ${at}.`)
  }
}

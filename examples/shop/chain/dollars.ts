import { DEMO_DOLLAR } from '@vitrine/shared/chains/demo-chain.ts'
import { type Address, parseAbi } from 'viem'
import type { IssuerClient } from './start-chain.ts'

export const DOLLAR_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const TOKEN = { address: DEMO_DOLLAR.address, abi: DOLLAR_ABI } as const

/** In millionths. */
export const dollars = (whole: number) => BigInt(whole) * 10n ** BigInt(DEMO_DOLLAR.decimals)

const GIFT = dollars(500)
/** 0.02 ETH, some hundred payments. */
const FOR_FEES = 20_000_000_000_000_000n

export const balanceOf = (client: IssuerClient, owner: Address): Promise<bigint> =>
  client.readContract({ ...TOKEN, functionName: 'balanceOf', args: [owner] })

export interface Faucet {
  /** Demo money for a wallet that never had any; resolves when it is there. */
  welcome(wallet: Address): Promise<void>
}

/** Gives each wallet demo money once. The chain itself remembers whom: what was made for a wallet stands in its log. */
export function createFaucet(client: IssuerClient): Faucet {
  // Two tabs of one person ask at once.
  const underWay = new Map<Address, Promise<void>>()
  const give = async (wallet: Address) => {
    const made = { from: '0x0000000000000000000000000000000000000000', to: wallet } as const
    const before = await client.getContractEvents({
      ...TOKEN,
      eventName: 'Transfer',
      args: made,
      fromBlock: 0n,
    })
    if (before.length > 0) return
    // What marks the wallet comes last: whoever has demo dollars can pay a fee.
    const sent = [
      () => client.sendTransaction({ to: wallet, value: FOR_FEES, chain: null }),
      () => client.writeContract({ ...TOKEN, functionName: 'mint', args: [wallet, GIFT], chain: null }),
    ]
    for (const send of sent) {
      const { status } = await client.waitForTransactionReceipt({ hash: await send() })
      if (status !== 'success') throw new Error('The demo money was not sent.')
    }
  }
  return {
    welcome(wallet) {
      const gift = underWay.get(wallet) ?? give(wallet).finally(() => underWay.delete(wallet))
      underWay.set(wallet, gift)
      return gift
    },
  }
}

import { requireDepository } from './depository-chain.ts'

/** What was asked for (Relay API, "Get Quote v2"). */
export interface RelayIntent {
  readonly requestId: `0x${string}`
  readonly user: `0x${string}`
  readonly recipient: string
  readonly originChainId: number
  readonly destinationChainId: number
  readonly originCurrency: `0x${string}`
  readonly destinationCurrency: string
  /** To arrive. */
  readonly amount: string
  /** To be deposited. */
  readonly price: bigint
}

interface Transaction {
  readonly hash: string
  readonly to: string | null
  readonly input: string
  readonly value: string
}

async function ask<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}

/** Whether a transaction that succeeded deposits the intent's price under its id. All blocks of a test's chain are looked at. */
export async function findDeposit(
  node: string,
  { requestId, originChainId, originCurrency, price }: RelayIntent,
): Promise<boolean> {
  const depository = requireDepository(originChainId)
  const isNative = /^0x0{40}$/.test(originCurrency)
  const last = Number.parseInt(await ask<string>(node, 'eth_blockNumber', []), 16)
  for (let number = last; number >= 0; number -= 1) {
    const block = await ask<{ transactions: readonly Transaction[] } | null>(node, 'eth_getBlockByNumber', [
      `0x${number.toString(16)}`,
      true,
    ])
    const found = block?.transactions.find(({ input, to, value }) => {
      if (!input.endsWith(requestId.slice(2)) || to?.toLowerCase() !== depository.toLowerCase()) return false
      return isNative ? BigInt(value) === price : input.includes(price.toString(16).padStart(64, '0'))
    })
    if (!found) continue
    const receipt = await ask<{ status: string } | null>(node, 'eth_getTransactionReceipt', [found.hash])
    return receipt?.status === '0x1'
  }
  return false
}

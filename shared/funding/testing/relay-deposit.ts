/** What was asked for (Relay API, "Get Quote v2"). */
export interface RelayIntent {
  readonly requestId: string
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

/** Whether a transaction that succeeded names the intent and pays its price to the depository. All blocks of a test's chain are looked at. */
export async function findDeposit(
  node: string,
  { requestId, originCurrency, price }: RelayIntent,
  depository: string,
): Promise<boolean> {
  const isNative = /^0x0{40}$/.test(originCurrency)
  const last = Number.parseInt(await ask<string>(node, 'eth_blockNumber', []), 16)
  for (let number = last; number >= 0; number -= 1) {
    const block = await ask<{ transactions: readonly Transaction[] } | null>(node, 'eth_getBlockByNumber', [
      `0x${number.toString(16)}`,
      true,
    ])
    const found = block?.transactions.find(({ input, to, value }) => {
      if (!input.endsWith(requestId.slice(2))) return false
      if (isNative) return to === depository && BigInt(value) === price
      return to?.toLowerCase() === originCurrency.toLowerCase() && input.includes(depository.slice(2))
    })
    if (!found) continue
    const receipt = await ask<{ status: string } | null>(node, 'eth_getTransactionReceipt', [found.hash])
    return receipt?.status === '0x1'
  }
  return false
}

/** A CAIP-2 chain id of the `eip155` namespace, e.g. `eip155:1`. */
export type Eip155ChainId = `eip155:${number}`

/**
 * Reads the chain id out of a CAIP-2 string with the `eip155:` prefix (specification §5; CAIP-2).
 * @returns the decimal chain id, or `null` when the string has another prefix or no chain id.
 */
export function parseEip155(caip2: string): number | null {
  const match = /^eip155:([1-9]\d{0,15})$/.exec(caip2)
  return match ? Number(match[1]) : null
}

export const toEip155 = (chainId: number): Eip155ChainId => `eip155:${chainId}`

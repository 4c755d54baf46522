/** A CAIP-2 chain id of the `eip155` namespace, e.g. `eip155:1`. */
export type Eip155ChainId = `eip155:${number}`

export const toEip155 = (chainId: number): Eip155ChainId => `eip155:${chainId}`

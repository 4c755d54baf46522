import type { RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'

/** A request whose method is one of a chain family's. */
export type AnyRpcRequest = { [M in RpcMethod]: RpcRequest<M> & { readonly method: M } }[RpcMethod]

/** The keys that one chain family makes of a seed. Every function leaves what it is given to its caller, who wipes it. */
export interface KeyFamily {
  /** @returns 32 bytes; the caller wipes them */
  derive(seed: Uint8Array, index: number): Uint8Array
  describe(key: Uint8Array): { readonly address: string; readonly publicKey: string }
  /** By the wallet's key over a statement of ownership, 64 bytes. */
  signStatement(key: Uint8Array, statement: Uint8Array): Promise<Uint8Array>
  /**
   * Performs a request with the key that makes this address: its caller has made sure of that.
   * @throws RangeError when the request cannot be signed
   */
  perform(key: Uint8Array, address: string, request: AnyRpcRequest): Promise<unknown>
}

/** Code of a chain family comes with the first wallet of it, and never for the other family. */
export const KEY_FAMILIES = {
  ethereum: async () => (await import('./ethereum-family.ts')).ethereumFamily,
  solana: async () => (await import('./solana-family.ts')).solanaFamily,
} as const satisfies Record<'ethereum' | 'solana', () => Promise<KeyFamily>>

import type { RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { SigningKey } from './kept-key.ts'

/** A request whose method is one of a chain family's. */
export type AnyRpcRequest = { [M in RpcMethod]: RpcRequest<M> & { readonly method: M } }[RpcMethod]

/** The keys that one chain family makes of a seed. Every function leaves what it is given to its caller, who wipes it. */
export interface KeyFamily {
  /** @returns 32 bytes; the caller wipes them */
  derive(seed: Uint8Array, index: number): Uint8Array
  /**
   * A private key as its owner has it.
   * @returns 32 bytes, a copy; `null` for what is none
   */
  readKey(bytes: Uint8Array): Uint8Array | null
  /** The key as it is given to its owner. */
  writeKey(key: Uint8Array): Uint8Array
  describe(key: Uint8Array): { readonly address: string; readonly publicKey: string }
  /** By the wallet's key over a statement of ownership, 64 bytes. */
  signStatement(key: Uint8Array, statement: Uint8Array): Promise<Uint8Array>
  /** Of a key, where the browser signs with such keys itself; nothing reads the key out of it. */
  handle(key: Uint8Array): Promise<CryptoKey | null>
  /**
   * What a request asks to be signed, without a key. The function that it gives signs with the key that makes this address:
   * its caller has made sure of that.
   * @throws RangeError when the request cannot be signed
   */
  prepare(request: AnyRpcRequest, address: string): Promise<(key: SigningKey) => Promise<unknown>>
}

/** A module that is there already is not asked for again: that costs as much as a message to another thread. */
function once(load: () => Promise<KeyFamily>): () => Promise<KeyFamily> | KeyFamily {
  let loaded: KeyFamily | undefined
  return () =>
    loaded ??
    load().then(family => {
      loaded = family
      return family
    })
}

/** Code of a chain family comes with the first wallet of it, and never for the other family. */
export const KEY_FAMILIES = {
  ethereum: once(async () => (await import('./ethereum-family.ts')).ethereumFamily),
  solana: once(async () => (await import('./solana-family.ts')).solanaFamily),
} as const satisfies Record<'ethereum' | 'solana', () => Promise<KeyFamily> | KeyFamily>

import { PublicKey } from '@solana/web3.js'
import { mintData } from './spl-token.ts'

const text = (value: string | Uint8Array, padTo = 0) => {
  const bytes = Buffer.from(value)
  const padded = Buffer.concat([bytes, Buffer.alloc(Math.max(0, padTo - bytes.length))])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(padded.length)
  return Buffer.concat([length, padded])
}
export const keyBytes = (address: string | null) =>
  address === null ? Buffer.alloc(32) : new PublicKey(address).toBuffer()

/** Metaplex's `Metadata`, as far as it is read and a little further. */
export const metaplexData = (
  mint: string,
  name: string | Uint8Array,
  symbol: string | Uint8Array,
): Uint8Array =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from([4]),
      Buffer.alloc(32, 1),
      keyBytes(mint),
      text(name, 32),
      text(symbol, 10),
      text('https://token.example', 200),
    ]),
  )

/** The value of Token-2022's `TokenMetadata`. */
export const metadataValue = (mint: string, name: string, symbol: string): Buffer =>
  Buffer.concat([Buffer.alloc(32, 1), keyBytes(mint), text(name), text(symbol), text(''), Buffer.alloc(4)])

/** A mint of Token-2022 with these extensions: type and value. */
export function extendedMint(
  decimals: number,
  extensions: readonly (readonly [number, Uint8Array])[],
): Uint8Array {
  const base = Buffer.alloc(166)
  base.set(mintData(decimals))
  base[165] = 1
  const parts = extensions.map(([type, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type)
    head.writeUInt16LE(value.length, 2)
    return Buffer.concat([head, value])
  })
  return Uint8Array.from(Buffer.concat([base, ...parts]))
}

import { base58Text } from '@vitrine/shared/encoding.ts'
import { trimEnd } from '@vitrine/shared/trim-end.ts'
import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { METADATA, TOKEN_2022 } from '../../../chains/solana/programs.ts'
import { readMintDecimals } from './token-accounts.ts'

/** What a token says of itself. All but its rules are the words of whoever made it. */
export interface Mint {
  readonly decimals: number
  /** Not cleaned, not checked; `null`: it has none. */
  readonly symbol: string | null
  readonly rules: TokenRules
}

/** Extensions of Token-2022 by which a token is not only its holder's. */
export interface TokenRules {
  /** Who may take it out of every account, without the holder. */
  readonly permanentDelegate: string | null
  /** A program that runs at each transfer. */
  readonly hook: string | null
  /** The token keeps a part of each transfer. */
  readonly takesFee: boolean
}

/** Behind a mint's own 82 bytes: room up to the size of an account, one byte for the kind, then type, length and value. */
const EXTENSIONS_AT = 166
const TYPE = { transferFee: 1, permanentDelegate: 12, hook: 14, metadataPointer: 18, metadata: 19 } as const
/** `MetadataV1` of the metadata program. */
const METADATA_V1 = 4
/** Of a text on chain, in bytes; a longer one is not read. */
const MAX_TEXT = 128
/** Authority and mint stand before the name. */
const NAME_AT = 64

/** @param metadata the account of the mint's metadata, where it was asked for. @returns `null` for what is no mint */
export function readMint(
  address: string,
  account: ChainAccount | null | undefined,
  metadata: ChainAccount | null | undefined,
): Mint | null {
  const decimals = readMintDecimals(account)
  if (!account || decimals === null) return null
  const values = account.owner === TOKEN_2022 ? extensions(account.data) : new Map<number, Uint8Array>()
  return {
    decimals,
    symbol: ownSymbol(address, values) ?? metadataSymbol(address, metadata),
    rules: {
      permanentDelegate: keyAt(values.get(TYPE.permanentDelegate), 0),
      hook: keyAt(values.get(TYPE.hook), 32),
      takesFee: takesFee(values.get(TYPE.transferFee)),
    },
  }
}

function extensions(data: Uint8Array): Map<number, Uint8Array> {
  const values = new Map<number, Uint8Array>()
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    const end = at + 4 + view.getUint16(at + 2, true)
    if (type === 0 || end > data.length) break
    // The programs read the first of a type.
    if (!values.has(type)) values.set(type, data.subarray(at + 4, end))
    at = end
  }
  return values
}

/** The key at a place; `null` for none, which is written as zeros. */
function keyAt(value: Uint8Array | undefined, at: number): string | null {
  const key = value?.subarray(at, at + 32)
  return key?.length === 32 && key.some(byte => byte !== 0) ? base58Text(key) : null
}

/** Two rates of a hundredth of a percent each: until an epoch, and from it on. */
function takesFee(value: Uint8Array | undefined): boolean {
  if (value?.length !== 108) return false
  const view = new DataView(value.buffer, value.byteOffset)
  return view.getUint16(88, true) > 0 || view.getUint16(106, true) > 0
}

/** In the mint itself, if that is where the mint says that it is. */
function ownSymbol(address: string, values: ReadonlyMap<number, Uint8Array>): string | null {
  const metadata = values.get(TYPE.metadata)
  const isOwn = keyAt(values.get(TYPE.metadataPointer), 32) === address && keyAt(metadata, 32) === address
  return isOwn && metadata ? symbolAt(metadata, NAME_AT) : null
}

function metadataSymbol(address: string, account: ChainAccount | null | undefined): string | null {
  if (account?.owner !== METADATA || account.data[0] !== METADATA_V1) return null
  return keyAt(account.data, 33) === address ? symbolAt(account.data, 1 + NAME_AT) : null
}

/** A name, then a symbol; the name where the symbol is empty. Both have their length in 32 bits before them. */
function symbolAt(data: Uint8Array, at: number): string | null {
  const name = textAt(data, at)
  const symbol = name && textAt(data, name.end)
  return symbol?.text || name?.text || null
}

function textAt(data: Uint8Array, at: number): { readonly text: string; readonly end: number } | null {
  if (at + 4 > data.length) return null
  const length = new DataView(data.buffer, data.byteOffset).getUint32(at, true)
  const end = at + 4 + length
  if (length > MAX_TEXT || end > data.length) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data.subarray(at + 4, end))
    // Padded with zeros to the length that the program keeps room for.
    return { text: trimEnd(text, '\0'), end }
  } catch {
    return null
  }
}

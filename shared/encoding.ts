/** How everything but a page's own scripts writes bytes as text and reads them back. */
import { type BytesCoder, base58, base64, base64urlnopad, hex } from '@scure/base'

/** Longer texts than any address or signature cost time that grows with their square. */
const MAX_BASE58_LENGTH = 128

/** @returns `null` for every spelling but the canonical one: two texts must not mean the same bytes */
function bytesOf(codec: BytesCoder, text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return codec.decode(text) as Uint8Array<ArrayBuffer>
  } catch {
    return null
  }
}

/** RFC 4648 §4, padded. */
export const base64Text = (bytes: Uint8Array): string => base64.encode(bytes)
/** @returns `null` for what is not the canonical base64 of some bytes */
export const base64Bytes = (text: string) => bytesOf(base64, text)

/** RFC 4648 §5, without padding. */
export const base64urlText = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)
/** @returns `null` for what is not the canonical base64url of some bytes */
export const base64urlBytes = (text: string) => bytesOf(base64urlnopad, text)

/** As Solana writes addresses, blockhashes and signatures: each leading zero byte is a `1`. */
export const base58Text = (bytes: Uint8Array): string => base58.encode(bytes)
/** @returns `null` for what is not base58, or is longer than 128 characters */
export const base58Bytes = (text: string) => (text.length > MAX_BASE58_LENGTH ? null : bytesOf(base58, text))

/** Lower case, without `0x`. */
export const hexText = (bytes: Uint8Array): string => hex.encode(bytes)
/** Of either case, without `0x`. @returns `null` for what is not whole bytes of hex */
export const hexBytes = (text: string) => bytesOf(hex, text)

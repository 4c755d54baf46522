/** Bitcoin's alphabet, which Solana writes addresses in. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer texts than any address cost time that grows with their square. */
const MAX_LENGTH = 128

/**
 * The bytes of a Solana address. Our own: `@scure/base`, which the frame reads it with, would be 1.2 kB (gzip) of the 1.4 kB
 * that a page loads for Solana.
 * @returns `null` for what is not base58, or is longer than 128 characters
 */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length > MAX_LENGTH) return null
  const bytes: number[] = []
  for (const character of text) {
    let carry = ALPHABET.indexOf(character)
    if (carry < 0) return null
    for (let index = 0; index < bytes.length; index++) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()])
}

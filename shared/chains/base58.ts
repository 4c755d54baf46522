/** Bitcoin's alphabet, which Solana writes addresses, blockhashes and signatures in. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer texts than any address or signature cost time that grows with their square. */
const MAX_LENGTH = 128

/** Base58 of bytes; each leading zero byte is a `1`. For what is short: addresses, hashes, signatures. */
export function toBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let index = 0; index < digits.length; index++) {
      carry += (digits[index] ?? 0) << 8
      digits[index] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const firstByte = bytes.findIndex(byte => byte !== 0)
  const zeros = firstByte < 0 ? bytes.length : firstByte
  return '1'.repeat(zeros) + digits.reverse().reduce((text, digit) => text + ALPHABET[digit], '')
}

/** @returns `null` for what is not base58, or is longer than 128 characters */
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

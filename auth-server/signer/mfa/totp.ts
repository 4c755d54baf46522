import { createHmac, timingSafeEqual } from 'node:crypto'
import { stepAt } from '../factor-tries.ts'

const DIGITS = 6
/** Steps that the clocks may be apart, each way (RFC 6238 §5.2). */
const DRIFT = 1

/** HOTP (RFC 4226 §5.3) of a step: HMAC-SHA-1, six digits. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return number.toString().padStart(DIGITS, '0')
}

/** @returns the step that a code is of, of those that are good now; `null`: of none */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | null {
  const present = stepAt(now)
  let found: number | null = null
  // All of them, whichever it is of: how long it takes says nothing.
  for (let step = present - DRIFT; step <= present + DRIFT; step++)
    if (isSame(totpCode(secret, step), code)) found = step
  return found
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6, without padding. */
export function base32(bytes: Uint8Array): string {
  let [bits, length, text] = [0, 0, '']
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff
    length += 8
    for (; length >= 5; length -= 5) text += BASE32[(bits >> (length - 5)) & 31]
  }
  return length === 0 ? text : text + BASE32[(bits << (5 - length)) & 31]
}

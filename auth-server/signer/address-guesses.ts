import { createHash, randomBytes } from 'node:crypto'

/** A code has five tries, and the API process sends an address some fifty codes a day. */
const MAX_WRONG_GUESSES = 300
const WINDOW_MS = 24 * 60 * 60_000
const ROWS = 4
const COLUMNS = 2 ** 18

/**
 * Counts wrong guesses per address inside the signer: who takes over the API process could else have codes made without
 * end, for a device of its own, and guess five times at each.
 */
export interface AddressGuesses {
  isSpent(address: string, now: number): boolean
  add(address: string, now: number): void
}

/**
 * A count-min sketch (Cormode and Muthukrishnan, 2005) of a day: fixed memory, so that no flood makes it forget, and
 * never less than was counted. It counts too much for an address only where as many wrong guesses fall on all its cells.
 */
export function createAddressGuesses(limit = MAX_WRONG_GUESSES): AddressGuesses {
  const cells = new Uint16Array(ROWS * COLUMNS)
  let salt = randomBytes(16)
  let endsAt = 0

  const cellsOf = (address: string, now: number): readonly number[] => {
    if (now >= endsAt) {
      cells.fill(0)
      // Nobody can look for addresses that share cells with one that they want to count up.
      salt = randomBytes(16)
      endsAt = now + WINDOW_MS
    }
    const digest = createHash('sha256').update(salt).update(address).digest()
    return Array.from({ length: ROWS }, (_, row) => row * COLUMNS + (digest.readUInt32BE(4 * row) % COLUMNS))
  }

  return {
    isSpent: (address, now) => cellsOf(address, now).every(cell => (cells[cell] ?? 0) >= limit),
    add(address, now) {
      for (const cell of cellsOf(address, now)) cells[cell] = Math.min((cells[cell] ?? 0) + 1, 0xffff)
    },
  }
}

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

/** The counts of a day. */
export interface GuessDay {
  readonly cells: Uint16Array
  /** Nobody can look for addresses that share cells with one that they want to count up. */
  readonly salt: Buffer
  /** Unix ms. */
  readonly endsAt: number
}

/** What keeps them through a restart, see `guess-file.ts`. */
export interface GuessStore {
  /** @returns `null`: there is none of this many cells */
  load(cells: number): GuessDay | null
  begin(day: GuessDay): void
  /** One cell of the day that was begun, or loaded, has changed. */
  keep(day: GuessDay, cell: number): void
}

/**
 * A count-min sketch (Cormode and Muthukrishnan, 2005) of a day: fixed size, so that no flood makes it forget, and
 * never less than was counted. It counts too much for an address only where as many wrong guesses fall on all its cells.
 * @param store `null`: the counts end with the process
 */
export function createAddressGuesses(
  store: GuessStore | null = null,
  limit = MAX_WRONG_GUESSES,
): AddressGuesses {
  let day = store?.load(ROWS * COLUMNS) ?? null

  const cellsOf = (address: string, now: number) => {
    // One that ends more than a day from now was begun under a wrong clock.
    if (day === null || now >= day.endsAt || day.endsAt > now + WINDOW_MS) {
      day = { cells: new Uint16Array(ROWS * COLUMNS), salt: randomBytes(16), endsAt: now + WINDOW_MS }
      store?.begin(day)
    }
    const digest = createHash('sha256').update(day.salt).update(address).digest()
    const places = Array.from(
      { length: ROWS },
      (_, row) => row * COLUMNS + (digest.readUInt32BE(4 * row) % COLUMNS),
    )
    return { day, places }
  }

  return {
    isSpent(address, now) {
      const { day, places } = cellsOf(address, now)
      return places.every(place => (day.cells[place] ?? 0) >= limit)
    },
    add(address, now) {
      const { day, places } = cellsOf(address, now)
      for (const place of places) day.cells[place] = Math.min((day.cells[place] ?? 0) + 1, 0xffff)
      for (const place of places) store?.keep(day, place)
    },
  }
}

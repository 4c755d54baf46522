import { constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { GuessDay, GuessStore } from './address-guesses.ts'

/** On which the signer process has the file. */
export const GUESSES_FD = 3

/** Before the cells: what the file is, the day's end (unix ms, a double), the salt. */
const MARK = Buffer.from('vitrine/guesses/1')
const END_AT = MARK.length
const SALT_AT = END_AT + 8
const CELLS_AT = 48
const SALT_BYTES = 16

/**
 * Opens the file that keeps counts of wrong guesses, for the signer alone: whoever starts it opens it, and no other user
 * reads or writes it. A link in its place is refused.
 * @returns the descriptor; the caller closes its own
 * @throws Error of the system
 */
export const openGuessFile = (path: string): number =>
  openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)

/**
 * Keeps the counts in a file that this process was given open, so that it needs no right to any file. What is written is
 * there after the process was killed; after the machine lost its power a few guesses may be missing.
 */
export function keepInFile(fd: number): GuessStore {
  return {
    load(count) {
      const file = Buffer.alloc(CELLS_AT + 2 * count)
      if (fstatSync(fd).size !== file.length) return null
      if (readSync(fd, file, 0, file.length, 0) !== file.length) return null
      if (!file.subarray(0, MARK.length).equals(MARK)) return null
      const cells = new Uint16Array(count)
      Buffer.from(cells.buffer).set(file.subarray(CELLS_AT))
      return {
        cells,
        salt: file.subarray(SALT_AT, SALT_AT + SALT_BYTES),
        endsAt: file.readDoubleLE(END_AT),
      }
    },
    begin({ cells, salt, endsAt }) {
      const head = Buffer.alloc(CELLS_AT)
      MARK.copy(head)
      head.writeDoubleLE(endsAt, END_AT)
      salt.copy(head, SALT_AT)
      // The cells first: cut short, the file is of no form and a new day begins.
      ftruncateSync(fd, 0)
      writeSync(fd, bytesOf(cells), 0, cells.byteLength, CELLS_AT)
      writeSync(fd, head, 0, head.length, 0)
    },
    keep({ cells }, cell) {
      writeSync(fd, bytesOf(cells), 2 * cell, 2, CELLS_AT + 2 * cell)
    },
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: GuessDay['cells']) =>
  Buffer.from(buffer, byteOffset, byteLength)

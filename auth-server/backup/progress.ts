import type { Tell } from './format.ts'

const EVERY_MS = 2_000

/** Counts rows and says how many there are, every two seconds: of a small database nothing. */
export function createProgress(tell: Tell | undefined, verb: string) {
  let total = 0
  let toldAt = Date.now()
  return {
    rows: () => total,
    count(table: string, rows: number): void {
      total += rows
      if (!tell || Date.now() - toldAt < EVERY_MS) return
      toldAt = Date.now()
      tell(`${verb}  ${total.toLocaleString('en')} rows, now ${table}`)
    },
  }
}

/** How many lines end in a text. */
export function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}

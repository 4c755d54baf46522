const NEWLINE = 10
/** Of a line that is read as one: a header with some hundred tables has some ten thousand. */
const LONGEST_LINE = 1_000_000

/** What is wrong with a file whose reading ends with this error, or too early. */
type Damage = (error?: unknown) => Error

/**
 * Lines of a text that comes in pieces, read from its front. It keeps no more than a piece and the line that it ends in.
 * @param damage what is thrown when the text ends too early, or with an error
 */
export function createLines(source: AsyncIterable<Buffer>, damage: Damage) {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next().catch(error => {
      throw damage(error)
    })
    if (done) return false
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    /** The next one, with its newline. */
    async line(): Promise<Buffer> {
      for (;;) {
        const end = held.indexOf(NEWLINE)
        if (end >= 0) return take(end + 1)
        if (held.length > LONGEST_LINE || !(await more())) throw damage()
      }
    },
    /** Whole lines up to one that is this, which is passed over. @param last with its newline */
    async *until(last: string): AsyncGenerator<Buffer> {
      for (;;) {
        const end = startsWith(held, last) ? 0 : held.indexOf(`\n${last}`) + 1
        const isEnd = end > 0 || startsWith(held, last)
        const length = isEnd ? end : held.lastIndexOf(NEWLINE) + 1
        if (length > 0) yield take(length)
        if (isEnd) {
          take(last.length)
          return
        }
        if (!(await more())) throw damage()
      }
    },
    async isOver(): Promise<boolean> {
      return held.length === 0 && !(await more())
    },
  }
}

const startsWith = (bytes: Buffer, text: string): boolean =>
  bytes.subarray(0, text.length).toString('latin1') === text

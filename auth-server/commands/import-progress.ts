import type { Progress } from './import-users.ts'

const EVERY_MS = 200

/** What is written on: standard error, where somebody looks at it. */
interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Says on one line how far an import is: rows, rows in a second, and what is left by the bytes of the file. On anything that is no
 * terminal it says nothing.
 * @param now unix ms
 */
export function importProgress(terminal: Terminal, now: () => number) {
  if (!terminal.isTTY) return null
  const start = now()
  let last = 0
  return {
    progress({ rows, bytes, of }: Progress): void {
      if (now() - last < EVERY_MS && bytes < of) return
      last = now()
      const seconds = Math.max((last - start) / 1000, 0.001)
      const left = bytes > 0 ? Math.ceil((seconds * Math.max(of - bytes, 0)) / bytes) : null
      const rate = Math.round(rows / seconds).toLocaleString('en')
      const ends = left === null ? '' : `, ${duration(left)} left`
      // To the line's begin, and erased from there (ECMA-48 EL).
      terminal.write(`\r\u001b[K${rows.toLocaleString('en')} rows, ${rate} in a second${ends}`)
    },
    /** Leaves the line to what is written next. */
    end: () => terminal.write('\r\u001b[K'),
  }
}

function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}

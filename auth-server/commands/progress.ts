/** What of a stream matters here: `process.stderr`, or a test's. */
export interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether text on a stream may be coloured: on a terminal that can, unless `NO_COLOR` says no (no-color.org); `FORCE_COLOR` says yes
 * (or no, as `0`), whatever the stream is.
 */
export function hasColor({ isTTY }: Pick<Terminal, 'isTTY'>, env: Environment): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0'
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39] } as const

/** The text in a style, where there is colour. */
export const styled = (text: string, style: keyof typeof STYLES, isColored: boolean): string => {
  const [on, off] = STYLES[style]
  return isColored ? `\u001B[${on}m${text}\u001B[${off}m` : text
}

/** How often the line is drawn, ms: quicker nobody reads, and a terminal by way of SSH is slow. */
const DRAWN_EVERY_MS = 100

export interface Progress {
  /** So many are done by now. @param share of the whole, from 0 to 1; where the total is known it follows from that */
  done(count: number, share?: number): void
  /** Takes the line away: what comes next begins at its start. */
  end(): void
}

/**
 * How far a long work is, in one line of a terminal: `users  1,200 of 5,000  24%  310/s  12 s left`. Where there is no terminal nothing is written: a
 * log has no line that changes.
 * @param total `null`: nobody knows
 * @param now unix ms
 */
export function startProgress(
  what: string,
  total: number | null,
  terminal: Terminal = process.stderr,
  now: () => number = Date.now,
): Progress {
  const begun = now()
  let drawn = Number.NEGATIVE_INFINITY
  if (terminal.isTTY !== true) return { done: () => undefined, end: () => undefined }
  return {
    done(count, share = total ? count / total : undefined) {
      const isLast = share === 1
      if (!isLast && now() - drawn < DRAWN_EVERY_MS) return
      drawn = now()
      const seconds = (drawn - begun) / 1000
      const isRated = seconds > 0
      const parts = [
        ...[what, total === null ? written(count) : `${written(count)} of ${written(total)}`],
        ...(share === undefined ? [] : [`${Math.floor(100 * share)}%`]),
        ...(isRated ? [`${written(Math.round(count / seconds))}/s`] : []),
        ...(isRated && share && !isLast
          ? [`${duration(Math.ceil((seconds * (1 - share)) / share))} left`]
          : []),
      ]
      // To the line's begin, and erased from there (ECMA-48 EL).
      terminal.write(`\r\u001B[K${parts.join('  ')}`)
    },
    end() {
      if (drawn >= begun) terminal.write('\r\u001B[K')
    },
  }
}

const written = (count: number): string => count.toLocaleString('en')

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

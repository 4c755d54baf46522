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
  /** So many are done by now. */
  done(count: number): void
  /** Takes the line away: what comes next begins at its start. */
  end(): void
}

/**
 * How far a long work is, in one line of a terminal: `users  1200 of 5000  24%  310/s`. Where there is no terminal nothing is written: a
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
    done(count) {
      const isLast = count === total
      if (!isLast && now() - drawn < DRAWN_EVERY_MS) return
      drawn = now()
      const seconds = (drawn - begun) / 1000
      const parts = [
        ...[what, total === null ? String(count) : `${count} of ${total}`],
        ...(total ? [`${Math.floor((100 * count) / total)}%`] : []),
        ...(seconds > 0 ? [`${Math.round(count / seconds)}/s`] : []),
      ]
      terminal.write(`\r\u001B[K${parts.join('  ')}`)
    },
    end() {
      if (drawn >= begun) terminal.write('\r\u001B[K')
    },
  }
}

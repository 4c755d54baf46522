/** So much later or earlier than the release a number is still one of its times. */
const SPAN_MS = 2 * 365 * 86_400_000

/** Time-based one-time codes count steps of 30 seconds (RFC 6238), and JSON has times in whole seconds too. */
const STEP_MS = 30_000

/** The most whole steps within a time: moved by so much, all counts of time still agree with one another. */
export const wholeSteps = (ms: number): number => Math.floor(ms / STEP_MS) * STEP_MS

/**
 * JSON whose unix times, in seconds or milliseconds, are later by as much. Only numbers near the moment of its making are taken for
 * times.
 */
export function movedTimes<T>(value: T, madeAt: number, byMs: number): T {
  const isNear = (ms: number) => Math.abs(ms - madeAt) < SPAN_MS
  const move = (it: unknown): unknown => {
    if (typeof it === 'number') return isNear(it) ? it + byMs : isNear(it * 1000) ? it + byMs / 1000 : it
    if (Array.isArray(it)) return it.map(move)
    if (typeof it === 'object' && it !== null)
      return Object.fromEntries(Object.entries(it).map(([name, inner]) => [name, move(inner)]))
    return it
  }
  return move(value) as T
}

/**
 * Which part of an element has been on the screen for so long that it could be read. Pure: the caller brings the times, in ms, and what
 * the browser reports.
 */
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'

/** A part of an element, in CSS px from its top. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The part on the screen from a moment on, until the next one; `null`: nothing. */
export interface Glimpse {
  readonly atMs: number
  readonly span: Span | null
}

/** A line of pixels at an edge is none that anybody misses. */
const ROUNDING = 1.5

/** @returns what has been on the screen without a break for `UNBROKEN_MS`; `null`: nothing has */
export function steadySpan(glimpses: readonly Glimpse[], nowMs: number): Span | null {
  const since = nowMs - UNBROKEN_MS
  const first = glimpses.findLastIndex(({ atMs }) => atMs <= since)
  if (first < 0) return null
  let steady: Span | null = { from: 0, to: Number.POSITIVE_INFINITY }
  for (const { span } of glimpses.slice(first)) {
    if (steady === null || span === null) return null
    const from = Math.max(steady.from, span.from)
    const to = Math.min(steady.to, span.to)
    steady = to > from ? { from, to } : null
  }
  return steady
}

/** Keeps the glimpses that are needed to say later on which part was steady. */
export const recent = (glimpses: readonly Glimpse[], nowMs: number): readonly Glimpse[] =>
  glimpses.slice(
    Math.max(
      0,
      glimpses.findLastIndex(({ atMs }) => atMs <= nowMs - UNBROKEN_MS),
    ),
  )

/** Whether parts that were seen one after another, as of a text that is taller than the screen, are the whole element. */
export function isCovered(seen: readonly Span[], height: number): boolean {
  let reached = 0
  for (const { from, to } of [...seen].sort((one, other) => one.from - other.from)) {
    if (from > reached + ROUNDING) return false
    reached = Math.max(reached, to)
  }
  return reached >= height - ROUNDING
}

/** What is further ahead of our own clock is no time. */
const MAX_AHEAD_MS = 24 * 3_600_000

/** Unix ms of a block's `timestamp`; `null`: the node tells none. */
export const blockTime = (timestamp: unknown): number | null =>
  typeof timestamp === 'string' && /^0x[0-9a-f]{1,9}$/i.test(timestamp) ? Number(timestamp) * 1_000 : null

/** @param now unix ms */
export const notAhead = (time: number | null, now: number): number | null =>
  time !== null && time <= now + MAX_AHEAD_MS ? time : null

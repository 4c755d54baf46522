import { vi } from 'vitest'

/** A moment of fake time, in ms, and a turn for WebCrypto, which works outside of it: its threads take this job after those before. */
async function step(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await crypto.subtle.digest('SHA-256', new Uint8Array(1))
  await new Promise(resolve => setImmediate(resolve))
}

/** Lets fake time pass, in ms. */
export async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 500) await step(500)
}

/** Lets fake time pass until something holds. */
export async function until(assertion: () => void) {
  for (let turns = 0; ; turns++) {
    try {
      return assertion()
    } catch (error) {
      if (turns === 2_000) throw error
    }
    await step(50)
  }
}

/** A document in the background, whose timers a browser holds back until a minute has passed. */
export function holdTimersBack() {
  const later = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => later(run, Math.max(ms, 60_000)))
}

import { vi } from 'vitest'

/** A moment of fake time, in ms, and a turn for WebCrypto, which works outside of it. */
async function step(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
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

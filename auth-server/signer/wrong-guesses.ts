import { SignerRefusal } from './refusal.ts'

/** Codes with wrong guesses that are remembered at a time; some 20 MB. */
const MAX_CODES = 100_000

/**
 * Counts wrong guesses per login code inside the signer, so that who resets or bypasses the counter in the database still
 * has five guesses at a million possible codes.
 */
export interface WrongGuesses {
  /** @returns wrong guesses so far. */
  count(codeId: string, now: number): number
  /** Counts one more. @throws SignerRefusal `unavailable` when no more codes can be remembered: it never forgets one early. */
  add(codeId: string, now: number): void
}

/**
 * @param lifetimeMs how long a count is kept after the last wrong guess; at least the longest life of a code.
 * @param maxCodes how many codes are remembered at once.
 */
export function createWrongGuesses(lifetimeMs: number, maxCodes = MAX_CODES): WrongGuesses {
  // In the order of `forgetAt`: an entry moves to the end when it is counted.
  const guesses = new Map<string, { readonly count: number; readonly forgetAt: number }>()

  const forgetExpired = (now: number) => {
    for (const [codeId, { forgetAt }] of guesses) {
      if (forgetAt > now) return
      guesses.delete(codeId)
    }
  }

  const count = (codeId: string, now: number) => {
    forgetExpired(now)
    return guesses.get(codeId)?.count ?? 0
  }

  return {
    count,
    add(codeId, now) {
      const next = { count: count(codeId, now) + 1, forgetAt: now + lifetimeMs }
      guesses.delete(codeId)
      // Evicting instead would let a flood of made-up codes wipe the count of the one under attack.
      if (guesses.size >= maxCodes)
        throw new SignerRefusal('unavailable', 'Too many login codes are being guessed.')
      guesses.set(codeId, next)
    },
  }
}

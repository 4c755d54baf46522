import { MFA_REST_MS, TOTP_PERIOD_MS } from '@vitrine/shared/mfa/limits.ts'
import { createWrongGuesses, type WrongGuesses } from './wrong-guesses.ts'

/** What this process remembers of proofs of second factors, whatever the database says. */
export interface FactorTries {
  /** Of a user's factors together. */
  readonly wrong: WrongGuesses
  /**
   * Uses a step of an authenticator up, and all before it. @returns `false` when it was used
   * @param secret what names it
   */
  useStep(secret: string, step: number): boolean
}

/** Codes are taken for three steps; what is older cannot be used anyway. */
const REMEMBERED_STEPS = 4
const MAX_SECRETS = 100_000

export function createFactorTries(): FactorTries {
  // In the order of their last use.
  const used = new Map<string, number>()
  return {
    wrong: createWrongGuesses(MFA_REST_MS),
    useStep(secret, step) {
      if (step <= (used.get(secret) ?? -1)) return false
      for (const [known, last] of used) {
        if (used.size < MAX_SECRETS && last + REMEMBERED_STEPS >= step) break
        used.delete(known)
      }
      used.delete(secret)
      used.set(secret, step)
      return true
    },
  }
}

export const stepAt = (now: number): number => Math.floor(now / TOTP_PERIOD_MS)

import { type Challenge, challenge, solvedChallenge } from '@vitrine/shared/captcha/proof-of-work.ts'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Context } from '../context.ts'
import { challengeKey } from './challenge-key.ts'
import type { CheckableToken } from './token.ts'

/** PBKDF2 iterations of one guess, and how many guesses: about 0.4 s of a browser's time, 0.5 ms of ours. */
const COST = 1_000
const COUNTER = { min: 500, max: 2_000 }
/** Covers the solving on a slow phone and a person who is slow to come back to the tab. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000

/** A challenge for one try at one app. Nothing is stored: the signature is the server's memory of it. */
export async function makeChallenge(ctx: Context, appId: string): Promise<Challenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(COUNTER.max, COUNTER.min),
    data: { app: appId },
    deriveKey,
    expiresAt: Math.floor((ctx.now() + CHALLENGE_LIFETIME_MS) / 1000),
    ...secrets(await challengeKey(ctx.db)),
  })
  return challenge.parse(made)
}

/**
 * Reads a token of the provider `altcha`. What it says is unproven until `isGood` has answered.
 * @returns `null` for what is none, has expired or belongs to another app
 */
export function readProofOfWork(ctx: Context, appId: string, token: string): CheckableToken | null {
  const parsed = solvedChallenge.safeParse(parseJson(token))
  if (!parsed.success) return null
  const { challenge: given, solution } = parsed.data
  if (given.parameters.data.app !== appId) return null
  if (given.parameters.expiresAt * 1000 <= ctx.now()) return null
  return {
    nonce: {
      key: `captcha:${given.signature}`,
      // Not the time that the token claims, which may be made up: any genuine challenge of before is too old by then.
      expiresAt: new Date(ctx.now() + CHALLENGE_LIFETIME_MS),
    },
    async isGood() {
      const { verified } = await verifySolution({
        challenge: given,
        solution: { ...solution, time: 0 },
        deriveKey,
        ...secrets(await challengeKey(ctx.db)),
      })
      return verified
    },
  }
}

/** Two purposes, two keys: a signature of a challenge can never pass as one of a solution. */
function secrets(key: string) {
  return { hmacSignatureSecret: `challenge:${key}`, hmacKeySignatureSecret: `solution:${key}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

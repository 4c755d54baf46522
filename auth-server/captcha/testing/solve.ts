import { type Challenge, challenge as challengeSchema } from '@vitrine/shared/captcha/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type CallOptions, call } from '../../testing/client.ts'
import type { TestServer } from '../../testing/server.ts'

/** Asks for a challenge as the frame does. */
export async function askForChallenge(server: TestServer, options: CallOptions = {}): Promise<Challenge> {
  const { body } = await call(server, '/api/v1/captcha/challenge', { body: {}, ...options })
  return challengeSchema.parse(body)
}

/** Does the work. @returns the token */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge was not solved')
  const { counter, derivedKey } = solution
  return JSON.stringify({ challenge, solution: { counter, derivedKey } })
}

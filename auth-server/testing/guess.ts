import { like } from 'drizzle-orm'
import { rateLimits } from '../database/schema.ts'
import { type Answer, otherCode } from './client.ts'
import type { TestServer } from './server.ts'

/**
 * Guesses at one address in rounds of five, each at a code of its own, as fast as if messages were not counted.
 * @returns the statuses of 65 guesses
 */
export async function guessInRounds(
  server: TestServer,
  ask: () => Promise<string>,
  guess: (code: string, index: number) => Promise<Answer<unknown>>,
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let round = 0; round < 13; round++) {
    await server.ctx.db.delete(rateLimits).where(like(rateLimits.key, '%-init-%'))
    const wrong = otherCode(await ask())
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => guess(wrong, 5 * round + i)))
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}

/** What 65 guesses at an address are answered with: sixty are looked at. */
export const SIXTY_OF_65 = [...Array(60).fill(422), ...Array(5).fill(429)] as readonly number[]

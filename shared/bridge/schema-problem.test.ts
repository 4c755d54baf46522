import { expect, it } from 'vitest'
import { problemOf } from './schema-problem.ts'
import { FRAME_METHODS } from './schemas.ts'

const { argument } = FRAME_METHODS.solanaRequest
const read = (count: number) =>
  argument.safeParse({ method: 'signTransaction', inputs: Array(count).fill({}) })

it('takes 100 Solana inputs, and names the limit to a page that sends more', () => {
  expect(read(100).success).toBe(true)
  expect(problemOf(read(101).error?.issues[0])).toBe('has more than 100 entries.')
})

it('calls a text that is too long not valid', () => {
  const { error } = argument.safeParse({ method: 'x'.repeat(65), inputs: [] })
  expect(problemOf(error?.issues[0])).toBe('is missing or not valid.')
})

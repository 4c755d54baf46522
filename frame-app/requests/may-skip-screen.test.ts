import { expect, it } from 'vitest'
import { maySkipScreen } from './may-skip-screen.ts'

it.each([
  // enforced, configured, asked → skips
  [true, true, undefined, false],
  [true, false, undefined, false],
  [true, true, false, false],
  [true, false, false, false],
  [false, true, undefined, false],
  [false, true, true, false],
  [false, true, false, true],
  [false, false, undefined, true],
  [false, false, false, true],
  [false, false, true, false],
])('enforced by the server: %s, configured: %s, asked: %s → %s', (enforced, configured, asked, skips) => {
  expect(maySkipScreen({ enforce_wallet_uis: enforced }, configured, asked)).toBe(skips)
})

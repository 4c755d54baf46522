import { describe, vi } from 'vitest'
import { testFaults } from './testing/faults.ts'

vi.mock('hash-wasm', async () => (await import('./testing/remembered.ts')).withoutStretching())
vi.mock('@vitrine/shared/wallet/derivation/ethereum.ts', async importOriginal => {
  const { rememberDerivation } = await import('./testing/remembered.ts')
  return rememberDerivation(importOriginal)
})
vi.mock('../../vault/set/seed.ts', async importOriginal => {
  const { rememberSeeds } = await import('./testing/remembered.ts')
  return rememberSeeds(importOriginal)
})

// Hundreds of pages each.
describe('a fault at any step', () => testFaults('closed'))

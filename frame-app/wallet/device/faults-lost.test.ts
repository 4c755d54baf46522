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

vi.mock('../../vault/set/ed25519-key.ts', async importOriginal => {
  const { rememberEd25519 } = await import('./testing/remembered.ts')
  return rememberEd25519(importOriginal)
})
vi.mock('../../vault/set/ethereum-family.ts', async importOriginal => {
  const { rememberAddresses } = await import('./testing/remembered.ts')
  return rememberAddresses(importOriginal)
})
vi.mock('../../vault/set/recipient.ts', async () =>
  (await import('./testing/remembered.ts')).withoutEncryption(),
)

// Hundreds of pages each.
describe('a fault at any step', () => testFaults('lost'))

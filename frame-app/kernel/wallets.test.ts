import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { deviceWallet } from '../ui/testing/fake-kernel.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import { createLazyWallets } from './wallets.ts'

const ON = { createOnLogin: 'users-without-wallets' } as const
const OFF = { createOnLogin: 'off' } as const
const signal = new AbortController().signal
const PASSCODE = { method: 'user-passcode', text: 'correct horse' } as const

function setUp(load: () => Promise<WalletOperations>, config = { ethereum: ON, solana: OFF }) {
  const emit = vi.fn()
  return { emit, wallets: createLazyWallets({ load, notices: { emit }, config: () => config }) }
}
const unavailable = () => Promise.reject(clientError('service_unavailable', 'Offline.'))

test('the page is told of a creation whose code does not come, by a login too', async () => {
  const { wallets, emit } = setUp(unavailable)
  const works = [
    () => wallets.create({}),
    () => wallets.createFirst(),
    () => wallets.createWithRecovery({ chainType: 'ethereum', walletIndex: 0 }, PASSCODE, signal),
    () => wallets.createOnLogin(signal),
  ]
  for (const work of works) await expect(work()).rejects.toMatchObject({ code: 'service_unavailable' })
  const told = { code: 'service_unavailable', message: 'Offline.', during: 'createWallet' }
  expect(emit.mock.calls).toEqual(works.map(() => ['error', told]))
})

test('what is no creation tells of its failure itself', async () => {
  const { wallets, emit } = setUp(unavailable)
  await expect(wallets.openHere(deviceWallet)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(emit).not.toHaveBeenCalled()
})

test('a login that makes no wallet loads nothing', async () => {
  const load = vi.fn(unavailable)
  await setUp(load, { ethereum: OFF, solana: OFF } as never).wallets.createOnLogin(signal)
  expect(load).not.toHaveBeenCalled()
})

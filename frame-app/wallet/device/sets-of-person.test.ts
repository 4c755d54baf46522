import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import type { DeviceWallets } from './device-wallets.ts'
import { addressOnDevice } from './on-device.ts'
import { createSetsOfPerson, recoverSets } from './sets-of-person.ts'

const onDevice = { ...wireWallet(), id: null }
const came = (address: string, owner: string) => ({
  ...onDevice,
  address,
  wallet_index: 1,
  sealed_for: { user_id: owner, wallet_index: 0 },
})
const session = (...wallets: (typeof onDevice)[]) => ({ wireUser: () => wireUserOf('user_1', wallets) })
const CORRECT = { method: 'user-passcode', text: 'correct horse' } as const
const OTHER = { method: 'user-passcode', text: 'x' } as const
const signal = new AbortController().signal
const needsRecovery = () => Promise.reject(clientError('embedded_wallet_needs_recovery', 'Closed.'))
const wrong = () => Promise.reject(clientError('invalid_credentials', 'Wrong.'))

function sets(...wallets: (typeof onDevice)[]) {
  const made: (string | null)[] = []
  const all = createSetsOfPerson(session(...wallets), owner => {
    made.push(owner)
    return { owner } as unknown as DeviceWallets
  })
  return { all, made }
}

test('each account that the person brought to theirs has a set of its own, made once', () => {
  const { all, made } = sets(onDevice, came('0x2', 'user_2'), came('0x3', 'user_2'), came('0x4', 'user_3'))
  expect(all.all()).toEqual([{ owner: null }, { owner: 'user_2' }, { owner: 'user_3' }])
  expect(all.all()[0]).toBe(all.own)
  expect(made).toEqual([null, 'user_2', 'user_3'])
  expect(sets(came('0x2', 'user_2')).all.all()).toEqual([{ owner: 'user_2' }])
  expect(sets().all.all()).toEqual([{ owner: null }])
})

test('a set is known by a wallet of its own owner alone', () => {
  const known = session(came('0x2', 'user_2'), onDevice)
  expect(addressOnDevice(known)).toBe(onDevice.address)
  expect(addressOnDevice(known, 'user_2')).toBe('0x2')
  expect(addressOnDevice(known, 'user_3')).toBeNull()
  expect(addressOnDevice(session(came('0x2', 'user_2')))).toBeNull()
})

test('a passcode opens what it is the passcode of, and is wrong when it opens nothing', async () => {
  const fake = (open: () => Promise<void>, recover: () => Promise<void>) => {
    const set = { open: vi.fn(open), recover: vi.fn(recover) }
    return set as typeof set & DeviceWallets
  }
  const isOpen = fake(async () => {}, wrong)
  const mine = fake(needsRecovery, async () => {})
  const another = fake(needsRecovery, wrong)
  await recoverSets([isOpen, another, mine], CORRECT, signal)
  expect(isOpen.recover).not.toHaveBeenCalled()
  expect(mine.recover).toHaveBeenCalledExactlyOnceWith(CORRECT, signal)
  await expect(recoverSets([isOpen, another], OTHER, signal)).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  await expect(recoverSets([another], OTHER, signal)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { deviceWallet, externalWallet, wallet } from '../../ui/testing/fake-kernel.ts'
import type { Shows } from '../context.ts'
import { showWhenOpen } from './show-when-open.ts'

const request = {
  kind: 'sign-message',
  wallet: deviceWallet,
  message: 'hi',
  encoding: 'utf-8',
  uiOptions: {},
} as const
const needsRecovery = () => clientError('embedded_wallet_needs_recovery', 'Recover it.')

function setUp(openHere: () => Promise<void>) {
  const shown: string[] = []
  const show = vi.fn(async ({ kind }: { readonly kind: string }): Promise<unknown> => {
    shown.push(kind)
    return { signature: '0x01' }
  })
  const open = vi.fn(openHere)
  return { shown, show, open, screens: showWhenOpen({ show } as unknown as Shows, open) }
}

test('a wallet that is open here is asked for at once', async () => {
  const { screens, shown } = setUp(async () => {})
  expect(await screens.show<'sign-message'>(request)).toEqual({ signature: '0x01' })
  expect(shown).toEqual(['sign-message'])
})

test('a new device asks for the passcode first, once for requests that come together', async () => {
  const { screens, shown } = setUp(() => Promise.reject(needsRecovery()))
  await Promise.all([screens.show<'sign-message'>(request), screens.show<'sign-message'>(request)])
  expect(shown).toEqual(['recover', 'sign-message', 'sign-message'])
})

test('a change of the recovery asks for the passcode of before too; the first passcode does not', async () => {
  const { screens, shown, open } = setUp(() => Promise.reject(needsRecovery()))
  await screens.show<'set-recovery'>({
    kind: 'set-recovery',
    purpose: { type: 'change', wallet: deviceWallet },
  })
  expect(shown).toEqual(['recover', 'set-recovery'])
  const place = { chainType: 'ethereum', walletIndex: 0 } as const
  await screens.show<'set-recovery'>({ kind: 'set-recovery', purpose: { type: 'create', place } })
  expect(open).toHaveBeenCalledOnce()
})

test('who leaves the passcode has rejected the request', async () => {
  const { screens, show } = setUp(() => Promise.reject(needsRecovery()))
  show.mockRejectedValueOnce(clientError('user_rejected', 'Left.'))
  await expect(screens.show<'sign-message'>(request)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(show).toHaveBeenCalledOnce()
})

test('another failure is left to the approval', async () => {
  const { screens, shown } = setUp(() => Promise.reject(clientError('service_unavailable', 'Offline.')))
  await screens.show<'sign-message'>(request)
  expect(shown).toEqual(['sign-message'])
})

test('a wallet whose key is not on the devices, and a screen without one, wait for nothing', async () => {
  const { screens, open } = setUp(async () => {})
  for (const other of [wallet, externalWallet])
    await screens.show<'sign-message'>({ ...request, wallet: other })
  await screens.show<'account'>({ kind: 'account' })
  expect(open).not.toHaveBeenCalled()
})

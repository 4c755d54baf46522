// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Operations } from '../ui/kernel-context.ts'
import { preload } from '../ui/lazy-screen.tsx'
import { alertText, click, control, mountScreens, title, until, useBrowser } from '../ui/testing/dom.ts'
import { deviceWallet, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import type { ScreenRequest } from './registry.ts'
import './session-request.tsx'

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('./recover/screen.tsx')).RecoverScreen)
  await preload(async () => (await import('./export-wallet/screen.tsx')).ExportWalletScreen)
})

async function open(request: ScreenRequest, operations: Partial<Operations>) {
  const kernel = fakeKernel({ operations })
  kernel.setSession({ status: 'authenticated', user, wallets: [deviceWallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  return kernel
}
const refused = (
  code: 'missing_or_invalid_mfa' | 'missing_mfa_enrollment' | 'unknown_embedded_wallet_error',
) => vi.fn(async () => Promise.reject(clientError(code, 'The page reads this.')))

test.each(['missing_or_invalid_mfa', 'missing_mfa_enrollment'] as const)(
  'a recovery that is refused with %s ends with that, and the page asks its person',
  async code => {
    const kernel = await open(
      { id: '1', kind: 'recover', wallet: deviceWallet },
      { recoveryOf: refused(code) },
    )
    await until(() => expect(kernel.outcomes).toEqual([{ rejected: code, message: 'The page reads this.' }]))
  },
)

test('a key that is not shown for want of a second factor ends the request with that', async () => {
  const openHere = refused('missing_or_invalid_mfa')
  const kernel = await open({ id: '1', kind: 'export-wallet', wallet: deviceWallet }, { openHere })
  await until(() => expect(title()).toBe(en['export.title']))
  expect(kernel.outcomes).toEqual([])
  await click(control('button', en['export.key'] + en['export.keyHint']))
  await until(() => expect(kernel.outcomes).toMatchObject([{ rejected: 'missing_or_invalid_mfa' }]))
})

test('what is refused for another reason stays on the card, to be tried again', async () => {
  const kernel = await open(
    { id: '1', kind: 'recover', wallet: deviceWallet },
    { recoveryOf: refused('unknown_embedded_wallet_error') },
  )
  await until(() => expect(alertText()).toBe('The page reads this.'))
  expect(kernel.outcomes).toEqual([])
})

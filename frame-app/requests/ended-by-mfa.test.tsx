// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Operations } from '../ui/kernel-context.ts'
import { preload } from '../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  mountScreens,
  pressGuarded,
  title,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { deviceWallet, fakeCalls, fakeKernel, fakeMfa, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import type { ScreenRequest } from './registry.ts'
import './session-request.tsx'

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('./recover/screen.tsx')).RecoverScreen)
  await preload(async () => (await import('./export-wallet/screen.tsx')).ExportWalletScreen)
  await preload(async () => (await import('./unlink/screen.tsx')).UnlinkScreen)
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

test('a passkey that stays for want of a second factor ends the request with that', async () => {
  const at = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
  const account = { type: 'passkey', credentialId: 'credential_1', enrolledInMfa: true, ...at } as const
  const calls = fakeCalls({
    postAuthorized: async (_path, _body, answer) =>
      answer.parse({ is_required: false, ways: [], held_until: null }),
  })
  const mfa = async () => ({ ...fakeMfa(), run: refused('missing_or_invalid_mfa') })
  const kernel = await open({ id: '1', kind: 'unlink', account }, { calls, mfa })
  await until(() => expect(title()).toBe(en['account.removeTitle']))
  await pressGuarded(en['account.removeConfirm'])
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

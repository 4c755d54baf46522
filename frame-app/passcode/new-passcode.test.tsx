// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ScreenRequest } from '../requests/registry.ts'
import type { Operations } from '../ui/kernel-context.ts'
import { alertText, mountScreens, submit, type, until, useBrowser } from '../ui/testing/dom.ts'
import { deviceWallet, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import * as strength from './strength.ts'

// Ahead: its lists of words take longer to read than a test should.
beforeAll(async () => {
  await import('../recovery/set-recovery-card.tsx')
  await strength.loadStrengthJudge()
})
useBrowser()

const field = (index: number) =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')][index] as HTMLInputElement
const word = () => document.querySelector('p[data-strength]')?.textContent
let setRecovery: ReturnType<typeof vi.fn<Operations['setRecovery']>>

beforeEach(async () => {
  setRecovery = vi.fn(async () => deviceWallet)
  const app = { embedded_wallet_config: { user_owned_recovery_options: ['user-passcode'] } }
  const kernel = fakeKernel({ operations: { setRecovery }, app })
  kernel.setSession({ status: 'authenticated', user, wallets: [deviceWallet] })
  await mountScreens(kernel)
  const purpose = { type: 'change', wallet: deviceWallet } as const
  const request: ScreenRequest = { id: '1', kind: 'set-recovery', purpose }
  await act(async () => kernel.show(request))
  await until(() => expect(field(0)).toBeDefined())
})

async function choose(passcode: string) {
  for (const index of [0, 1]) await type(field(index), passcode)
  await submit(field(0))
}

it.each(['password1', 'ada@example.com', 'lumen goods'])(
  'refuses “%s”, which is easy to guess, with a sentence',
  async passcode => {
    await choose(passcode)
    await until(() => expect(alertText()).toBe(en['passcode.tooWeak']))
    expect(field(0).getAttribute('aria-invalid')).toBe('true')
    expect(setRecovery).not.toHaveBeenCalled()
  },
)

it('says in a word how easily what is typed is guessed', async () => {
  await type(field(0), 'password1')
  await until(() => expect(word()).toBe(en['passcode.weak']))
  await type(field(0), 'correct horse battery')
  await until(() => expect(word()).toBe(en['passcode.strong']))
})

it('takes a passcode that is long enough where the estimator does not come', async () => {
  const judge = vi.spyOn(strength, 'loadStrengthJudge').mockRejectedValue(new Error('offline'))
  await choose('password1')
  await until(() => expect(setRecovery).toHaveBeenCalledOnce())
  judge.mockRestore()
})

// @vitest-environment jsdom
import { methodsResponse } from '@vitrine/shared/api/mfa.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import type { AskedMfa, Mfa } from '../mfa/mfa.ts'
import type { Calls } from '../session/calls.ts'
import { preload } from '../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  pressGuarded,
  see,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, fakeMfa, user, wallet } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
// Ahead: a screen's code comes when it is asked for, and here that would be a part of the first test's time.
import './session-request.tsx'

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('../mfa/prove-screen.tsx')).ProveScreen)
  await preload(async () => (await import('./account/screen.tsx')).AccountScreen)
})

const TOKEN = `${'1'.repeat(13)}.${'t'.repeat(43)}`
const METHODS = {
  methods: [
    { type: 'totp', verified_at: 1, name: null },
    { type: 'sms', verified_at: 1, name: '•• 53' },
  ],
  recovery_codes_left: 3,
}

/** A person who looks at their account while something of theirs takes a second factor. */
async function open(
  signed: Calls['signed'] = async (_path, _body, answer) => answer.parse({ token: TOKEN }),
) {
  const asked = createStore<AskedMfa | null>(null)
  const keep = vi.fn(async (_: string) => {})
  const mfa: Mfa = { ...fakeMfa(), asked, keep }
  const sent: string[] = []
  const calls = fakeCalls({
    signed,
    async postAuthorized(path, _body, answer) {
      sent.push(path)
      return answer.parse(path === '/mfa/methods' ? methodsResponse.parse(METHODS) : { success: true })
    },
  })
  const kernel = fakeKernel({ operations: { calls, mfa: async () => mfa } })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'account', part: 'logins' }))
  await until(() => expect(hasButton(en['account.logOut'])).toBe(true))
  const [onDone, onLeft] = [vi.fn(() => asked.set(null)), vi.fn(() => asked.set(null))]
  await act(async () => asked.set({ kind: 'prove', onDone, onLeft }))
  await until(() => expect(kernel.titles.at(-1)).toBe(en['mfa.title']))
  return { kernel, keep, sent, onDone, onLeft }
}

const account = () => control('button', en['account.logOut'])
/** Of the question: what it covers has such a button too. */
const ofQuestion = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    it => !it.closest('[hidden]') && (it.ariaLabel ?? it.textContent ?? '').startsWith(label),
  ) as HTMLElement

it('stands in the place of what waits, which is out of reach meanwhile and as it was afterwards', async () => {
  const { kernel, onDone, keep, onLeft } = await open()
  await until(() => expect(document.body.textContent).toContain(en['mfa.totpSentence']))
  expect(account().closest('[hidden]')).not.toBeNull()
  await type(control('textbox', 'Verification code'), '123456')
  expect(keep).not.toHaveBeenCalled()
  await see()
  await until(() => expect(onDone).toHaveBeenCalledOnce())
  expect(keep).toHaveBeenCalledExactlyOnceWith(TOKEN)
  expect(kernel.lastMfa.read()).toBe('totp')
  expect(account().closest('[hidden]')).toBeNull()
  await until(() => expect(title()).toBe(en['account.title']))
  expect([onLeft.mock.calls, kernel.outcomes]).toEqual([[], []])
})

it('is left by Close, and what waits is still there', async () => {
  const { kernel, onLeft } = await open()
  await click(ofQuestion('Close'))
  expect(onLeft).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(account().closest('[hidden]')).toBeNull()
  expect(kernel.outcomes).toEqual([])
})

it('sends a code by a press that a person makes alone, and once the card was in sight', async () => {
  const { sent } = await open()
  await click(control('button', en['mfa.another']))
  await click(ofQuestion('Text message'))
  await click(control('button', 'Send a code to •• 53'))
  expect(sent).not.toContain('/mfa/passwordless_sms/init')
  await pressGuarded('Send a code to •• 53')
  await until(() => expect(sent).toContain('/mfa/passwordless_sms/init'))
})

it('says how many tries are left, and from when there are new ones, which is what the call ends with', async () => {
  const refusal = (code: 'missing_or_invalid_mfa' | 'mfa_verification_max_attempts_reached', data: object) =>
    Object.assign(clientError(code, 'No.'), { data })
  const signed = vi
    .fn<Calls['signed']>()
    .mockRejectedValueOnce(refusal('missing_or_invalid_mfa', { triesLeft: 2 }))
    .mockRejectedValueOnce(refusal('mfa_verification_max_attempts_reached', { retryAfter: 900 }))
  const { onLeft } = await open(signed as unknown as Calls['signed'])
  await until(() => expect(document.body.textContent).toContain(en['mfa.totpSentence']))
  await see()
  await type(control('textbox', 'Verification code'), '123456')
  await until(() => expect(alertText()).toBe(en['code.triesLeft.two']))
  await type(control('textbox', 'Verification code'), '654321')
  await until(() => expect(alertText()).toMatch(/^Too many wrong codes. Try again from /))
  // The one that there is leads to the others: a passkey is none of those that rest.
  await click(control('button', en['mfa.another']))
  await until(() => expect(document.body.textContent).toContain(en['mfa.choose']))
  await click(ofQuestion('Close'))
  expect(onLeft).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'mfa_verification_max_attempts_reached' }),
  )
})

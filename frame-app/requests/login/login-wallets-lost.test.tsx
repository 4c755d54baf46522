// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { emailLogin } from '../../login/email/method.tsx'
import {
  alertText,
  click,
  control,
  mountScreens,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { emailCalls, fakeKernel, loginResult } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'

let isOffline = false
vi.mock('./login-wallets.tsx', async importOriginal => {
  if (isOffline) throw new Error('offline')
  return importOriginal()
})

useBrowser()
beforeAll(async () => void (await emailLogin.prefetch?.()))

it('says that the screen after a login did not come, and goes on when it is tried again', async () => {
  isOffline = true
  const kernel = fakeKernel({ operations: { calls: emailCalls({ authenticate: async () => loginResult }) } })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  await type(control('textbox', 'Email'), 'ada@example.com')
  await submit(control('textbox', 'Email'))
  await type(control('textbox', 'Verification code'), '123456')
  await until(() => expect(alertText()).toBe(en['error.screen']))

  isOffline = false
  await click(control('button', 'Try again'))
  await until(() => expect(title()).toBe(en['login.successNew']))
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
})

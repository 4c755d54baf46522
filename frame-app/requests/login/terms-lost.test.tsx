// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { alertText, click, control, mountScreens, until, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'

vi.mock('./terms-screen.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

useBrowser()

it('terms whose screen does not come can be left: logged out, and no login', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const logout = vi.fn(async () => {})
  const kernel = fakeKernel({ app: { require_users_accept_terms: true }, operations: { logout } })
  kernel.setSession({ status: 'authenticated', user: { ...user, hasAcceptedTerms: false }, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  await until(() => expect(alertText()).toBe(en['error.screen']))
  await click(control('button', 'Close'))
  expect(logout).toHaveBeenCalledExactlyOnceWith('device')
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})

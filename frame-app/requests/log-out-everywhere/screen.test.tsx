// @vitest-environment jsdom
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { deferred } from '../../session/testing/session-fixtures.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { preload } from '../../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  press,
  pressGuarded,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'

useBrowser()
beforeAll(async () => void (await preload(async () => (await import('./screen.tsx')).LogOutEverywhereScreen)))

const YES = en['account.logOutEverywhere']

async function open(logout: Operations['logout'] = async () => {}) {
  const kernel = fakeKernel({ operations: { logout } })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'log-out-everywhere', userId: user.id }))
  await until(() => expect(title()).toBe(YES))
  return kernel
}

it('asks before all devices are logged out, and takes no press that comes before it could be read', async () => {
  const logout = vi.fn<Operations['logout']>(async () => {})
  const kernel = await open(logout)
  await press(control('button', YES))
  expect(logout).not.toHaveBeenCalled()
  await pressGuarded(YES, false)
  expect(logout).not.toHaveBeenCalled()
  await pressGuarded(YES)
  expect(logout).toHaveBeenCalledExactlyOnceWith('all-devices')
  expect(kernel.outcomes).toEqual([{ resolved: undefined }])
})

it.each([en['account.stay'], 'Close'])('%s leaves everyone logged in', async name => {
  const logout = vi.fn<Operations['logout']>(async () => {})
  const kernel = await open(logout)
  await click(control('button', name))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  expect(logout).not.toHaveBeenCalled()
})

it('stays until the server has answered, says that it did not, and tells the page then', async () => {
  const answer = deferred<void>()
  const kernel = await open(() => {
    kernel.setSession({ status: 'anonymous' })
    return answer.promise
  })
  await pressGuarded(YES)
  expect(kernel.outcomes).toEqual([])
  expect(['Done', 'Close'].filter(hasButton)).toEqual([])
  await act(async () => answer.reject(clientError('service_unavailable', 'No answer.')))
  expect(alertText()).toBe(en['account.othersStay'])
  await click(control('button', 'Done'))
  expect(kernel.outcomes).toMatchObject([{ rejected: 'service_unavailable' }])
})

it.each([
  ['logs out in another tab', { status: 'anonymous' }],
  ['is another by now', { status: 'authenticated', user: { ...user, id: 'user_2' }, wallets: [] }],
] as const)('asks nobody when who was asked for %s', async (_name, session) => {
  const logout = vi.fn<Operations['logout']>(async () => {})
  const kernel = await open(logout)
  await act(async () => kernel.setSession(session))
  expect(kernel.outcomes).toEqual([{ rejected: 'must_be_authenticated', message: MUST_BE_AUTHENTICATED }])
  expect(logout).not.toHaveBeenCalled()
})

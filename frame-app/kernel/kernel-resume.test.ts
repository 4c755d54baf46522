import { expect, test, vi } from 'vitest'
import { keepKeys, newKeys } from '../oauth-flow/oauth-keys.ts'
import { startTestKernel } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes } from './testing/one-user-server.ts'

const server = { google_oauth: true, github_oauth: true }
const open = async () => {
  const test = startTestKernel(serverRoutes(), { server })
  await test.hello()
  return test
}
const keys = newKeys()
const left = { provider: 'google', purpose: 'login', disableSignup: true } as const
const returned = { provider: 'google', state: keys.state, code: `v1.${'a'.repeat(120)}` }

test('a login for which the page was away opens by itself, with what it brought', async () => {
  const { kernel, handlers, shown, events } = await open()
  keepKeys(kernel, keys, left)
  const call = handlers.resumeLogin(returned)
  const request = await shown()
  expect(request).toMatchObject({ kind: 'login', returned, options: { disableSignup: true } })
  kernel.screens.dismiss(request)
  await call
  expect(events().at(-1)).toMatchObject({
    name: 'error',
    payload: { code: 'exited_auth_flow', during: 'login' },
  })
})

test('so does a link', async () => {
  const { kernel, handlers, shown, events } = await loggedIn(serverRoutes(), { server })
  keepKeys(kernel, keys, { ...left, purpose: 'link' })
  const call = handlers.resumeLogin(returned)
  const request = await shown()
  expect(request).toMatchObject({ kind: 'link', way: { method: 'oauth', provider: 'google' }, returned })
  kernel.screens.dismiss(request)
  await call
  expect(events().at(-1)).toMatchObject({
    name: 'error',
    payload: { code: 'exited_link_flow', during: 'link' },
  })
})

test.each([
  ['the state of another flow', { ...returned, state: newKeys().state }],
  ['another provider', { ...returned, provider: 'github' }],
  ['no provider of this version', { ...returned, provider: 'nobody' }],
  ['nothing', null],
])('%s is nobody’s: no screen opens', async (_, given) => {
  const { kernel, handlers } = await open()
  keepKeys(kernel, keys, left)
  await handlers.resumeLogin(given)
  expect(kernel.screens.current.get()).toBeNull()
})

test('a login is no more where somebody is logged in, nor a link where nobody is', async () => {
  const known = await loggedIn(serverRoutes(), { server })
  keepKeys(known.kernel, keys, left)
  const before = known.events()
  await known.handlers.resumeLogin(returned)
  expect(known.kernel.screens.current.get()).toBeNull()
  expect(known.events()).toEqual(before)

  const nobody = await open()
  keepKeys(nobody.kernel, keys, { ...left, purpose: 'link' })
  await nobody.handlers.resumeLogin(returned)
  expect(nobody.kernel.screens.current.get()).toBeNull()
  expect(nobody.events()).toEqual([])
})

test('what the page says does not outlive the flow', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { kernel, handlers } = await open()
  keepKeys(kernel, keys, left)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  await handlers.resumeLogin(returned)
  expect(kernel.screens.current.get()).toBeNull()
  vi.useRealTimers()
})

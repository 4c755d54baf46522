// @vitest-environment jsdom
import { methodsResponse } from '@vitrine/shared/api/mfa.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { preload } from '../../ui/lazy-screen.tsx'
import { control, mountScreens, press, pressGuarded, title, until, useBrowser } from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, fakeMfa, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import '../session-request.tsx'

useBrowser()
beforeAll(async () => void (await preload(async () => (await import('./screen.tsx')).UnenrollMfaScreen)))

const factor = (type: string) => ({ type, verified_at: 1, name: null })

/** A page that asks to take the authenticator app away. @param types of the person's factors */
async function open(types: readonly string[]) {
  const signed = vi.fn((_path: string): Promise<never> => new Promise(() => {}))
  const calls = fakeCalls({
    signed: path => signed(path),
    async postAuthorized(path, _body, answer) {
      if (path === '/mfa/methods')
        return answer.parse(methodsResponse.parse({ methods: types.map(factor), recovery_codes_left: 3 }))
      return answer.parse({ is_required: false, ways: [], held_until: null })
    },
  })
  const kernel = fakeKernel({ operations: { calls, mfa: async () => fakeMfa() } })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'unenroll-mfa', method: 'totp' }))
  await until(() => expect(title()).toBe(en['mfa.removeTitle']))
  await until(() => control('button', en['account.removeConfirm']))
  return { kernel, signed }
}
const saysLast = () => document.body.textContent?.includes(en['mfa.removeLast'])

test.each([
  [['totp'], true],
  // One that no page is told of is one.
  [['totp', 'email'], false],
  [['totp', 'passkey', 'passkey'], false],
  // It is not there at all: the server says so.
  [[], false],
])('of %j it says that it is the last one: %s', async (types, isLast) => {
  await open(types)
  expect(saysLast()).toBe(isLast)
})

test('nothing is taken away by a press that comes before the card was seen', async () => {
  const { signed } = await open(['totp'])
  await press(control('button', en['account.removeConfirm']))
  expect(signed).not.toHaveBeenCalled()
  await pressGuarded(en['account.removeConfirm'])
  await until(() => expect(signed).toHaveBeenCalledOnce())
  expect(signed.mock.calls[0]?.[0]).toBe('/mfa/totp/unenroll')
})

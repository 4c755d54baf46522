// @vitest-environment jsdom
import { methodsResponse } from '@vitrine/shared/api/mfa.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import '../requests/session-request.tsx'
import { preload } from '../ui/lazy-screen.tsx'
import { click, control, mountScreens, pressGuarded, title, until, useBrowser } from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, fakeMfa, user, wallet } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'

useBrowser()
beforeAll(
  async () =>
    void (await preload(async () => (await import('../requests/enroll-mfa/screen.tsx')).EnrollMfaScreen)),
)

const passkey = (credentialId: string, enrolledInMfa: boolean) =>
  ({
    type: 'passkey',
    ...{ credentialId, enrolledInMfa, name: credentialId },
    ...{ firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) },
  }) as const

/** @param factors credential ids; @param linked those by which the person logs in */
async function open(factors: readonly string[], linked: readonly string[]) {
  const signed = vi.fn((_path: string, _body: object): Promise<never> => new Promise(() => {}))
  const calls = fakeCalls({
    signed: (path, body) => signed(path, body),
    async postAuthorized(path, _body, answer) {
      if (path !== '/mfa/methods') return answer.parse({ is_required: false, ways: [], held_until: null })
      const type = 'passkey' as const
      const methods = [{ type, verified_at: 1, name: null, credential_ids: [...factors] }]
      return answer.parse(methodsResponse.parse({ methods, recovery_codes_left: 3 }))
    },
  })
  const kernel = fakeKernel({
    app: { mfa_methods: ['passkey'] },
    operations: { calls, mfa: async () => fakeMfa() },
  })
  const linkedAccounts = linked.map(id => passkey(id, factors.includes(id)))
  kernel.setSession({ status: 'authenticated', user: { ...user, linkedAccounts }, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'enroll-mfa' }))
  await until(() => expect(title()).toBe(en['mfa.settings']))
  await until(() => control('button', `${en['mfa.passkey']}${en['mfa.isOn']}${en['mfa.passkeyMeans']}`))
  await click(control('button', `${en['mfa.passkey']}${en['mfa.isOn']}${en['mfa.passkeyMeans']}`))
  await until(() => expect(title()).toBe(en['mfa.passkeyTitle']))
  return { signed }
}
const boxes = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(box => ({
    name: box.closest('label')?.textContent ?? '',
    isChecked: box.checked,
    box,
  }))

test('a passkey that logs nobody in any more is on the list, and stays a factor when another one is added', async () => {
  const { signed } = await open(['gone'], ['laptop'])
  expect(boxes().map(({ isChecked }) => isChecked)).toEqual([false, true])
  expect(boxes()[1]?.name).toBe(en['mfa.passkey'])
  await click(boxes()[0]?.box as HTMLElement)
  await pressGuarded(en['mfa.save'])
  await until(() => expect(signed).toHaveBeenCalledOnce())
  expect(signed.mock.calls[0]).toMatchObject([
    '/mfa/passkeys/enrollment',
    { credential_ids: ['gone', 'laptop'], remove_for_login: true },
  ])
})

test('one that is alone on it is not called none, and takes no login along', async () => {
  await open(['gone', 'old'], [])
  expect(document.body.textContent).toContain(en['mfa.passkeyChoose'])
  await click(boxes()[0]?.box as HTMLElement)
  expect(boxes().map(({ isChecked }) => isChecked)).toEqual([false, true])
  expect(document.body.textContent).not.toContain(en['mfa.removeLogin'])
})

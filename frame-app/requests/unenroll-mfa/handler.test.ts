import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { expect, test, vi } from 'vitest'
import { fakeCalls, user } from '../../ui/testing/fake-kernel.ts'
import { unenrollMfa } from './handler.ts'

/** @param types of the factors that the person has; `null`: the server does not answer */
function setUp(types: readonly MfaMethod[] | null) {
  const show = vi.fn(async (_: object) => ({ user }))
  const calls = fakeCalls({
    async postAuthorized(_path, _body, answer) {
      if (types === null) throw new TypeError('Offline')
      const methods = types.map(type => ({ type, verified_at: 1, name: null }))
      return answer.parse({ methods, recovery_codes_left: 3 })
    },
  })
  return { show, call: unenrollMfa({ calls, screens: { show } } as never) }
}

test('of a factor that the person has they are asked, also where it is not known', async () => {
  for (const types of [['email'], ['totp', 'email'], null] as const) {
    const { show, call } = setUp(types)
    expect(await call('email')).toEqual({ user })
    expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'unenroll-mfa', method: 'email' })
  }
})

test('of one that they have not nobody is asked', async () => {
  for (const types of [[], ['totp']] as const) {
    const { show, call } = setUp(types)
    await expect(call('passkey')).rejects.toMatchObject({ code: 'missing_mfa_enrollment' })
    expect(show).not.toHaveBeenCalled()
  }
})

// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, loginResult } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { bringViews } from '../landing-registry.ts'
import { readCredential } from './credential.ts'
import { guestLogin } from './method.tsx'

useBrowser()
beforeAll(async () => void (await Promise.all([bringViews(), guestLogin.prefetch?.()])))

async function press(authenticate: Calls['authenticate']) {
  const kernel = fakeKernel({
    operations: { calls: fakeCalls({ authenticate }) },
    config: {
      login: {
        primary: [{ method: 'email' }, { method: 'guest' }],
        overflow: [],
        groupPriority: 'web2-first',
      },
    },
  })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  await click(control('button', en['guest.row']))
  return kernel
}

it('logs in with the one press', async () => {
  const authenticate = vi.fn(async () => loginResult)
  await press(authenticate)
  await until(() => expect(title()).toBe(en['login.successNew']))
  await until(() => expect(authenticate).toHaveBeenCalledOnce())
})

it('waits in words, and cannot go back while the answer is on its way', async () => {
  await press(() => new Promise(() => {}))
  expect(title()).toBe(en['guest.title'])
  expect(hasButton('Back')).toBe(false)
})

it('says why it failed, tries again, or goes back to the other ways', async () => {
  const authenticate = vi
    .fn<Calls['authenticate']>()
    .mockRejectedValue(clientError('service_unavailable', 'Offline.'))
  const kernel = await press(authenticate)
  await until(() => expect(alertText()).toBe('Offline.'))
  await click(control('button', 'Try again'))
  await until(() => expect(authenticate).toHaveBeenCalledTimes(2))
  // The credential of the device, the same one when it is tried again.
  const credential = readCredential(kernel.keptBy('guest'))
  const subject = createHash('sha256').update(credential).digest('base64url')
  const secret = { member: 'guest_credential', value: credential, subject }
  expect(authenticate.mock.calls.map(([path, body, , , sealed]) => [path, body, sealed])).toEqual(
    Array(2).fill(['/guest/authenticate', { subject }, secret]),
  )
  await until(() => expect(alertText()).toBe('Offline.'))
  await click(control('button', 'Back'))
  expect(control('textbox', 'Email')).toBeTruthy()
})

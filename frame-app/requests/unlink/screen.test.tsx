// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { Calls } from '../../session/calls.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  press,
  pressGuarded,
  see,
  title,
  type,
  until,
  useBrowser,
  watched,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
// Ahead: a screen's code comes when it is asked for, and here that would be a part of the first test's time.
import '../session-request.tsx'
import './screen.tsx'

useBrowser()

const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
const account = { type: 'email', address: 'ada@example.com', ...dates } as const

async function open(changeUser: Calls['changeUser']) {
  const kernel = fakeKernel({ operations: { calls: fakeCalls({ changeUser }) } })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'unlink', account }))
  await until(() => expect(title()).toBe(en['account.removeTitle']))
  return kernel
}

it('names the account, and takes it away when the person says so', async () => {
  const changeUser = vi.fn(async () => user)
  const kernel = await open(changeUser)
  expect(document.body.textContent).toContain('ada@example.com')
  expect(changeUser).not.toHaveBeenCalled()
  await pressGuarded(en['account.removeConfirm'])
  expect(changeUser).toHaveBeenCalledOnce()
  expect(kernel.outcomes).toEqual([{ resolved: { user } }])
})

it('keeps it when the person does', async () => {
  const changeUser = vi.fn(async () => user)
  const kernel = await open(changeUser)
  expect(hasButton('Back')).toBe(false)
  await click(control('button', en['account.removeKeep']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  expect(changeUser).not.toHaveBeenCalled()
})

it('says why the server will not have it, and tells the page when the person leaves', async () => {
  const refusal = clientError('cannot_unlink_sole_account', 'This is your only way to log in.')
  const kernel = await open(() => Promise.reject(refusal))
  await pressGuarded(en['account.removeConfirm'])
  expect(alertText()).toBe(refusal.message)
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toEqual([{ rejected: 'cannot_unlink_sole_account', message: refusal.message }])
})

it('takes nothing away by a press that no person makes, or that comes before the card could be read', async () => {
  const changeUser = vi.fn(async () => user)
  await open(changeUser)
  await press(control('button', en['account.removeConfirm']))
  expect(changeUser).not.toHaveBeenCalled()
  await act(async () =>
    watched.findLast(({ element }) => element.matches('button'))?.report({ isVisible: true }),
  )
  await until(() => expect(control('button', en['account.removeConfirm'])).toHaveProperty('disabled', false))
  await click(control('button', en['account.removeConfirm']))
  expect(changeUser).not.toHaveBeenCalled()
})
it('takes nothing away for a press that no person makes, or before the screen could be read', async () => {
  const changeUser = vi.fn(async () => user)
  await open(changeUser)
  expect(control('button', en['account.removeConfirm'])).toHaveProperty('disabled', true)
  await pressGuarded(en['account.removeConfirm'], false)
  expect(changeUser).not.toHaveBeenCalled()
})

it('has the person prove a way in first, in our words, with the whole address', async () => {
  const changeUser = vi.fn(async () => user)
  const asked: object[] = []
  const kernel = fakeKernel({
    operations: {
      calls: fakeCalls({
        changeUser,
        async postAuthorized(path, body, answer) {
          asked.push({ path, ...body })
          if (path === '/step_up/ways')
            return answer.parse({ is_required: true, ways: ['email'], held_until: null })
          return answer.parse({})
        },
        async confirm(path, body, answer, way, _signal, secret) {
          asked.push({ path, ...body, ...way, ...secret })
          return answer.parse({ step_up: 's'.repeat(43) })
        },
      }),
    },
  })
  kernel.setSession({ status: 'authenticated', user: { ...user, linkedAccounts: [account] }, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'unlink', account }))
  await until(() => expect(title()).toBe(en['account.removeTitle']))
  await pressGuarded(en['account.removeConfirm'])
  await until(() => expect(title()).toBe(en['stepUp.title']))
  expect(document.body.textContent).toContain('ada@example.com will no longer open your account and wallets.')
  await click(control('button', 'Send a code to ada@example.com'))
  expect(asked).toHaveLength(1)
  await pressGuarded('Send a code to ada@example.com')
  await type(control('textbox', 'Verification code'), '123456')
  await see()
  await until(() => expect(changeUser).toHaveBeenCalledOnce())
  expect(asked).toEqual([
    { path: '/step_up/ways', purpose: 'unlink', from_account: false },
    { path: '/step_up/code', purpose: 'unlink', way: 'email' },
    {
      path: '/step_up/verify',
      ...{ purpose: 'unlink', target: 'email:ada@example.com', way: 'email', method: 'email' },
      ...{ member: 'code', value: '123456', subject: 'ada@example.com' },
    },
  ])
  expect(changeUser).toHaveBeenCalledWith(
    '/passwordless/unlink',
    { address: 'ada@example.com', step_up: 's'.repeat(43) },
    expect.any(AbortSignal),
  )
})

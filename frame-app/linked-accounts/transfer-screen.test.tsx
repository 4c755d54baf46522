// @vitest-environment jsdom
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { TransferRequired } from '@vitrine/shared/api/transfer.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LOGIN_VIEWS } from '../login/registry.ts'
import type { Calls } from '../session/calls.ts'
import { wireWallet } from '../session/testing/session-fixtures.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  press,
  pressGuarded,
  see,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'

const together: User = { ...user, email: { address: 'eve@example.com' } }
const wallet = wireWallet()
const dates = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
const asked: TransferRequired = {
  type: 'email',
  nonce: 'n'.repeat(43),
  account: {
    type: 'email',
    subject: 'eve@example.com',
    linked_accounts: [
      { type: 'email', address: 'eve@example.com', ...dates },
      { type: 'phone', phoneNumber: '+1 212 555 0123', ...dates },
      wallet,
    ],
    ends: ['phone'],
  },
}
const required = (data: object = asked) =>
  new VitrineError({
    type: 'api_error',
    code: 'account_transfer_required',
    message: 'This belongs to another account of yours here.',
    status: 409,
    data: { ...data },
  })

/** Links an address; what the server answers to that and to what follows. */
async function open(...answers: (() => Promise<User>)[]) {
  const addAccount = vi.fn<Calls['addAccount']>()
  for (const answer of answers) addAccount.mockImplementationOnce(answer)
  const kernel = fakeKernel({ operations: { calls: fakeCalls({ addAccount }) } })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'link', way: { method: 'email' }, prefill: '' }))
  await until(() => expect(hasButton('Continue')).toBe(true))
  await type(control('textbox', 'Email'), 'eve@example.com')
  await submit(control('textbox', 'Email'))
  await type(control('textbox', 'Verification code'), '123456')
  await see()
  return { kernel, addAccount }
}
const isAsked = () => until(() => expect(hasButton(en['transfer.confirm'])).toBe(true))

describe('a login that opens another account of the person', () => {
  useBrowser()
  beforeAll(async () => void (await LOGIN_VIEWS.email.prefetch?.()))

  it('is asked about, with what would come and what would end, and brought over by a guarded press', async () => {
    const { kernel, addAccount } = await open(
      () => Promise.reject(required()),
      async () => together,
    )
    await isAsked()
    expect(title()).toBe(en['transfer.title'])
    const parts = [...document.querySelectorAll('section')].map(part => part.textContent)
    expect(parts).toEqual([
      expect.stringMatching(`^${en['transfer.logins']}eve@example.com$`),
      expect.stringContaining(en['transfer.wallets']),
      expect.stringMatching(new RegExp(`^${en['transfer.ends']}.*555`)),
    ])
    expect(parts[1]).toContain(wallet.address)
    await press(control('button', en['transfer.confirm']))
    expect(addAccount).toHaveBeenCalledOnce()
    await pressGuarded(en['transfer.confirm'])
    await until(() => expect(title()).toBe(en['link.success']))
    expect(addAccount).toHaveBeenLastCalledWith(
      '/passwordless/transfer',
      { nonce: asked.nonce, email: 'eve@example.com' },
      { purpose: 'link', way: { method: 'email' } },
      expect.any(AbortSignal),
    )
    expect(kernel.outcomes).toEqual([{ resolved: { user: together } }])
  })

  it('is left as it is by Cancel, which the page is told as of every link that is left', async () => {
    const { kernel, addAccount } = await open(() => Promise.reject(required()))
    await isAsked()
    await click(control('button', en['transfer.cancel']))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    expect(addAccount).toHaveBeenCalledOnce()
  })

  it('cannot be tried again where it failed, since the proof is used up; the page is told why', async () => {
    const over = new VitrineError({
      type: 'api_error',
      code: 'invalid_credentials',
      message: 'Over.',
      status: 422,
    })
    const { kernel } = await open(
      () => Promise.reject(required()),
      () => Promise.reject(over),
    )
    await isAsked()
    await pressGuarded(en['transfer.confirm'])
    await until(() => expect(alertText()).toBe(en['transfer.over']))
    expect(hasButton(en['transfer.confirm'])).toBe(false)
    await click(control('button', en['transfer.cancel']))
    expect(kernel.outcomes).toMatchObject([{ rejected: 'invalid_credentials' }])
  })

  it('is refused as any other where the server does not say what would come', async () => {
    const { kernel } = await open(() => Promise.reject(required({ type: 'email' })))
    await until(() => expect(alertText()).toContain('another account'))
    expect(hasButton(en['transfer.confirm'])).toBe(false)
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toHaveLength(1)
  })
})

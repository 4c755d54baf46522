// @vitest-environment jsdom
import type { User } from '@vitrine/shared/api/client-user.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  click,
  control,
  hasButton,
  mountScreens,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, user, wallet } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'

const copyName = `0x71C…976F: copy address ${wallet.address}`
const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
const email = { type: 'email', address: 'ada@example.com', ...dates } as const
const phone = { type: 'phone', number: '+1 213 373 4253', ...dates } as const
const passkey = { type: 'passkey', credentialId: 'abc', enrolledInMfa: false, ...dates } as const

interface Scene {
  readonly accounts?: User['linkedAccounts']
  readonly isGuest?: boolean
  readonly changeUser?: () => Promise<User>
}

async function open({ accounts = [email], isGuest = false, changeUser = async () => user }: Scene = {}) {
  const logout = vi.fn(async () => {})
  const kernel = fakeKernel({
    operations: { logout, calls: fakeCalls({ changeUser }) },
    app: { sms_auth: true, passkey_auth: true },
  })
  const person = { ...user, isGuest, linkedAccounts: accounts }
  kernel.setSession({ status: 'authenticated', user: person, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'account' }))
  await until(() => expect(hasButton('Done')).toBe(true))
  return { kernel, logout }
}

describe('account', () => {
  useBrowser()

  it('shows the address of the person and of the wallet', async () => {
    await open()
    expect(document.body.textContent).toContain('ada@example.com')
    expect(hasButton(copyName)).toBe(true)
  })

  it.each([
    ['Log out', 'device'],
    ['Log out of all devices', 'all-devices'],
  ])('%s ends the session and the screen', async (name, scope) => {
    const { kernel, logout } = await open()
    await click(control('button', name))
    expect(logout).toHaveBeenCalledExactlyOnceWith(scope)
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it.each(['Done', 'Close'])('%s ends the screen and nothing else', async name => {
    const { kernel, logout } = await open()
    await click(control('button', name))
    expect(logout).not.toHaveBeenCalled()
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('copies a wallet address, and says when copying is blocked', async () => {
    const writeText = vi.fn(async () => {}).mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await open()
    const copy = control('button', copyName)
    await click(copy)
    expect(document.body.textContent).toContain('Copying is blocked here')
    await click(copy)
    expect(writeText).toHaveBeenCalledWith(wallet.address)
    expect(document.body.textContent).toContain('Copied')
  })

  it('lists every way to log in, and offers those that are missing', async () => {
    await open({ accounts: [email, passkey] })
    expect(document.body.textContent).toContain('Passkey')
    expect(hasButton(en['sms.linkTitle'])).toBe(true)
    // One address a person; passkeys as many as they like.
    expect(hasButton(en['email.linkTitle'])).toBe(false)
    expect(hasButton(en['passkey.linkTitle'])).toBe(true)
    expect(hasButton('Change ada@example.com')).toBe(true)
    expect(hasButton('Change Passkey')).toBe(false)
  })

  it('does not offer to remove the last way to log in', async () => {
    await open()
    expect(hasButton('Remove ada@example.com')).toBe(false)
  })

  it('tells a guest what would be lost', async () => {
    await open({ accounts: [], isGuest: true })
    expect(document.body.textContent).toContain(en['account.guest'])
    expect(hasButton(en['email.linkTitle'])).toBe(true)
  })

  it('asks before it removes a login, and comes back', async () => {
    const changeUser = vi.fn(async () => user)
    await open({ accounts: [email, phone], changeUser })
    await click(control('button', 'Remove +1 213 373 4253'))
    expect(title()).toBe(en['account.removeTitle'])
    expect(changeUser).not.toHaveBeenCalled()
    await click(control('button', 'Remove'))
    expect(changeUser).toHaveBeenCalledTimes(1)
    expect(title()).toBe(en['account.title'])
    const said = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)
    expect(said).toContain('+1 213 373 4253 was removed.')
  })

  it.each(['Keep it', 'Back'])('%s removes nothing', async name => {
    const changeUser = vi.fn(async () => user)
    await open({ accounts: [email, phone], changeUser })
    await click(control('button', 'Remove ada@example.com'))
    await click(control('button', name))
    expect(title()).toBe(en['account.title'])
    expect(changeUser).not.toHaveBeenCalled()
  })

  it('adds a login in the same card', async () => {
    const { kernel } = await open({ accounts: [phone] })
    await click(control('button', en['email.linkTitle']))
    await until(() => expect(hasButton('Continue')).toBe(true))
    await type(control('textbox', 'Email'), 'eve@example.com')
    await submit(control('textbox', 'Email'))
    await type(control('textbox', 'Verification code'), '123456')
    expect(title()).toBe(en['account.title'])
    expect(kernel.outcomes).toEqual([])
  })

  it('goes back from adding a login', async () => {
    await open({ accounts: [phone] })
    await click(control('button', en['email.linkTitle']))
    await until(() => expect(hasButton('Back')).toBe(true))
    await click(control('button', 'Back'))
    expect(title()).toBe(en['account.title'])
  })
})

// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { deferred } from '../../session/testing/session-fixtures.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  press,
  pressGuarded,
  pressKey,
  see,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { email, openAccount as open, passkey, phone, shownNews, statuses } from './testing/open-account.ts'

const copyName = `0x71C…976F: copy address ${wallet.address}`

describe('account', () => {
  useBrowser()

  it('shows the address of the person and of the wallet', async () => {
    await open({ part: 'home' })
    expect(hasButton(copyName)).toBe(true)
    await click(control('button', en['home.logins']))
    expect(document.body.textContent).toContain('ada@example.com')
  })

  it('of a person without a wallet has the ways to log in and no tabs, whatever the page asked for', async () => {
    await open({ wallets: [], part: 'receive' })
    expect(document.body.textContent).toContain('ada@example.com')
    expect(document.querySelector('[role="tab"]')).toBeNull()
  })

  it.each(['receive', 'activity'] as const)('opens at %s, and goes back to the home', async part => {
    const { kernel } = await open({ part })
    expect(title()).toBe(en[`${part}.title`])
    await click(control('button', 'Back'))
    expect(title()).toBe(en['account.title'])
    expect(hasButton(en['home.receive'])).toBe(true)
    expect(kernel.outcomes).toEqual([])
  })

  it.each(['receive', 'activity'] as const)('ends at %s when the session ends', async part => {
    const { kernel } = await open({ part })
    await act(async () => kernel.setSession({ status: 'anonymous' }))
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('has one way to close it', async () => {
    await open()
    expect(hasButton('Done')).toBe(false)
    expect(hasButton('Close')).toBe(true)
  })

  it('Log out ends the session and the screen', async () => {
    const { kernel, logout } = await open()
    await click(control('button', 'Log out'))
    expect(logout).toHaveBeenCalledExactlyOnceWith('device')
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('Log out of all devices asks first, and takes no press that comes before it could be read', async () => {
    const { kernel, logout } = await open()
    await click(control('button', 'Log out of all devices'))
    await press(control('button', 'Log out of all devices'))
    expect(logout).not.toHaveBeenCalled()
    await click(control('button', 'Stay logged in'))
    await click(control('button', 'Log out of all devices'))
    await pressGuarded('Log out of all devices')
    expect(logout).toHaveBeenCalledExactlyOnceWith('all-devices')
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('stays until the server confirms that all devices are logged out, and says when it does not', async () => {
    const answer = deferred<void>()
    const { kernel } = await open({
      logout() {
        kernel.setSession({ status: 'anonymous' })
        return answer.promise
      },
    })
    await click(control('button', 'Log out of all devices'))
    await pressGuarded('Log out of all devices')
    expect(kernel.outcomes).toEqual([])
    expect(document.body.textContent).not.toContain('ada@example.com')
    const said = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)
    expect(said).toContain(en['account.loggingOut'])
    await act(async () => answer.reject(clientError('service_unavailable', 'No answer.')))
    expect(alertText()).toBe(en['account.othersStay'])
    await click(control('button', 'Done'))
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('closes at once when this device is logged out, without waiting for the server', async () => {
    const { kernel } = await open({
      logout() {
        kernel.setSession({ status: 'anonymous' })
        return new Promise(() => {})
      },
    })
    await click(control('button', 'Log out'))
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it.each([null, `Remove ${email.address}`, en['passkey.linkTitle']])(
    'closes when the session ends elsewhere (after %s)',
    async name => {
      const { kernel } = await open({ accounts: [email, phone] })
      if (name) await click(control('button', name))
      await act(async () => kernel.setSession({ status: 'anonymous' }))
      expect(kernel.outcomes).toEqual([{ resolved: undefined }])
    },
  )

  it('cannot be closed while a login is removed: nobody would be told what became of it', async () => {
    const { kernel } = await open({ accounts: [email, phone], changeUser: () => new Promise(() => {}) })
    await click(control('button', `Remove ${email.address}`))
    await pressGuarded(en['account.removeConfirm'])
    expect(hasButton('Close')).toBe(false)
    await pressKey('Escape')
    expect(kernel.outcomes).toEqual([])
  })

  it('Close ends the screen and nothing else', async () => {
    const { kernel, logout } = await open()
    await click(control('button', 'Close'))
    expect(logout).not.toHaveBeenCalled()
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('copies a wallet address, and says when copying is blocked', async () => {
    const writeText = vi.fn(async () => {}).mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await open({ part: 'home' })
    const copy = control('button', copyName)
    await click(copy)
    expect(document.body.textContent).toContain('Copying is blocked here')
    await click(copy)
    expect(writeText).toHaveBeenCalledWith(wallet.address)
    expect(statuses()).toContain('Copied')
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

  it('tells passkeys apart by who keeps them and by where they were made', async () => {
    const mine = { ...passkey, createdWithBrowser: 'Chrome', createdWithOs: 'macOS' }
    const kept = { ...passkey, authenticatorName: '1Password', createdWithBrowser: 'Firefox' }
    await open({ accounts: [mine, kept] })
    expect(hasButton('Remove Passkey · Chrome on macOS')).toBe(true)
    expect(hasButton('Remove 1Password · Firefox')).toBe(true)
  })

  it('offers to add no passkey in a browser without them', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    await open()
    expect(hasButton(en['sms.linkTitle'])).toBe(true)
    expect(hasButton(en['passkey.linkTitle'])).toBe(false)
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
    await pressGuarded('Remove')
    expect(changeUser).toHaveBeenCalledTimes(1)
    expect(title()).toBe(en['account.title'])
    const news = '+1 213 373 4253 was removed.'
    expect(statuses()).toContain(news)
    // To be seen too, until the person has done with it.
    expect(shownNews()).toBe(news)
    await click(control('button', en['home.dismiss']))
    expect(shownNews()).toBeUndefined()
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
    await see()
    await until(() => expect(title()).toBe(en['account.title']))
    expect(shownNews()).toBe(en['link.success'])
    expect(kernel.outcomes).toEqual([])
  })

  it('marks the login that was added, and no other', async () => {
    const { kernel } = await open({
      accounts: [phone],
      operations: {
        calls: fakeCalls({
          async addAccount() {
            const person = { ...user, linkedAccounts: [phone, email] }
            kernel.setSession({ status: 'authenticated', user: person, wallets: [wallet] })
            return person
          },
        }),
      },
    })
    await click(control('button', en['email.linkTitle']))
    await until(() => expect(hasButton('Continue')).toBe(true))
    await type(control('textbox', 'Email'), email.address)
    await submit(control('textbox', 'Email'))
    await type(control('textbox', 'Verification code'), '123456')
    await see()
    await until(() => expect(title()).toBe(en['account.title']))
    const marked = [...document.querySelectorAll('li')].filter(row =>
      row.textContent?.includes(en['home.new']),
    )
    expect(marked.map(row => row.textContent)).toEqual([`${email.address}${en['home.new']}`])
  })

  it('goes back from adding a login', async () => {
    await open({ accounts: [phone] })
    await click(control('button', en['email.linkTitle']))
    await until(() => expect(hasButton('Back')).toBe(true))
    await click(control('button', 'Back'))
    expect(title()).toBe(en['account.title'])
  })

  it('a number has its plus in front in every language', async () => {
    await open({ accounts: [email, phone] })
    const name = [...document.querySelectorAll('bdi')].find(it => it.textContent === phone.number)
    expect(name?.getAttribute('dir')).toBe('ltr')
  })
})

// @vitest-environment jsdom
import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { deferred } from '../../session/testing/session-fixtures.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { SUCCESS_MS } from '../../ui/success.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
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
import {
  deviceWallet,
  externalWallet,
  fakeCalls,
  fakeKernel,
  user,
  wallet,
} from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'

const copyName = `0x71C…976F: copy address ${wallet.address}`
const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
const email = { type: 'email', address: 'ada@example.com', ...dates } as const
const phone = { type: 'phone', number: '+1 213 373 4253', ...dates } as const
const passkey = { type: 'passkey', credentialId: 'abc', enrolledInMfa: false, ...dates } as const

interface Scene {
  readonly accounts?: User['linkedAccounts']
  readonly isGuest?: boolean
  readonly changeUser?: () => Promise<User>
  readonly logout?: () => Promise<void>
  readonly wallets?: readonly HeldWallet[]
  readonly operations?: Partial<Operations>
  readonly app?: object
}

async function open({
  accounts = [email],
  isGuest = false,
  changeUser = async () => user,
  logout: end = async () => {},
  wallets = [wallet],
  operations = {},
  app = {},
}: Scene = {}) {
  const logout = vi.fn(end)
  const kernel = fakeKernel({
    operations: { logout, calls: fakeCalls({ changeUser }), ...operations },
    app: { sms_auth: true, passkey_auth: true, ...app },
  })
  const person = { ...user, isGuest, linkedAccounts: accounts }
  kernel.setSession({ status: 'authenticated', user: person, wallets })
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
    await see()
    await until(() => expect(title()).toBe(en['account.title']))
    expect(kernel.outcomes).toEqual([])
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

  describe('what is held', () => {
    const heldUntil = Date.UTC(2026, 0, 2, 12)
    const device = {
      id: `device:${'d'.repeat(43)}`,
      way: { type: 'email', name: 'eve@example.com' },
      ...{ made_with: 'Firefox · Linux', since: 0, held_until: heldUntil },
    }
    const way = {
      ...{ id: 'way:account_1', way: { type: 'passkey', name: null } },
      ...{ made_with: null, since: 0, held_until: heldUntil },
    }
    /** @param isRequired whether an answer takes a proof */
    function serverWith({
      isRequired = false,
      held = [device, way] as readonly object[],
      ways = ['email'],
    } = {}) {
      const asked: object[] = []
      let left = held
      const calls = fakeCalls({
        async postAuthorized(path, body, answer) {
          if (path === '/account/held') return answer.parse({ held: left })
          if (path !== '/step_up/ways') return answer.parse({})
          if ((body as { purpose: string }).purpose !== 'release') asked.push({ path, ...body })
          return answer.parse({ is_required: isRequired, ways, held_until: null })
        },
        async changeUser(path, body) {
          asked.push({ path, ...body })
          left = []
          return user
        },
      })
      return { calls, asked }
    }

    it('is shown with where it comes from and until when, and nothing where nothing is', async () => {
      const { calls } = serverWith()
      await open({ operations: { calls } })
      await until(() => expect(document.body.textContent).toContain(en['held.title']))
      const text = document.body.textContent
      expect(text).toContain('Firefox · Linux logged in with eve@example.com')
      expect(text).toContain('A new login was added')
      expect(text).toContain('cannot sign or change how you log in until')
      // Else two of one name could not be told apart by ear.
      const described = [...document.querySelectorAll('button[aria-describedby]')].map(
        button => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      )
      const [first, second] = ['Firefox · Linux logged in with eve@example.com', 'A new login was added']
      expect(described).toEqual([first, first, second, second])
    })

    it.each([
      ['allow', 'held.allow', 'held.allow', 'held.allowed'],
      ['refuse', 'held.refuse', 'held.refuseConfirm', 'held.refused'],
    ] as const)(
      'is answered with %s on a screen of its own, by a press that is guarded',
      async (answer, button, confirm, news) => {
        const { calls, asked } = serverWith({ held: [device] })
        await open({ operations: { calls } })
        await until(() => expect(hasButton(en[button])).toBe(true))
        await click(control('button', en[button]))
        expect(title()).toBe(en[`held.${answer}Title`])
        expect(document.body.textContent).toContain('Firefox · Linux logged in with eve@example.com')
        await press(control('button', en[confirm]))
        expect(asked).toEqual([])
        await pressGuarded(en[confirm])
        await until(() => expect(title()).toBe(en['account.title']))
        expect(asked).toEqual([
          { path: '/step_up/ways', purpose: answer, from_account: true },
          { path: `/account/held/${answer}`, id: device.id, from_account: true },
        ])
        expect(document.body.textContent).toContain(en[news])
        await until(() => expect(document.body.textContent).not.toContain(en['held.title']))
      },
    )

    it('says once why no proof can be begun, however many ways there are', async () => {
      const { calls } = serverWith({ held: [device], isRequired: true, ways: ['email', 'passkey'] })
      await open({ operations: { calls } })
      await until(() => expect(hasButton(en['held.allow'])).toBe(true))
      await click(control('button', en['held.allow']))
      await pressGuarded(en['held.allow'])
      await until(() => expect(title()).toBe(en['stepUp.title']))
      vi.useFakeTimers()
      await see(false)
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      const notes = [...document.querySelectorAll('p')].filter(it => it.textContent === en['sign.covered'])
      expect(notes).toHaveLength(1)
    })

    it('takes a proof of a way in where the server asks for one, with what it does in our words', async () => {
      const { calls, asked } = serverWith({ held: [device], isRequired: true })
      await open({ operations: { calls } })
      await until(() => expect(hasButton(en['held.allow'])).toBe(true))
      await click(control('button', en['held.allow']))
      await pressGuarded(en['held.allow'])
      await until(() => expect(title()).toBe(en['stepUp.title']))
      expect(document.body.textContent).toContain('Firefox · Linux may sign and change how you log in')
      const send = 'Send a code to ada@example.com'
      expect(control('button', send)).toHaveProperty('disabled', true)
      await pressGuarded(send)
      await type(control('textbox', 'Verification code'), '123456')
      await see()
      await until(() => expect(title()).toBe(en['account.title']))
      expect(asked.at(-1)).toEqual({ path: '/account/held/allow', id: device.id, step_up: 's'.repeat(43) })
    })
  })

  describe('wallets whose keys are on the devices', () => {
    const here = deviceWallet
    const OFFERED = { embedded_wallet_config: { user_owned_recovery_options: ['user-passcode'] } }
    const field = (index: number) =>
      [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')][index] as HTMLInputElement
    const statuses = () =>
      [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)

    it('are none of the server’s and none of another app’s: nothing is opened, and no recovery is shown', async () => {
      const openHere = vi.fn(async () => {})
      await open({ operations: { openHere }, app: OFFERED, wallets: [wallet, externalWallet] })
      expect(document.body.textContent).toContain(en['account.linkedWallet'])
      expect(openHere).not.toHaveBeenCalled()
      expect(document.body.textContent).not.toContain(en['account.recovery'])
    })

    it('that do not open by themselves are recovered by the passcode, in the same card', async () => {
      const openHere = vi
        .fn(async () => {})
        .mockRejectedValueOnce(clientError('embedded_wallet_needs_recovery', 'Recover it.'))
      const recover = vi.fn(async () => {}).mockRejectedValueOnce(clientError('invalid_credentials', 'No.'))
      const { kernel } = await open({
        wallets: [{ ...here, recoveryMethod: 'user-passcode' }],
        operations: { openHere, recover },
        app: OFFERED,
      })
      expect(document.body.textContent).toContain(en['account.walletClosed'])
      // What cannot be opened here cannot be changed here.
      expect(hasButton(en['account.changePasscode'])).toBe(false)
      await click(control('button', en['account.recoverWallet']))
      expect(title()).toBe(en['recover.title'])
      openHere.mockRejectedValueOnce(clientError('embedded_wallet_needs_recovery', 'Recover it.'))
      await click(control('button', 'Back'))
      expect(title()).toBe(en['account.title'])
      await click(control('button', en['account.recoverWallet']))
      await type(field(0), 'battery staple')
      await submit(field(0))
      expect(alertText()).toBe(en['recover.wrong'])
      await type(field(0), 'correct horse')
      await submit(field(0))
      await until(() => expect(title()).toBe(en['account.title']))
      expect(statuses()).toContain(en['account.walletOpened'])
      expect(document.body.textContent).toContain(en['account.recoveryPasscode'])
      expect(kernel.outcomes).toEqual([])
    })

    it.each([
      ['privy', 'account.recoveryAutomatic', 'account.setPasscode'],
      ['user-passcode', 'account.recoveryPasscode', 'account.changePasscode'],
    ] as const)('with recovery %s offer another passcode', async (recoveryMethod, words, button) => {
      const setRecovery = vi.fn(async () => here)
      const { kernel } = await open({
        wallets: [{ ...wallet, address: `0x${'1'.repeat(40)}` }, externalWallet, { ...here, recoveryMethod }],
        operations: { setRecovery },
        app: OFFERED,
      })
      expect(document.body.textContent).toContain(en[words])
      await click(control('button', en[button]))
      expect(title()).toBe(en['passcode.title'])
      for (const index of [0, 1]) await type(field(index), 'correct horse')
      vi.useFakeTimers()
      await submit(field(0))
      expect(setRecovery).toHaveBeenCalledExactlyOnceWith(
        { type: 'change', wallet: { ...here, recoveryMethod } },
        'correct horse',
        expect.any(AbortSignal),
        { from_account: true },
      )
      await act(() => vi.advanceTimersByTimeAsync(SUCCESS_MS))
      vi.useRealTimers()
      expect(title()).toBe(en['account.title'])
      expect(statuses()).toContain(en['passcode.done'])
      expect(kernel.outcomes).toEqual([])
    })

    it('offer no passcode where the app has none', async () => {
      await open({ wallets: [here] })
      expect(document.body.textContent).toContain(en['account.recoveryAutomatic'])
      expect(hasButton(en['account.setPasscode'])).toBe(false)
    })

    it('that could not be looked at can be tried again', async () => {
      const openHere = vi
        .fn(async () => {})
        .mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
      await open({ wallets: [here], operations: { openHere } })
      expect(alertText()).toBe('Offline.')
      await click(control('button', en['action.tryAgain']))
      expect(document.body.textContent).toContain(en['account.recoveryAutomatic'])
    })

    it('cannot be left while a passcode is being set: nobody would be told whether it was', async () => {
      const { kernel } = await open({
        wallets: [here],
        operations: { setRecovery: () => new Promise(() => {}) },
        app: OFFERED,
      })
      await click(control('button', en['account.setPasscode']))
      for (const index of [0, 1]) await type(field(index), 'correct horse')
      await submit(field(0))
      expect([hasButton('Close'), hasButton('Back')]).toEqual([false, false])
      await pressKey('Escape')
      expect(kernel.outcomes).toEqual([])
    })
  })
})

// @vitest-environment jsdom
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { DEVELOPMENT_MODE } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { emailLogin } from '../../login/email/method.tsx'
import type { LoginRequest } from '../../login-method/login-method.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { SUCCESS_MS } from '../../ui/success.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import {
  deviceWallet,
  type EmailServer,
  emailCalls,
  type FakeKernelOptions,
  fakeKernel,
  loginResult,
  user,
} from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { loadLoginWallets } from './screen.tsx'

const login: LoginRequest = { id: '1', kind: 'login', options: {} }

async function openWith(options: FakeKernelOptions) {
  const kernel = fakeKernel(options)
  await mountScreens(kernel)
  await act(async () => kernel.show(login))
  return kernel
}

async function open(operations: Partial<Operations> = {}, options: LoginRequest['options'] = {}) {
  const kernel = fakeKernel({ operations })
  await mountScreens(kernel)
  await act(async () => kernel.show({ ...login, options }))
  return kernel
}

const email = (server: Partial<EmailServer>): Partial<Operations> => ({ calls: emailCalls(server) })

async function goToCode() {
  await type(control('textbox', 'Email'), 'ada@example.com')
  await submit(control('textbox', 'Email'))
}

describe('login', () => {
  useBrowser()
  // As when the browser was idle for a moment.
  beforeAll(async () => void (await Promise.all([emailLogin.prefetch?.(), loadLoginWallets()])))

  it('goes from the address over the sixth digit and the wallet to the tick, and answers when that begins', async () => {
    vi.useFakeTimers()
    const authenticate = vi.fn(async () => loginResult)
    const kernel = await open(email({ authenticate }))
    expect(title()).toBe('Log in or sign up')
    expect(document.activeElement).toBe(control('textbox', 'Email'))
    await goToCode()
    expect(document.activeElement).toBe(control('textbox', 'Verification code'))
    await type(control('textbox', 'Verification code'), '12345')
    expect(authenticate).not.toHaveBeenCalled()
    await type(control('textbox', 'Verification code'), '123456')
    expect(authenticate).toHaveBeenCalledExactlyOnceWith(
      { email: 'ada@example.com', code: '123456', mode: 'login-or-sign-up' },
      expect.any(AbortSignal),
    )
    expect(title()).toBe(en['login.successNew'])
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
    expect(kernel.screens.current.get()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(SUCCESS_MS))
    await until(() => expect(kernel.screens.current.get()).toBeNull())
    expect(kernel.outcomes).toHaveLength(1)
    expect(kernel.titles).toEqual(['Log in or sign up', en['code.title'], en['login.successNew']])
  })

  it('asks for a full address before it sends anything', async () => {
    const sendCode = vi.fn(async () => {})
    await open(email({ sendCode }))
    await type(control('textbox', 'Email'), 'ada@')
    await submit(control('textbox', 'Email'))
    expect(alertText()).toBe(en['email.invalid'])
    expect(control('textbox', 'Email').getAttribute('aria-invalid')).toBe('true')
    expect(sendCode).not.toHaveBeenCalled()
  })

  it('says beside the address why no code was sent, and lets it be sent again', async () => {
    const sendCode = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(clientError('too_many_requests', 'Too many codes. Wait a minute.'))
      .mockResolvedValueOnce()
    await open(email({ sendCode }))
    await goToCode()
    expect(alertText()).toBe('Too many codes. Wait a minute.')
    await submit(control('textbox', 'Email'))
    expect(title()).toBe(en['code.title'])
  })

  it('clears a refused code, says why and keeps the focus', async () => {
    const authenticate = async () => {
      throw clientError('invalid_credentials', 'That code is not right. You have 4 tries left.')
    }
    await open(email({ authenticate }))
    await goToCode()
    await type(control('textbox', 'Verification code'), '111111')
    expect(alertText()).toBe('That code is not right. You have 4 tries left.')
    expect(control('textbox', 'Verification code')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(control('textbox', 'Verification code'))
  })

  it('keeps the code when the network fails, for "Try again"', async () => {
    const authenticate = vi
      .fn<EmailServer['authenticate']>()
      .mockRejectedValueOnce(clientError('service_unavailable', 'You appear to be offline.'))
      .mockResolvedValueOnce(loginResult)
    await open(email({ authenticate }))
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    expect(alertText()).toBe('You appear to be offline.')
    expect(control('textbox', 'Verification code')).toHaveProperty('value', '123456')
    await click(control('button', 'Try again'))
    expect(authenticate).toHaveBeenCalledTimes(2)
    expect(title()).toBe(en['login.successNew'])
  })

  it('goes back to the address, which it has kept', async () => {
    await open()
    await goToCode()
    await click(control('button', 'Back'))
    expect(control('textbox', 'Email')).toHaveProperty('value', 'ada@example.com')
  })

  it('sends another code only after the time between two', async () => {
    vi.useFakeTimers()
    const sendCode = vi.fn(async () => {})
    await open(email({ sendCode }))
    await goToCode()
    const resend = control('button', 'Resend code')
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    await click(resend)
    expect(sendCode).toHaveBeenCalledOnce()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(resend.hasAttribute('aria-disabled')).toBe(false)
    await click(resend)
    expect(sendCode).toHaveBeenCalledTimes(2)
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    // Chromium takes the focus from what is disabled.
    expect(resend).toHaveProperty('disabled', false)
  })

  it('fills in the address that the page knows, and signs nobody up where it must not', async () => {
    const authenticate = vi.fn(async () => loginResult)
    await open(email({ authenticate }), {
      prefill: { type: 'email', value: 'ada@example.com' },
      disableSignup: true,
    })
    await submit(control('textbox', 'Email'))
    await type(control('textbox', 'Verification code'), '123456')
    expect(authenticate).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'no-signup' }),
      expect.anything(),
    )
  })

  it('shows a failed wallet as one, tries again, or goes on without it', async () => {
    const createWalletsOnLogin = vi.fn(async () => {
      throw clientError('service_unavailable', 'You appear to be offline.')
    })
    const kernel = await open({ createWalletsOnLogin })
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(title()).toBe(en['wallet.create.failedTitle']))
    expect(alertText()).toBe('You appear to be offline.')
    await click(control('button', 'Try again'))
    expect(createWalletsOnLogin).toHaveBeenCalledTimes(2)
    await until(() => expect(hasButton('Continue without a wallet')).toBe(true))
    await click(control('button', 'Continue without a wallet'))
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
  })

  const session = { status: 'authenticated', user, wallets: [] } as const
  const WANTS = { embedded_wallet_config: { require_user_owned_recovery_on_create: true } }
  const unconfirmed = async () => {
    throw clientError('embedded_wallet_password_unconfirmed', 'Set one first.')
  }

  it('of who came to be logged in otherwise asks for the passcode of the wallet at once', async () => {
    const createWalletsOnLogin = vi.fn<Operations['createWalletsOnLogin']>(unconfirmed)
    const kernel = fakeKernel({ operations: { createWalletsOnLogin }, app: WANTS })
    kernel.setSession(session)
    await mountScreens(kernel)
    await act(async () => kernel.show(login))
    await until(() => expect(title()).toBe(en['passcode.title']))
    expect(kernel.titles).not.toContain('Log in or sign up')
  })

  it('whose passcode nobody wants to set says so to the page, and ends', async () => {
    const createWalletsOnLogin = vi.fn<Operations['createWalletsOnLogin']>(unconfirmed)
    const kernel = await openWith({ operations: { createWalletsOnLogin }, app: WANTS })
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(title()).toBe(en['passcode.title']))
    await click(control('button', 'Close'))
    expect(createWalletsOnLogin).toHaveBeenLastCalledWith(expect.any(AbortSignal), 'declined')
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
  })

  it('whose first wallet another tab has made meanwhile asks for no passcode any more', async () => {
    const createWalletsOnLogin = vi
      .fn<Operations['createWalletsOnLogin']>()
      .mockImplementationOnce(unconfirmed)
      .mockResolvedValue()
    const kernel = await openWith({ operations: { createWalletsOnLogin }, app: WANTS })
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(title()).toBe(en['passcode.title']))
    await act(async () => kernel.setSession({ ...session, wallets: [deviceWallet] }))
    expect(kernel.outcomes).toEqual([{ resolved: loginResult }])
  })

  it('is dismissed by Close while nobody is logged in', async () => {
    const kernel = await open()
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('stops what runs when it is closed', async () => {
    const signals: AbortSignal[] = []
    const sendCode = (_email: string, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<void>(() => {})
    }
    await open(email({ sendCode }))
    await goToCode()
    await click(control('button', 'Close'))
    expect(signals.map(signal => signal.aborted)).toEqual([true])
  })
})

/** Rows in the order in which they stand. */
const rows = () =>
  [...document.querySelectorAll('form input, [role="dialog"] button')]
    .map(element => element.getAttribute('aria-label') ?? element.textContent)
    .filter(name => !['Close', 'Continue'].includes(name ?? ''))

describe('landing', () => {
  useBrowser()
  const ways = (methods: LoginMethod[]) => methods.map(method => ({ method }))
  const order = (primary: LoginMethod[], overflow: LoginMethod[] = []) => ({
    login: { primary: ways(primary), overflow: ways(overflow), groupPriority: 'web2-first' } as const,
  })

  it('has the methods in their order and the rest behind "More options"', async () => {
    await openWith({ config: order(['passkey'], ['email']) })
    expect(rows()).toEqual([en['passkey.row'], 'More options'])
    expect(document.activeElement?.textContent).toBe(en['passkey.row'])
    await click(control('button', 'More options'))
    expect(rows()).toEqual([en['passkey.row'], 'Email'])
    expect(document.activeElement).toBe(control('textbox', 'Email'))
  })

  it('keeps the focus on what "More options" unfolds, whichever method was last used', async () => {
    await openWith({ config: order(['passkey'], ['email']), lastLogin: 'passkey' })
    await click(control('button', 'More options'))
    expect(document.activeElement).toBe(control('textbox', 'Email'))
  })

  it('begins with the first method when the last used one is behind "More options"', async () => {
    await openWith({ config: order(['passkey'], ['email']), lastLogin: 'email' })
    expect(document.activeElement?.textContent).toBe(en['passkey.row'])
  })

  it('needs no "More options" when nothing stands before it', async () => {
    await openWith({ config: order([], ['email']) })
    expect(rows()).toEqual(['Email'])
  })

  it.each([
    ['email', ['passkey', 'email'], true],
    ['email', ['email'], false],
    [undefined, ['passkey', 'email'], false],
  ] as const)('last used %s of %j: hint %s', async (lastLogin, methods, isHinted) => {
    await openWith({ config: order([...methods]), ...(lastLogin && { lastLogin }) })
    expect(document.body.textContent?.includes(en['login.lastUsed'])).toBe(isHinted)
  })

  it('shows the last used method even when it is behind "More options"', async () => {
    await openWith({ config: order(['passkey'], ['email']), lastLogin: 'email' })
    expect(rows()).toEqual([en['passkey.row'], 'Email'])
  })

  it('hides the address field behind a button where the site wants no fields', async () => {
    await openWith({ config: order(['email', 'passkey']), appearance: { hideDirectWeb2Inputs: true } })
    expect(rows()).toEqual([en['email.row'], en['passkey.row']])
    await click(control('button', en['email.row']))
    expect(document.activeElement).toBe(control('textbox', 'Email'))
  })

  it('names the domain that the code comes from', async () => {
    await openWith({ appearance: { emailDomain: 'mail.shop.example' } })
    await goToCode()
    expect(document.body.textContent).toContain('It comes from mail.shop.example.')
  })

  it('is headed and explained as the site asks, with the links of its terms', async () => {
    await openWith({
      appearance: {
        landingHeader: 'Welcome to Lumen',
        loginMessage: 'Members get free delivery.',
        termsUrl: 'https://shop.example/terms',
        privacyUrl: 'https://shop.example/privacy',
      },
    })
    expect(title()).toBe('Welcome to Lumen')
    expect(document.body.textContent).toContain('Members get free delivery.')
    expect([...document.querySelectorAll('a')].map(({ href }) => href)).toEqual([
      'https://shop.example/terms',
      'https://shop.example/privacy',
    ])
  })
})

describe('rules of entry', () => {
  useBrowser()
  const refuse = (code: ErrorCode, message: string) => ({
    operations: email({
      authenticate: async () => {
        throw clientError(code, message)
      },
    }),
  })
  const enterCode = async () => {
    await goToCode()
    await type(control('textbox', 'Verification code'), '123456')
  }

  it('shows the allowlist’s own words and button, goes back to the landing, and answers the page', async () => {
    const kernel = await openWith({
      ...refuse('allowlist_rejected', 'Not on the list.'),
      app: {
        allowlist_config: {
          error_title: 'Members only',
          error_detail: 'Ask your team for an invitation.',
          cta_text: 'Join the waitlist',
          cta_link: 'https://shop.example/join',
        },
      },
    })
    await enterCode()
    await until(() => expect(title()).toBe('Members only'))
    expect(document.body.textContent).toContain('Ask your team for an invitation.')
    const link = document.querySelector<HTMLAnchorElement>('a')
    expect([link?.textContent, link?.href]).toEqual(['Join the waitlist', 'https://shop.example/join'])
    await click(control('button', 'Back'))
    expect(title()).toBe('Log in or sign up')
    await enterCode()
    await until(() => expect(title()).toBe('Members only'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ rejected: 'allowlist_rejected', message: 'Not on the list.' }])
  })

  it('has words of its own where the operator gave none, and then no button to leave by', async () => {
    await openWith(refuse('allowlist_rejected', 'Not on the list.'))
    await enterCode()
    await until(() => expect(title()).toBe(en['allowlist.title']))
    expect(document.querySelector('a')).toBeNull()
  })

  it('says the specified sentence at the limit of development mode, and gives it to the page', async () => {
    const kernel = await openWith(refuse('max_accounts_reached', DEVELOPMENT_MODE))
    await enterCode()
    await until(() => expect(document.body.textContent).toContain(DEVELOPMENT_MODE))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ rejected: 'max_accounts_reached', message: DEVELOPMENT_MODE }])
  })

  const unaccepted = { ...loginResult, user: { ...user, hasAcceptedTerms: false } }
  const terms = (operations: Partial<Operations> = {}): FakeKernelOptions => ({
    app: { require_users_accept_terms: true },
    operations: { ...email({ authenticate: async () => unaccepted }), ...operations },
  })

  it('asks for the terms that are required after the login, and then goes on', async () => {
    const acceptTerms = vi.fn(async () => user)
    await openWith(terms({ acceptTerms }))
    await enterCode()
    // Focus follows the paint.
    await until(() => expect(document.activeElement).toBe(control('button', en['terms.accept'])))
    await click(control('button', en['terms.accept']))
    expect(acceptTerms).toHaveBeenCalledOnce()
    expect(title()).toBe(en['login.successNew'])
  })

  it.each(['Close', en['terms.decline']])('%s declines them: logged out, and no login', async name => {
    const logout = vi.fn(async () => {})
    const kernel = await openWith(terms({ logout }))
    await enterCode()
    await until(() => expect(hasButton(en['terms.accept'])).toBe(true))
    await click(control('button', name))
    expect(logout).toHaveBeenCalledExactlyOnceWith('device')
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('says why they could not be accepted, and takes either answer after that', async () => {
    const offline = clientError('service_unavailable', 'Offline.')
    const acceptTerms = vi.fn<Operations['acceptTerms']>().mockRejectedValue(offline)
    const logout = vi.fn<Operations['logout']>().mockRejectedValueOnce(offline).mockResolvedValue()
    const kernel = await openWith(terms({ acceptTerms, logout }))
    await enterCode()
    await until(() => expect(hasButton(en['terms.accept'])).toBe(true))
    await click(control('button', en['terms.accept']))
    await until(() => expect(alertText()).toBe('Offline.'))
    await click(control('button', en['terms.decline']))
    await until(() => expect(alertText()).toBe('Offline.'))
    expect(kernel.outcomes).toEqual([])
    await click(control('button', en['terms.decline']))
    expect(acceptTerms).toHaveBeenCalledOnce()
    expect(logout).toHaveBeenCalledTimes(2)
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('goes on when they were accepted in another tab', async () => {
    const kernel = await openWith(terms())
    await enterCode()
    await until(() => expect(hasButton(en['terms.accept'])).toBe(true))
    await act(async () => kernel.setSession({ status: 'authenticated', user, wallets: [] }))
    await until(() => expect(title()).toBe(en['login.successNew']))
  })

  it('asks nothing of someone who has accepted them', async () => {
    await openWith(terms(email({ authenticate: async () => loginResult })))
    await enterCode()
    expect(title()).toBe(en['login.successNew'])
  })

  it('begins with the terms for someone who is logged in and has not accepted them', async () => {
    const kernel = fakeKernel(terms())
    kernel.setSession({ status: 'authenticated', user: unaccepted.user, wallets: [] })
    await mountScreens(kernel)
    await act(async () => kernel.show(login))
    await until(() => expect(hasButton(en['terms.accept'])).toBe(true))
  })
})

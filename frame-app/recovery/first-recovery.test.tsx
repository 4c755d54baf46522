// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadStrengthJudge } from '../passcode/strength.ts'
import type { Calls, CloudGrant } from '../session/calls.ts'
import type { Operations } from '../ui/kernel-context.ts'
import { preload } from '../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  pressGuarded,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { deviceWallet, fakeCalls, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { cloudServer, SEALED, useWindows } from './testing/cloud-window.ts'

const OPTIONS = ['icloud', 'user-passcode', 'recovery-encryption-key', 'passkey']
const PURPOSE = { type: 'create', place: { chainType: 'ethereum', walletIndex: 0 } } as const
const SECRET = `${'a'.repeat(42)}A`

// Its own test has what it does: jsdom's bytes are not those of the key's realm.
vi.mock('./cloud-token.ts', () => ({
  redeemCloudGrant: async (calls: Calls, grant: CloudGrant, signal: AbortSignal) =>
    calls.cloudToken(grant, 'recipient', signal),
}))

useBrowser()
beforeAll(async () => {
  await loadStrengthJudge()
  await preload(async () => (await import('../requests/set-recovery/screen.tsx')).SetRecoveryScreen)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A person without a wallet, of an app that takes a recovery of their own with the first one. */
async function open(operations: Partial<Operations> = {}, config: object = {}) {
  const setRecovery = vi.fn<Operations['setRecovery']>(async () => deviceWallet)
  const kernel = fakeKernel({
    operations: { setRecovery, ...operations },
    app: {
      embedded_wallet_config: {
        user_owned_recovery_options: OPTIONS,
        require_user_owned_recovery_on_create: true,
        icloud: { container_identifier: 'iCloud.x', api_token: 'api-1', environment: 'production' },
        ...config,
      },
    },
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'set-recovery', purpose: PURPOSE }))
  await until(() => expect(title()).not.toBe('Lumen Goods'))
  return { kernel, setRecovery }
}
const row = (name: string) => {
  const rows = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
  const found = rows.find(it => it.textContent?.startsWith(name))
  if (!found) throw new Error(`No row ${name}`)
  return found
}
const field = (index: number) =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')][index] as HTMLInputElement

async function setPasscode() {
  await until(() => expect(field(1)).toBeDefined())
  for (const index of [0, 1]) await type(field(index), 'correct horse battery')
  await submit(field(0))
}

describe('the first wallet', () => {
  it('is made with the passcode that is chosen among what the app takes', async () => {
    const { kernel, setRecovery } = await open()
    expect(title()).toBe(en['recovery.title'])
    await click(row('Passcode'))
    await setPasscode()
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }]))
    expect(setRecovery.mock.calls[0]?.slice(0, 2)).toEqual([
      PURPOSE,
      { method: 'user-passcode', text: 'correct horse battery' },
    ])
  })

  it('is made with a passcode alone where the app asks for one', async () => {
    await open({}, { require_user_password_on_create: true })
    expect(field(1)).toBeDefined()
    expect(hasButton('Back')).toBe(false)
  })

  it('is made with the key in iCloud', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const [{ record }] = JSON.parse(String(init.body)).operations
      return Response.json({ records: [{ recordName: record.recordName }] })
    })
    const { kernel, setRecovery } = await open({ calls })
    await click(row('iCloud'))
    await pressGuarded('Continue with iCloud')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, SEALED)
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }]))
    expect(setRecovery.mock.calls[0]?.slice(0, 2)).toEqual([
      PURPOSE,
      {
        method: 'icloud',
        recordName: expect.stringMatching(/^[\w-]{22}$/),
        secret: expect.stringMatching(/^[\w-]{43}$/),
      },
    ])
  })

  it('is made with the site’s key', async () => {
    const calls = fakeCalls({
      postAuthorized: async (_path, _body, answer) => answer.parse({ is_there: true }),
    })
    const { kernel, setRecovery } = await open({ calls })
    await click(row('Lumen Goods keeps it'))
    await pressGuarded('Continue')
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }]))
    expect(setRecovery.mock.calls[0]?.slice(0, 2)).toEqual([PURPOSE, { method: 'recovery-encryption-key' }])
  })

  it('is made with a passkey that a window made, where the frame may not make one', async () => {
    stubPasskeys()
    const popup = stubWindow()
    const { kernel, setRecovery } = await open()
    await click(row('Passkey'))
    await pressGuarded('Create the passkey')
    await until(() => expect(alertText()).toBe(en['passkey.cancelled']))
    // Blocked first: it is said, and offered again.
    popup.open.mockReturnValueOnce(null)
    await pressGuarded('Use a separate window')
    await until(() => expect(alertText()).toBe(en['recovery.passkeyWindowBlocked']))
    await pressGuarded('Use a separate window')
    expect(popup.open.mock.lastCall?.[0]).toBe('/apps/app_demo/recovery-passkey')
    await popup.say({ event: 'ready' })
    await until(() => expect(popup.postMessage).toHaveBeenCalledOnce())
    expect(popup.postMessage).toHaveBeenCalledWith(
      {
        to: 'vitrine:recovery-window',
        site: 'https://shop.example',
        task: { kind: 'create', userName: 'ada@example.com' },
      },
      location.origin,
    )
    const made = { method: 'passkey', credentialId: 'AQID', salt: SECRET, secret: SECRET }
    await popup.say({ event: 'response', response: made })
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }]))
    expect(setRecovery.mock.calls[0]?.slice(0, 2)).toEqual([PURPOSE, made])
    expect(popup.close).toHaveBeenCalled()
  })

  it('that has a passcode by now is not given another: who leaves then has the page read why', async () => {
    const setRecovery = vi
      .fn<Operations['setRecovery']>()
      .mockRejectedValue(clientError('embedded_wallet_password_already_exists', 'There is one.'))
    const { kernel } = await open({ setRecovery })
    await click(row('Passcode'))
    await setPasscode()
    await until(() => expect(alertText()).toBe('There is one.'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toMatchObject([{ rejected: 'embedded_wallet_password_already_exists' }])
  })

  it('that was refused a recovery and left for another reason has the page read that', async () => {
    const setRecovery = vi
      .fn<Operations['setRecovery']>()
      .mockRejectedValueOnce(clientError('embedded_wallet_password_already_exists', 'There is one.'))
      .mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
    const { kernel } = await open({ setRecovery })
    await click(row('Passcode'))
    await setPasscode()
    await until(() => expect(alertText()).toBe('There is one.'))
    await submit(field(0))
    await until(() => expect(alertText()).toBe('Offline.'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })
})

describe('a passkey that is used in a window', () => {
  const salt = `${'B'.repeat(42)}A`
  const facts = { method: 'passkey', fileId: null, recordName: null, credentialId: 'AQID', salt } as const

  it('opens the wallet by the secret of its own salt, and by no other answer', async () => {
    stubPasskeys()
    const popup = stubWindow()
    const recover = vi.fn<Operations['recover']>(async () => {})
    const kernel = fakeKernel({ operations: { recover, recoveryOf: async () => facts } })
    kernel.setSession({ status: 'authenticated', user, wallets: [deviceWallet] })
    await mountScreens(kernel)
    await act(async () => kernel.show({ id: '1', kind: 'recover' }))
    await until(() => expect(hasButton('Use the passkey')).toBe(true))
    await pressGuarded('Use the passkey')
    await until(() => expect(hasButton('Use a separate window')).toBe(true))
    await pressGuarded('Use a separate window')
    await popup.say({ event: 'ready' })
    const answer = { method: 'passkey', credentialId: 'AQID', salt, secret: SECRET }
    await popup.say({ event: 'response', response: { ...answer, salt: SECRET } })
    await popup.say({ event: 'response', response: { ...answer, credentialId: 'BQYH' } })
    expect(recover).not.toHaveBeenCalled()
    await popup.say({ event: 'response', response: answer })
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
    expect(recover).toHaveBeenCalledExactlyOnceWith(answer, expect.any(AbortSignal))
  })
})

/** A frame that the browser forbids passkeys. */
function stubPasskeys() {
  const forbidden = vi.fn().mockRejectedValue(new DOMException('No.', 'NotAllowedError'))
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: forbidden, get: forbidden },
  })
}

/** Stands for the window that the browser opens. */
function stubWindow() {
  const popup = { closed: false, close: vi.fn(), postMessage: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  const say = (message: object) =>
    act(async () => {
      const data = { to: 'vitrine:recovery-frame', ...message }
      window.dispatchEvent(
        Object.assign(new Event('message'), { source: popup, origin: location.origin, data }),
      )
    })
  return { ...popup, open, say }
}

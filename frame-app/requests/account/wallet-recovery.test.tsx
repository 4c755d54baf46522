// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadStrengthJudge } from '../../passcode/strength.ts'
import { SUCCESS_MS } from '../../ui/success.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  pressKey,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { deviceWallet, externalWallet, wallet } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { openAccount as open, statuses } from './testing/open-account.ts'

describe('wallets whose keys are on the devices', () => {
  useBrowser()

  beforeAll(async () => void (await loadStrengthJudge()))

  const here = deviceWallet
  const OFFERED = { embedded_wallet_config: { user_owned_recovery_options: ['user-passcode'] } }
  const field = (index: number) =>
    [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')][index] as HTMLInputElement

  it('are none of the server’s and none of another app’s: nothing is opened, and no recovery is shown', async () => {
    const openHere = vi.fn(async () => {})
    await open({ operations: { openHere }, app: OFFERED, wallets: [wallet, externalWallet] })
    expect(openHere).not.toHaveBeenCalled()
    // The heading alone: "Recovery kit" is a button.
    expect([...document.querySelectorAll('h2, h3')].map(it => it.textContent)).not.toContain(
      en['account.recovery'],
    )
  })

  it('that take a second factor ask for it by a press, and not by a look', async () => {
    const openHere = vi
      .fn(async () => {})
      .mockRejectedValueOnce(clientError('missing_or_invalid_mfa', 'A second factor is needed.'))
    await open({ wallets: [here], operations: { openHere } })
    await until(() => expect(document.body.textContent).toContain(en['mfa.walletWaits']))
    expect(openHere).toHaveBeenLastCalledWith(here, expect.any(AbortSignal), { mayAsk: false })
    await click(control('button', en['stepUp.confirm']))
    expect(openHere).toHaveBeenLastCalledWith(here, expect.any(AbortSignal), { mayAsk: true })
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
    expect(hasButton(en['account.changeRecovery'])).toBe(false)
    await click(control('button', en['account.recoverWallet']))
    await until(() => expect(field(0)).toBeDefined())
    expect(title()).toBe(en['recover.title'])
    openHere.mockRejectedValueOnce(clientError('embedded_wallet_needs_recovery', 'Recover it.'))
    await click(control('button', 'Back'))
    expect(title()).toBe(en['account.title'])
    await click(control('button', en['account.recoverWallet']))
    await until(() => expect(field(0)).toBeDefined())
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
    ['privy', 'account.recoveryAutomatic'],
    ['user-passcode', 'account.recoveryPasscode'],
  ] as const)('with recovery %s offer another passcode', async (recoveryMethod, words) => {
    const setRecovery = vi.fn(async () => here)
    const { kernel } = await open({
      wallets: [{ ...wallet, address: `0x${'1'.repeat(40)}` }, externalWallet, { ...here, recoveryMethod }],
      operations: { setRecovery },
      app: OFFERED,
    })
    expect(document.body.textContent).toContain(en[words])
    await click(control('button', en['account.changeRecovery']))
    await until(() => expect(title()).toBe(en['passcode.title']))
    for (const index of [0, 1]) await type(field(index), 'correct horse')
    vi.useFakeTimers()
    await submit(field(0))
    expect(setRecovery).toHaveBeenCalledExactlyOnceWith(
      { type: 'change', wallet: { ...here, recoveryMethod } },
      { method: 'user-passcode', text: 'correct horse' },
      expect.any(AbortSignal),
      { from_account: true },
    )
    await act(() => vi.advanceTimersByTimeAsync(SUCCESS_MS))
    vi.useRealTimers()
    expect(title()).toBe(en['account.title'])
    expect(statuses()).toContain(en['recovery.done'])
    expect(kernel.outcomes).toEqual([])
  })

  it.each([
    ['google-drive', 'A key in your Google Drive opens your wallet on a new device.'],
    ['icloud', 'A key in your iCloud opens your wallet on a new device.'],
    ['passkey', en['account.recoveryPasskey']],
    ['recovery-encryption-key', 'Lumen Goods keeps the key that opens your wallet on a new device.'],
  ])('with recovery %s say what it is', async (recoveryMethod, words) => {
    await open({ wallets: [{ ...here, recoveryMethod }], app: OFFERED })
    expect(document.body.textContent).toContain(words)
  })

  it('offer no change to the cloud that has it already', async () => {
    const app = { embedded_wallet_config: { user_owned_recovery_options: ['google-drive'] } }
    await open({ wallets: [{ ...here, recoveryMethod: 'google-drive' }], app })
    expect(hasButton(en['account.changeRecovery'])).toBe(false)
  })

  it('offer no passcode where the app has none', async () => {
    await open({ wallets: [here] })
    expect(document.body.textContent).toContain(en['account.recoveryAutomatic'])
    expect(hasButton(en['account.changeRecovery'])).toBe(false)
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
    await click(control('button', en['account.changeRecovery']))
    await until(() => expect(title()).toBe(en['passcode.title']))
    for (const index of [0, 1]) await type(field(index), 'correct horse')
    await submit(field(0))
    expect([hasButton('Close'), hasButton('Back')]).toEqual([false, false])
    await pressKey('Escape')
    expect(kernel.outcomes).toEqual([])
  })
})

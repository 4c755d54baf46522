// @vitest-environment jsdom
import { RECOVERY_TARGET } from '@vitrine/shared/api/step-up.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadStrengthJudge } from '../../passcode/strength.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { preload } from '../../ui/lazy-screen.tsx'
import { SUCCESS_MS } from '../../ui/success.tsx'
import {
  alertText,
  click,
  control,
  mountScreens,
  pressGuarded,
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
import type { ScreenRequest } from '../registry.ts'

const OFFERED = {
  embedded_wallet_config: {
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: true,
  },
}
const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }

useBrowser()
beforeAll(async () => {
  await loadStrengthJudge()
  await preload(async () => (await import('./screen.tsx')).RecoverScreen)
  await preload(async () => (await import('../set-recovery/screen.tsx')).SetRecoveryScreen)
})

async function open(request: ScreenRequest, operations: Partial<Operations>) {
  const kernel = fakeKernel({ operations, app: OFFERED })
  // A wallet that is here already would be one that was made meanwhile.
  const wallets = request.kind === 'recover' ? [deviceWallet] : []
  kernel.setSession({ status: 'authenticated', user, wallets })
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  await until(() => expect(document.activeElement).toBe(field(0)))
  return kernel
}
const field = (index: number) =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')][index] as HTMLInputElement
const labels = () => [...document.querySelectorAll('label')].map(label => label.textContent)

test('recovering: a wrong passcode says so beside the field, the right one goes on', async () => {
  const recover = vi
    .fn<Operations['recover']>()
    .mockRejectedValueOnce(clientError('invalid_credentials', 'Wrong.'))
    .mockResolvedValueOnce()
  const kernel = await open({ id: '1', kind: 'recover' }, { recover })
  expect([title(), labels()]).toEqual([en['recover.title'], [en['passcode.label']]])
  await submit(field(0))
  expect(recover).not.toHaveBeenCalled()
  await type(field(0), 'battery staple')
  await submit(field(0))
  expect(alertText()).toBe(en['recover.wrong'])
  expect(field(0).getAttribute('aria-invalid')).toBe('true')
  await type(field(0), 'correct horse')
  await submit(field(0))
  expect(recover).toHaveBeenLastCalledWith(
    { method: 'user-passcode', text: 'correct horse' },
    expect.any(AbortSignal),
  )
  await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
})

test('recovering takes no press that no person makes, or that comes before the card could be read', async () => {
  const recover = vi.fn<Operations['recover']>(async () => {})
  await open({ id: '1', kind: 'recover' }, { recover })
  await type(field(0), 'correct horse')
  const button = control('button', en['recover.open']) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await see()
  await until(() => expect(button.disabled).toBe(false))
  await click(button)
  expect(recover).not.toHaveBeenCalled()
})

test('recovering can be left', async () => {
  const kernel = await open({ id: '1', kind: 'recover' }, {})
  await click(control('button', 'Close'))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})

test('a new passcode is long enough and typed twice before anything is asked of the vault', async () => {
  const setRecovery = vi.fn<Operations['setRecovery']>(async () => deviceWallet)
  const request = {
    id: '1',
    kind: 'set-recovery',
    purpose: { type: 'change', wallet: deviceWallet },
  } as const
  const kernel = await open(request, { setRecovery })
  expect(labels()).toEqual([en['passcode.label'], en['passcode.repeat']])
  for (const [first, second, problem] of [
    ['seven77', 'seven77', 'Use at least 8 characters.'],
    ['correct horse', 'correct house', en['passcode.unconfirmed']],
  ] as const) {
    await type(field(0), first)
    await type(field(1), second)
    await submit(field(0))
    expect(alertText()).toBe(problem)
  }
  expect(setRecovery).not.toHaveBeenCalled()
  await type(field(1), 'correct horse')
  vi.useFakeTimers()
  await submit(field(0))
  expect(setRecovery).toHaveBeenCalledExactlyOnceWith(
    request.purpose,
    { method: 'user-passcode', text: 'correct horse' },
    expect.any(AbortSignal),
    {},
  )
  expect(title()).toBe(en['recovery.done'])
  expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }])
  await act(() => vi.advanceTimersByTimeAsync(SUCCESS_MS))
  expect(kernel.outcomes).toHaveLength(1)
})

test('a new passcode takes a proof of a way in, in our words, and the recovery stays without one', async () => {
  const setRecovery = vi.fn<Operations['setRecovery']>(async () => deviceWallet)
  const asked: object[] = []
  const calls = fakeCalls({
    async postAuthorized(path, body, answer) {
      asked.push({ path, ...body })
      if (path !== '/step_up/ways') return answer.parse({})
      return answer.parse({ is_required: true, ways: ['email'], held_until: null })
    },
    async confirm(path, body, answer) {
      asked.push({ path, ...body })
      return answer.parse({ step_up: 's'.repeat(43) })
    },
  })
  const purpose = { type: 'change', wallet: deviceWallet } as const
  const kernel = fakeKernel({ operations: { setRecovery, calls }, app: OFFERED })
  const email = { type: 'email', address: 'ada@example.com', ...dates } as const
  kernel.setSession({
    status: 'authenticated',
    user: { ...user, linkedAccounts: [email] },
    wallets: [deviceWallet],
  })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'set-recovery', purpose }))
  await until(() => expect(document.activeElement).toBe(field(0)))
  expect(document.body.textContent).toContain(en['passcode.changeSentence'])
  const submitBoth = async () => {
    for (const index of [0, 1]) await type(field(index), 'correct horse')
    await submit(field(0))
    await until(() => expect(title()).toBe(en['stepUp.title']))
  }
  await submitBoth()
  expect(document.body.textContent).toContain(en['stepUp.recovery'])
  await click(control('button', 'Back'))
  expect(alertText()).toBe(en['stepUp.needed'])
  expect(setRecovery).not.toHaveBeenCalled()
  await submitBoth()
  await pressGuarded('Send a code to ada@example.com')
  await type(control('textbox', 'Verification code'), '123456')
  await see()
  await until(() => expect(setRecovery).toHaveBeenCalledOnce())
  expect(setRecovery).toHaveBeenCalledWith(
    purpose,
    { method: 'user-passcode', text: 'correct horse' },
    expect.any(AbortSignal),
    { step_up: 's'.repeat(43) },
  )
  expect(asked[0]).toEqual({ path: '/step_up/ways', purpose: 'recovery', from_account: false })
  expect(asked.at(-1)).toMatchObject({ purpose: 'recovery', target: RECOVERY_TARGET, way: 'email' })
})

test('a passcode that could not be set can be tried again', async () => {
  const setRecovery = vi
    .fn<Operations['setRecovery']>()
    .mockRejectedValue(clientError('embedded_wallet_recovery_already_exists', 'Changed elsewhere.'))
  await open(
    { id: '1', kind: 'set-recovery', purpose: { type: 'change', wallet: deviceWallet } },
    { setRecovery },
  )
  await type(field(0), 'correct horse')
  await type(field(1), 'correct horse')
  await submit(field(0))
  expect(alertText()).toBe('Changed elsewhere.')
  await submit(field(0))
  expect(setRecovery).toHaveBeenCalledTimes(2)
})

test('a passcode for the first wallet is not asked for when that is there by now', async () => {
  const setRecovery = vi.fn<Operations['setRecovery']>()
  const place = { chainType: 'solana', walletIndex: 0 } as const
  const request = { id: '1', kind: 'set-recovery', purpose: { type: 'create', place } } as const
  const kernel = await open(request, { setRecovery })
  const others = [wallet, externalWallet]
  await act(async () => kernel.setSession({ status: 'authenticated', user, wallets: others }))
  expect(kernel.outcomes).toEqual([])
  await act(async () => kernel.setSession({ status: 'authenticated', user, wallets: [deviceWallet] }))
  expect(kernel.outcomes).toMatchObject([{ rejected: 'embedded_wallet_already_exists' }])
  expect(setRecovery).not.toHaveBeenCalled()
})

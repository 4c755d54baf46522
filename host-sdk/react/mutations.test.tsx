// @vitest-environment jsdom
import type { FrameHandlers, FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import {
  handlers,
  LOGIN_RESULT,
  USER_FIXTURE,
  WALLET_FIXTURE,
} from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Mutation } from './mutation.ts'
import * as hooks from './mutations.ts'
import { clearReact, drawHook, load, prepareReact, until } from './testing/draw.tsx'

beforeEach(prepareReact)
afterEach(async () => {
  await clearReact()
  vi.unstubAllGlobals()
})

const { address } = WALLET_FIXTURE
const uiOptions = { buttonText: 'Pay' }
const transaction = { to: address, value: 10n ** 18n }
const typedData = { types: {}, primaryType: 'Order', message: {} }
const funding = { address, options: { amount: '1.5' } }

/** What each hook is given, what its method of the frame is then asked, and what it answers. */
const CASES: Record<keyof typeof hooks, readonly [FrameMethodName, unknown, unknown, unknown][]> = {
  useLogin: [
    ['login', undefined, undefined, LOGIN_RESULT],
    ['login', { loginMethods: ['email'] }, { loginMethods: ['email'] }, LOGIN_RESULT],
  ],
  useLogout: [['logout', { scope: 'all-devices' }, { scope: 'all-devices' }, undefined]],
  useLink: [
    ['link', 'google', { method: 'google' }, { user: USER_FIXTURE }],
    [
      'link',
      { method: 'email', prefill: 'ann@mail.example' },
      { method: 'email', prefill: 'ann@mail.example' },
      { user: USER_FIXTURE },
    ],
  ],
  useSignMessage: [
    ['signMessage', { message: 'Hi' }, { message: 'Hi' }, { signature: '0x01' }],
    [
      'signMessage',
      { message: '0x00', encoding: 'hex', address, uiOptions },
      { message: '0x00', encoding: 'hex', address, uiOptions },
      { signature: '0x01' },
    ],
  ],
  useSignTypedData: [
    [
      'signTypedData',
      { request: typedData, address },
      { request: typedData, address },
      { signature: '0x01' },
    ],
  ],
  useSignTransaction: [
    [
      'signTransaction',
      { request: transaction },
      { request: transaction },
      { signature: '0x01', signedTransaction: '0x01' },
    ],
  ],
  useSendTransaction: [
    [
      'sendTransaction',
      { request: transaction, address, uiOptions },
      { request: transaction, address, uiOptions },
      { hash: '0x01' },
    ],
  ],
  useCreateWallet: [
    ['createWallet', { chainType: 'ethereum' }, { chainType: 'ethereum' }, WALLET_FIXTURE],
    ['createWallet', undefined, undefined, WALLET_FIXTURE],
  ],
  useFundWallet: [['fundWallet', funding, funding, { status: 'cancelled', address, fundingMethod: null }]],
  useExportWallet: [['exportWallet', { address }, { address }, undefined]],
  useMfaEnrollment: [['enrollMfa', undefined, undefined, { user: USER_FIXTURE }]],
}

const all = Object.entries(hooks).flatMap(([name, useHook]) =>
  CASES[name as keyof typeof hooks].map(each => [name, useHook, ...each] as const),
)

it.each(all)('%s: $2($3)', async (_, useHook, method, variables, asked, answer) => {
  const handler = vi.fn(() => answer)
  const hook = await drawHook(useHook as unknown as () => Mutation<unknown, unknown>)
  load({ ...handlers(), [method]: handler } as Partial<FrameHandlers>)
  const { call } = await act(async () => ({ call: hook.get().mutateAsync(variables) }))
  await until(async () => expect(await call).toEqual(answer))
  expect(handler).toHaveBeenCalledExactlyOnceWith(asked)
})

it.each(all.filter(([name]) => /^use(Link|Sign|Send)/.test(name)))(
  '%s without its variables, as `onClick={mutate}` calls it, asks the frame, which says what is missing',
  async (_, useHook, method) => {
    const missing = clientError('invalid_data', `${method}: something is missing.`)
    const hook = await drawHook(useHook as unknown as () => Mutation<unknown, unknown>)
    load({ ...handlers(), [method]: () => Promise.reject(missing) } as Partial<FrameHandlers>)
    await act(async () => hook.get().mutate({ nativeEvent: {} }))
    await until(() => expect(hook.get().error).toMatchObject({ name: 'VitrineError', code: 'invalid_data' }))
  },
)

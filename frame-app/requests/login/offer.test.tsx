// @vitest-environment jsdom
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringViews } from '../../login/landing-registry.ts'
import type { Calls } from '../../session/calls.ts'
import {
  alertText,
  click,
  control,
  mountScreens,
  press,
  pressGuarded,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, fakeKernel, loginResult, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { findOffer } from './find-offer.ts'
import { loadLoginWallets } from './screen.tsx'

const runCeremony = vi.hoisted(() => vi.fn())
vi.mock('../../login/passkey/ceremony.ts', () => ({ runCeremony }))

const ADD = en['passkey.linkTitle']
const CREATION = {
  rp: { id: 'wallet.example', name: 'Lumen Goods' },
  user: { id: 'dXNlcg', name: 'ada@example.com', display_name: 'ada@example.com' },
  challenge: 'Y2hhbGxlbmdl',
  pub_key_cred_params: [{ type: 'public-key', alg: -7 }],
}
const NOT_NOW = en['passkey.notNow']

useBrowser()
beforeAll(async () => {
  const views = await bringViews()
  await Promise.all([loadLoginWallets(), ...Object.values(views).map(view => view.prefetch?.())])
  await views.passkey.offer?.load()
})
const hasKeys = vi.fn<() => Promise<boolean>>()
beforeEach(() => {
  hasKeys.mockResolvedValue(true)
  vi.stubGlobal('PublicKeyCredential', { isUserVerifyingPlatformAuthenticatorAvailable: hasKeys })
})

const signal = new AbortController().signal
const ways = (answer: object) =>
  fakeCalls({
    postAuthorized: async (_path, _body, schema) =>
      schema.parse({ is_required: false, ways: ['email'], held_until: null, ...answer }),
  })
const kernelOf = (app: object = { passkey_auth: true }, calls = ways({})) =>
  fakeKernel({ app, operations: { calls } })
const passkey = { type: 'passkey', credentialId: 'c', enrolledInMfa: false } as never

describe('after a login by a code', () => {
  it('a passkey is offered to who has none', async () => {
    expect(await findOffer(kernelOf(), loginResult, signal)).toMatchObject({ way: { method: 'passkey' } })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['where the app has them off', () => findOffer(kernelOf({}), loginResult, signal)],
    [
      'to who has one',
      () => findOffer(kernelOf(), { ...loginResult, user: { ...user, linkedAccounts: [passkey] } }, signal),
    ],
    ['after a login by one', () => findOffer(kernelOf(), { ...loginResult, loginAccount: passkey }, signal)],
    ['to a guest', () => findOffer(kernelOf(), { ...loginResult, loginAccount: null }, signal)],
    [
      'to who was logged in before',
      () => findOffer(kernelOf(), { ...loginResult, wasAlreadyAuthenticated: true }, signal),
    ],
    [
      'on a device that cannot make one',
      () => {
        hasKeys.mockResolvedValue(false)
        return findOffer(kernelOf(), loginResult, signal)
      },
    ],
    [
      'on a device that is held',
      () => findOffer(kernelOf(undefined, ways({ held_until: Date.UTC(2100, 0, 1) })), loginResult, signal),
    ],
    [
      'where another proof would be asked for',
      () => findOffer(kernelOf(undefined, ways({ is_required: true })), loginResult, signal),
    ],
  ])('none is offered %s', async (_, find) => {
    expect(await find()).toBeNull()
  })

  it('none is offered to who has answered, and to another one is', async () => {
    const kernel = kernelOf()
    const offer = await findOffer(kernel, loginResult, signal)
    offer?.settle()
    expect(await findOffer(kernel, loginResult, signal)).toBeNull()
    const other: FrameResult<'login'> = { ...loginResult, user: { ...user, id: 'user_2' } }
    const second = await findOffer(kernel, other, signal)
    second?.settle()
    expect(await findOffer(kernel, loginResult, signal)).toBeNull()
    expect(await findOffer(kernel, other, signal)).toBeNull()
  })
})

describe('the offer', () => {
  /** Up to the tick, which ends by itself. @param init the answer to who wants to make a passkey */
  async function logIn(init: (() => object) | null = null, calls: Partial<Calls> = {}) {
    const asked: [string, unknown][] = []
    const kernel = fakeKernel({
      app: { passkey_auth: true },
      operations: {
        calls: fakeCalls({
          async postAuthorized(path, body, schema) {
            asked.push([path, body])
            if (path === '/step_up/ways')
              return schema.parse({ is_required: false, ways: [], held_until: null })
            return schema.parse(init?.())
          },
          ...calls,
        }),
      },
    })
    await mountScreens(kernel)
    await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
    await type(control('textbox', 'Email'), 'ada@example.com')
    await act(async () => control('textbox', 'Email').closest('form')?.requestSubmit())
    await until(() => control('textbox', 'Verification code'))
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: loginResult }]))
    await until(() => expect(asked).toHaveLength(1))
    return { kernel, asked }
  }
  const offered = async () => {
    await until(() => control('button', NOT_NOW))
    expect(title()).toBe(en['passkey.offerTitle'])
  }
  const isOpen = (kernel: ReturnType<typeof fakeKernel>) => kernel.screens.current.get() !== null

  it('comes after the tick, when the page has its answer, and "Not now" ends it for good', async () => {
    const { kernel, asked } = await logIn()
    // Of somebody who just logged in, and on a screen that no page asked for.
    expect(asked).toEqual([['/step_up/ways', { purpose: 'link', from_account: true }]])
    expect(title()).toBe(en['login.successNew'])
    await offered()
    await click(control('button', NOT_NOW))
    expect(isOpen(kernel)).toBe(false)
    expect(kernel.outcomes).toHaveLength(1)
    expect(kernel.keptBy('passkey').read()).toBe(user.id)
  })

  it('adds one by a guarded press, with what the login itself proved, and does not come again', async () => {
    const sent: unknown[] = []
    runCeremony.mockResolvedValue({ kind: 'create', response: { id: 'made' } })
    const challenge = { options: CREATION, signature: 'A'.repeat(86) }
    const { kernel } = await logIn(() => challenge, {
      addAccount: async (path, body) => {
        sent.push([path, body])
        return user
      },
    })
    await offered()
    await press(control('button', ADD), false)
    expect(control('button', ADD)).toHaveProperty('disabled', true)
    await pressGuarded(ADD)
    await until(() => expect(title()).toBe(en['link.success']))
    expect(sent).toEqual([['/passkeys/link', { authenticator_response: { id: 'made' }, from_account: true }]])
    expect(kernel.keptBy('passkey').read()).toBe(user.id)
    await click(control('button', 'Close'))
    expect(isOpen(kernel)).toBe(false)
  })

  it('says why a passkey was not made, and can still be left', async () => {
    const { kernel } = await logIn(() => {
      throw clientError('service_unavailable', 'Offline.')
    })
    await offered()
    await pressGuarded(ADD)
    await until(() => expect(alertText()).toBe('Offline.'))
    // Who has begun is not interrupted.
    await act(async () => kernel.setAwaited(true))
    expect(isOpen(kernel)).toBe(true)
    await click(control('button', NOT_NOW))
    expect(isOpen(kernel)).toBe(false)
  })

  it('makes room for what the page asks meanwhile, and was asked once all the same', async () => {
    const { kernel } = await logIn()
    await offered()
    // Who leaves the page now is not asked again either.
    expect(kernel.keptBy('passkey').read()).toBe(user.id)
    await act(async () => kernel.setAwaited(true))
    await until(() => expect(isOpen(kernel)).toBe(false))
    expect(kernel.keptBy('passkey').read()).toBe(user.id)
  })

  it.each([
    ['something else waits', (kernel: ReturnType<typeof fakeKernel>) => kernel.setAwaited(true)],
    ['the tick is closed', () => control('button', 'Close').click()],
  ])('does not come where %s', async (_, before) => {
    const { kernel } = await logIn()
    await act(async () => before(kernel))
    await until(() => expect(isOpen(kernel)).toBe(false))
    expect(kernel.keptBy('passkey').read()).toBeNull()
  })
})

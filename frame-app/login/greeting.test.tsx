// @vitest-environment jsdom
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { type FakeKernelOptions, fakeCalls, fakeKernel, loginResult } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { bringViews } from './landing-registry.ts'

useBrowser()
beforeAll(async () => {
  const views = await bringViews()
  for (const view of Object.values(views)) await view.prefetch?.()
})

const FORGET = en['greeting.forgetLabel']
const EMAIL = 'email\nnora@example.org'
const AS_NORA = 'Continue as n•••@example.org'

async function open(greeting: string, options: FakeKernelOptions = {}, loginMethods?: string[]) {
  const kernel = fakeKernel({
    app: { sms_auth: true, passkey_auth: true },
    lastLogin: 'email',
    greeting,
    ...options,
  })
  await mountScreens(kernel)
  await act(async () =>
    kernel.show({ id: '1', kind: 'login', options: loginMethods ? { loginMethods } : {} }),
  )
  return kernel
}
const greeted = async (name: string) => {
  await until(() => control('button', name))
  return control('button', name)
}

describe('who comes back', () => {
  it('is greeted above all other ways, by what only they recognise, and goes on with one press', async () => {
    const sent: unknown[] = []
    const postProven: Calls['postProven'] = async (path, body, answer) => {
      sent.push([path, body])
      return answer.parse({ success: true })
    }
    const kernel = await open(EMAIL, { operations: { calls: fakeCalls({ postProven }) } })
    const press = await greeted(AS_NORA)
    expect(document.querySelector('h1 ~ div button')).toBe(press)
    expect(document.activeElement).toBe(press)
    expect(document.body.textContent).not.toContain(en['login.lastUsed'])
    // A page that listens hears of no flow before somebody presses.
    expect(kernel.flows.filter(({ flow }) => flow === 'email')).toEqual([])
    await click(press)
    await until(() => expect(title()).toBe(en['code.title']))
    expect(sent).toEqual([['/passwordless/init', { email: 'nora@example.org' }]])
    // Who merely finds the device does not read the address, here or after Back.
    expect(document.body.innerHTML).not.toContain('nora')
    await click(control('button', 'Back'))
    expect(control('textbox', 'Email')).toHaveProperty('value', '')
    expect(document.body.innerHTML).not.toContain('nora')
  })

  it('logs in, and never makes another account of an address that is nobody’s any more', async () => {
    const modes: unknown[] = []
    const authenticate = vi.fn<Calls['authenticate']>(async (_path, body) => {
      modes.push(Reflect.get(body, 'mode'))
      if (modes.length === 1) throw clientError('user_does_not_exist', 'Nobody has this address.')
      return loginResult
    })
    const kernel = await open(EMAIL, { operations: { calls: fakeCalls({ authenticate }) } })
    const enter = async () => {
      await click(await greeted(AS_NORA))
      await until(() => control('textbox', 'Verification code'))
      await type(control('textbox', 'Verification code'), '123456')
    }
    await enter()
    await until(() => expect(alertText()).toBe('Nobody has this address.'))
    expect(kernel.greeting.read()).toBeNull()
    await click(control('button', en['email.useAnother']))
    await enter()
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: loginResult }]))
    expect(modes).toEqual(['no-signup', 'no-signup'])
  })

  it('says beside the greeting why no code was sent', async () => {
    const postProven = async () => {
      throw clientError('too_many_requests', 'Too many codes. Wait a minute.')
    }
    await open(EMAIL, { operations: { calls: fakeCalls({ postProven }) } })
    await click(await greeted(AS_NORA))
    await until(() => expect(alertText()).toBe('Too many codes. Wait a minute.'))
    expect(title()).toBe(en['login.title'])
  })

  it('is forgotten in one tap, and the next way takes the focus', async () => {
    const kernel = await open(EMAIL)
    await greeted(AS_NORA)
    await click(control('button', FORGET))
    expect(hasButton(AS_NORA)).toBe(false)
    expect(kernel.greeting.read()).toBeNull()
    expect(document.activeElement).toBe(control('textbox', 'Email'))
    expect(document.body.textContent).not.toContain(en['login.lastUsed'])
  })

  it.each([
    ['a way that the page did not ask for', EMAIL, {}, ['sms']],
    ['a way that the app has turned off', 'guest', {}, undefined],
    ['nobody', '', {}, undefined],
    ['what this version does not know', 'pigeon\nnora@example.org', {}, undefined],
  ] as const)('is not greeted by %s', async (_, greeting, options, methods) => {
    await open(greeting, options, methods ? [...methods] : undefined)
    await until(() => expect(hasButton(en['sms.row'])).toBe(true))
    expect(hasButton(FORGET)).toBe(false)
  })

  it('by phone: by the last digits', async () => {
    const sent: unknown[] = []
    const postProven: Calls['postProven'] = async (_path, body, answer) => {
      sent.push(body)
      return answer.parse({ success: true })
    }
    await open('sms\n+12133734253', { operations: { calls: fakeCalls({ postProven }) } })
    await click(await greeted('Continue as ••• 4253'))
    await until(() => expect(title()).toBe(en['sms.codeTitle']))
    expect(sent).toEqual([expect.objectContaining({ phoneNumber: '+12133734253' })])
    expect(document.body.innerHTML).not.toContain('213')
  })

  it('by passkey: the browser is asked for it at one press', async () => {
    const asked: string[] = []
    const post: Calls['post'] = path => {
      asked.push(path)
      return new Promise(() => {})
    }
    await open('passkey\n', { operations: { calls: fakeCalls({ post }) } })
    asked.length = 0
    await click(await greeted(en['greeting.passkey']))
    expect(title()).toBe(en['passkey.title'])
    expect(asked).toEqual(['/passkeys/authenticate/init'])
  })
})

describe('who has logged in', () => {
  const logIn = async (result: FrameResult<'login'>) => {
    const authenticate = async () => result
    const kernel = await open('sms\n+12133734253', { operations: { calls: fakeCalls({ authenticate }) } })
    await type(control('textbox', 'Email'), 'ada@example.com')
    await act(async () => control('textbox', 'Email').closest('form')?.requestSubmit())
    await until(() => control('textbox', 'Verification code'))
    await type(control('textbox', 'Verification code'), '123456')
    await until(() => expect(kernel.outcomes).toHaveLength(1))
    return kernel.greeting.read()
  }

  it('is who is greeted the next time', async () => {
    expect(await logIn(loginResult)).toBe('email\nada@example.com')
  })

  it('without an account to come back to leaves nobody to greet', async () => {
    expect(await logIn({ ...loginResult, loginMethod: 'guest', loginAccount: null })).toBeNull()
  })
})

// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  click,
  control,
  hasButton,
  press,
  pressGuarded,
  see,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { openAccount as open } from './testing/open-account.ts'

describe('what is held', () => {
  useBrowser()

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
    expect(text).toContain('It can’t sign or change how you log in until')
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
    expect(document.body.textContent).toContain(
      'Firefox · Linux will be able to sign and change your logins.',
    )
    const send = 'Send a code to ada@example.com'
    expect(control('button', send)).toHaveProperty('disabled', true)
    await pressGuarded(send)
    await type(control('textbox', 'Verification code'), '123456')
    await see()
    await until(() => expect(title()).toBe(en['account.title']))
    expect(asked.at(-1)).toEqual({ path: '/account/held/allow', id: device.id, step_up: 's'.repeat(43) })
  })
})

// @vitest-environment jsdom
import { handlers, LOGIN_RESULT, USER_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../index.ts'
import { clearReact, drawInside, load, prepareReact, until } from './testing/draw.tsx'
import { UserButton, type UserButtonProps } from './user-button.tsx'

const button = () => document.querySelector('main button') as HTMLButtonElement
const loggedIn = (user: User) => async () => ({
  ...(await handlers().hello({} as never)),
  state: { authenticated: true, user, wallets: [] },
})

beforeEach(prepareReact)
afterEach(async () => {
  await clearReact()
  vi.unstubAllGlobals()
})

const drawButton = (props: UserButtonProps = {}) => drawInside(<UserButton {...props} />)

describe('UserButton', () => {
  it('logs in, also where it was pressed before the wallet is ready', async () => {
    await drawButton({ loginOptions: { loginMethods: ['email'] } })
    expect(button().textContent).toBe('Log in')
    await act(async () => button().click())
    const login = vi.fn(() => LOGIN_RESULT)
    load({ login })
    await vi.waitFor(() => expect(login).toHaveBeenCalledExactlyOnceWith({ loginMethods: ['email'] }))
  })

  it('shows who is logged in, and opens their account', async () => {
    await drawButton({ accountOptions: { screen: 'receive' } })
    const openAccount = vi.fn(() => undefined)
    load({ hello: loggedIn(USER_FIXTURE), openAccount })
    await until(() => expect(button().textContent).toBe('Aada@shop.example'))
    expect(button().querySelector('[aria-hidden]')?.textContent).toBe('A')
    await act(async () => button().click())
    await vi.waitFor(() => expect(openAccount).toHaveBeenCalledExactlyOnceWith({ screen: 'receive' }))
  })

  const dates = { firstVerifiedAt: null, latestVerifiedAt: null }
  const { email: _, ...nobody } = USER_FIXTURE
  it.each<[string, User]>([
    ['+12025550123', { ...nobody, phone: { number: '+12025550123' } }],
    [
      'Grace',
      {
        ...nobody,
        linkedAccounts: [
          { type: 'telegram', telegramUserId: '1', firstName: 'G', username: 'Grace', ...dates },
        ],
      } as unknown as User,
    ],
    [
      '0x709…79C8',
      { ...nobody, wallet: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainType: 'ethereum' } },
    ],
    ['Account', nobody],
  ])('names a person %s', async (name, user) => {
    await drawButton()
    load({ hello: loggedIn(user) })
    await until(() => expect(button().lastElementChild?.textContent).toBe(name))
  })

  it('has no look of its own beside a class, and takes what a button takes', async () => {
    await drawButton({ className: 'mine', style: { color: 'red' }, title: 'You', children: 'Sign in' })
    expect(button().getAttribute('style')).toBe('color: red;')
    expect(button()).toMatchObject({
      className: 'mine',
      title: 'You',
      type: 'button',
      textContent: 'Sign in',
    })
    await clearReact()
    await drawButton()
    expect(button().style.cursor).toBe('pointer')
  })

  it('is drawn by a function of what it knows', async () => {
    await drawButton({
      children: ({ user, ready, authenticated, name, isPending }) =>
        JSON.stringify([user?.id, ready, authenticated, name, isPending]),
    })
    expect(button().textContent).toBe('[null,false,false,"",false]')
    load({ hello: loggedIn(USER_FIXTURE), openAccount: () => new Promise(() => {}) })
    await until(() => expect(button().textContent).toBe('["user_1",true,true,"ada@shop.example",false]'))
    await act(async () => button().click())
    expect(button().textContent).toBe('["user_1",true,true,"ada@shop.example",true]')
  })

  it('does nothing where `onClick` prevents it', async () => {
    await drawButton({ onClick: event => event.preventDefault(), children: it => String(it.isPending) })
    await act(async () => button().click())
    expect(button().textContent).toBe('false')
  })
})

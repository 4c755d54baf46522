import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { expect, it, test } from 'vitest'
import { addableWays } from '../../requests/account/logins.tsx'
import { fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { telegramLogin } from './method.tsx'

const app = (bot: object | null = {}, flags: object = {}) =>
  appConfig.parse({
    ...{ id: 'app', name: 'Shop', data_classification: 'public', verification_key: '', telegram_auth: true },
    ...(bot && {
      telegram_auth_config: {
        bot_id: '1',
        bot_name: 'b',
        link_enabled: true,
        seamless_auth_enabled: true,
        ...bot,
      },
    }),
    ...flags,
  })
const now = Math.floor(Date.now() / 1000)
const launched = (date: number) => ({
  provider: 'telegram',
  state: '',
  code: `user=x&auth_date=${date}&hash=spent`,
})
/** @param kept of a launch that was tried before */
const to = (config: ReturnType<typeof app>, returned = launched(now), kept: string | null = null) =>
  telegramLogin.returns?.({ app: config, keptBy: () => ({ read: () => kept, write() {} }) }, returned)

it('logs in by what the page was opened with, by this way alone', () => {
  expect(to(app())).toEqual({ purpose: 'login', options: { loginMethods: ['telegram'] } })
})

it.each<[string, ReturnType<typeof to>]>([
  ['where the app is without it', to(app({}, { telegram_auth: false }))],
  ['where the app does not let pages bring it', to(app({ seamless_auth_enabled: false }))],
  ['without a bot', to(app(null))],
  ['an hour later', to(app(), launched(now - 3601))],
  ['without a date', to(app(), { ...launched(now), code: 'user=x&hash=h' })],
  ['a second time', to(app(), launched(now), 'spent')],
  ['for a flow that this browser did not begin', to(app(), { ...launched(now), state: 's'.repeat(48) })],
])('opens no login %s', (_, result) => {
  expect(result).toBeNull()
})

test('it is offered as a further way where the app lets it be added', () => {
  const ways = [{ method: 'telegram' }] as const
  const offered = (config: ReturnType<typeof app>) =>
    addableWays(user, ways, { ...fakeKernel(), app: config })
  expect(offered(app())).toMatchObject([{ way: { method: 'telegram' } }])
  expect(offered(app({ link_enabled: false }))).toEqual([])
  expect(offered(app(null))).toEqual([])
})

test('an account is known by its name at Telegram', () => {
  const known = (fields: object) =>
    telegramLogin.accountName?.({ type: 'telegram', telegramUserId: '7', ...fields } as never)
  expect(known({ username: 'ada', firstName: 'Ada' })).toBe('@ada')
  expect(known({ firstName: 'Ada', lastName: 'L.' })).toBe('Ada L.')
  expect(known({})).toBe('7')
})

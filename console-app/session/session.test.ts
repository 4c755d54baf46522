import { CONSOLE_PATH, IDLE_SESSION_MS } from '@vitrine/shared/api/console/calls.ts'
import type { Me } from '@vitrine/shared/api/console/operator.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import type { Send } from '../http/client.ts'
import { createSession, manages, roleIn } from './session.ts'

const HOUR = 3_600_000
/** The server is a day ahead of the device. */
const SERVER_NOW = 86_400_000 + 1_000

const me = (own: Partial<Me> = {}, life = 12 * HOUR): Me => ({
  operator: { id: 'op_1', name: 'Ada' },
  apps: [
    { id: 'app_1', name: 'Shop', role: 'manager' },
    { id: 'app_2', name: 'Blog', role: 'viewer' },
  ],
  all_apps: null,
  session: { created_at: SERVER_NOW, idle_at: SERVER_NOW + IDLE_SESSION_MS, expires_at: SERVER_NOW + life },
  ...own,
})

const ended = new VitrineError({
  type: 'api_error',
  code: 'missing_or_invalid_token',
  message: 'Sign in.',
  status: 401,
})

function start(answers: Readonly<Record<string, () => unknown>>) {
  let now = 1_000
  const sent: unknown[] = []
  const onOtherOperator = vi.fn()
  const send = (async ({ path, body }: { path: string; body?: unknown }) => {
    sent.push([path, body])
    const answer = answers[path]
    if (!answer) throw new Error(`${CONSOLE_PATH} has no ${path}`)
    return answer()
  }) as Send
  const passkeys = { create: async () => 'made' as never, use: async () => 'used' as never }
  const session = createSession({ send, passkeys, now: () => now, onOtherOperator })
  return {
    session,
    sent,
    onOtherOperator,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('reckons the session’s end by its own clock, however wrong that is', async () => {
  const { session, pass } = start({ '/console/me': () => me() })
  await session.check()
  expect(session.state.get()).toMatchObject({
    status: 'active',
    endsAt: 1_000 + IDLE_SESSION_MS,
    isFinal: false,
  })
  pass(60_000)
  session.use()
  expect(session.state.get()).toMatchObject({ endsAt: 61_000 + IDLE_SESSION_MS })
})

it('knows an end that no use moves', async () => {
  const { session, pass } = start({ '/console/me': () => me({}, HOUR) })
  await session.check()
  pass(HOUR - 60_000)
  session.use()
  expect(session.state.get()).toMatchObject({ endsAt: 1_000 + HOUR, isFinal: true })
})

it('asks nobody to sign in because the network is away', async () => {
  const { session } = start({
    '/console/me': () => {
      throw clientError('service_unavailable', 'We couldn’t reach the server.')
    },
  })
  await session.check()
  expect(session.state.get()).toMatchObject({
    status: 'unreachable',
    failure: { message: 'We couldn’t reach the server.' },
  })
})

it('keeps the work of who was signed out, and lets nobody else go on with it', async () => {
  let operator = { id: 'op_1', name: 'Ada' }
  const { session, sent, onOtherOperator } = start({
    '/console/me': () => me(),
    '/console/login/init': () => ({ options: {} }),
    '/console/login': () => me({ operator }),
  })
  await session.check()
  session.end()
  expect(session.state.get()).toMatchObject({ status: 'ended', me: { operator: { name: 'Ada' } } })
  await session.logIn()
  expect(sent.at(-1)).toEqual(['/console/login', { authenticator_response: 'used' }])
  expect(session.state.get().status).toBe('active')

  session.end()
  operator = { id: 'op_2', name: 'Eve' }
  await session.logIn()
  expect(onOtherOperator).toHaveBeenCalledOnce()
  expect(session.state.get()).toMatchObject({ status: 'ended', me: { operator: { name: 'Ada' } } })
})

it('begins signed out where nobody was signed in', async () => {
  const { session } = start({
    '/console/me': () => {
      session.end()
      throw ended
    },
  })
  await session.check()
  expect(session.state.get()).toEqual({ status: 'anonymous' })
})

it('enrols with what stood in the link', async () => {
  const { session, sent } = start({ '/console/enrolment': () => me() })
  await session.enrol('t'.repeat(43), {} as never)
  expect(sent).toEqual([['/console/enrolment', { token: 't'.repeat(43), authenticator_response: 'made' }]])
  expect(session.state.get().status).toBe('active')
})

it('gives rights for each app alone', () => {
  expect(roleIn(me(), 'app_3')).toBeNull()
  expect(manages(me(), 'app_1')).toBe(true)
  expect(manages(me(), 'app_2')).toBe(false)
})

import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvents } from '../database/audit-tables.ts'
import { operatorConfirmations } from '../database/operator-tables.ts'
import type { Route } from '../http/route.ts'
import { routesOf } from '../server.ts'
import { call } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CONSOLE, callConsole, command, makeOperator, type TestOperator } from './testing/console.ts'

let server: TestServer
let other: { readonly id: string; readonly secret: string }
let viewer: TestOperator
let manager: TestOperator
beforeAll(async () => {
  server = await startTestServer({ consoleOrigin: CONSOLE })
  other = await server.registerApp({ name: 'Other' })
  viewer = await makeOperator(server, 'Vera', '--apps', server.appId)
  manager = await makeOperator(server, 'Mona', '--apps', server.appId, '--role', 'manager')
})
afterAll(() => server.stop())

interface Listed {
  readonly verb: string
  readonly path: string
  readonly guards: Route['guards']
}
const listed = (): Listed[] =>
  routesOf(server.ctx).flatMap(([base, routes]) =>
    routes.map(({ verb, path, guards }) => ({ verb, guards, path: path === '/' ? base : `${base}${path}` })),
  )
const isForOperators = ({ guards }: Listed) => guards.origin === 'console' || guards.operator !== undefined
const written = ({ verb, path }: Listed) => `${verb} ${path}`
/** With ids in the place of its parameters. */
const address = ({ path }: Listed, appId: string) => path.replace(':app_id', appId).replaceAll(/:\w+/g, 'x')
const asked = (of: Listed, appId: string) => ({
  isWhole: true,
  method: of.verb,
  headers: { 'vitrine-app-id': appId },
  ...(of.verb !== 'GET' && { body: {} }),
})
/** Each route with what came of it. */
const outcomes = async (
  of: readonly Listed[],
  ask: (route: Listed) => Promise<{ status: number; body: { code?: string } | null }>,
) => {
  const found: unknown[] = []
  for (const route of of) {
    const { status, body } = await ask(route)
    found.push([written(route), status, body?.code])
  }
  return found
}
const all = (of: readonly Listed[], status: number, code: string) =>
  of.map(route => [written(route), status, code])

const OPEN = ['/login/init', '/login', '/enrolment/init', '/enrolment'].map(
  path => `POST /api/v1/console${path}`,
)

describe('the two ports', () => {
  test('what is the console’s is not on the wallet’s, whoever asks', async () => {
    const own = listed().filter(({ guards }) => guards.origin === 'console')
    expect(own.length).toBeGreaterThan(15)
    const headers = { cookie: manager.cookie, 'vitrine-at-console': '1' }
    const answers = await outcomes(own, route =>
      call<{ code?: string }>(server, address(route, server.appId), {
        ...asked(route, server.appId),
        headers: { 'vitrine-app-id': server.appId, ...headers },
      }),
    )
    expect(answers).toEqual(all(own, 404, 'not_found'))
  })

  test('what is people’s and sites’ is not on the console’s', async () => {
    const theirs = listed().filter(route => !isForOperators(route))
    expect(theirs.length).toBeGreaterThan(60)
    for (const { path } of LOGIN_ENTRIES)
      expect(theirs.some(route => route.path.startsWith(`/api/v1${path}`))).toBe(true)
    const basic = `Basic ${Buffer.from(`${server.appId}:${server.appSecret}`).toString('base64')}`
    const answers = await outcomes(theirs, route =>
      manager.call<{ code?: string }>(address(route, server.appId), {
        ...asked(route, server.appId),
        headers: { 'vitrine-app-id': server.appId, authorization: basic },
      }),
    )
    expect(answers).toEqual(all(theirs, 404, 'not_found'))
  })

  test('an app secret opens nothing on the console’s', async () => {
    const both = listed().filter(({ guards }) => guards.app === 'secret' && guards.operator)
    const basic = `Basic ${Buffer.from(`${server.appId}:${server.appSecret}`).toString('base64')}`
    const answers = await outcomes(both, route =>
      callConsole<{ code?: string }>(server, address(route, server.appId), {
        ...asked(route, server.appId),
        headers: { 'vitrine-app-id': server.appId, authorization: basic },
      }),
    )
    expect(answers).toEqual(all(both, 401, 'missing_or_invalid_token'))
  })
})

describe('every route of the console', () => {
  const operators = () => listed().filter(isForOperators)

  test('has a rate limit', () => {
    expect(operators().filter(({ guards }) => guards.limit === 'none')).toEqual([])
  })

  test.each([
    ['another site', 'https://evil.example'],
    ['the wallet', 'http://localhost:4401'],
    ['nowhere', 'null'],
    ['no page', null],
  ])('refuses what changes something from %s', async (_, origin) => {
    const writes = operators().filter(({ verb }) => verb !== 'GET')
    const code = origin === null ? 'missing_origin' : 'invalid_origin'
    const answers = await outcomes(writes, route =>
      manager.call<{ code?: string }>(address(route, server.appId), {
        ...asked(route, server.appId),
        headers: { origin, 'vitrine-app-id': server.appId },
      }),
    )
    expect(answers).toEqual(all(writes, 403, code))
  })

  test.each([{ origin: 'http://localhost:4401' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses a read with %j',
    async headers => {
      const reads = operators().filter(({ verb }) => verb === 'GET')
      const answers = await outcomes(reads, route =>
        manager.call<{ code?: string }>(address(route, server.appId), {
          isWhole: true,
          headers: { ...headers, 'vitrine-app-id': server.appId },
        }),
      )
      expect(answers).toEqual(all(reads, 403, 'invalid_origin'))
    },
  )

  test('but for the way in asks for a session', async () => {
    const closed = operators().filter(route => !OPEN.includes(written(route)))
    const bodies: Readonly<Record<string, unknown>> = {
      'POST /api/v1/console/confirm/init': { operation: 'user.delete', app_id: 'a', target: '' },
    }
    // Whose body is read first, like everywhere without an app.
    const own = closed.filter(route => written(route) !== 'POST /api/v1/console/confirm')
    const answers = await outcomes(own, route =>
      callConsole<{ code?: string }>(server, address(route, server.appId), {
        ...asked(route, server.appId),
        ...(route.verb !== 'GET' && { body: bodies[written(route)] ?? {} }),
      }),
    )
    expect(answers).toEqual(all(own, 401, 'missing_or_invalid_token'))
    expect(closed.every(({ guards }) => guards.session === true || guards.operator !== undefined)).toBe(true)
  })
})

describe('rights', () => {
  const ofApps = () => listed().filter(({ guards }) => guards.operator)

  test('to another app are none: it is not there, by path and by header', async () => {
    const answers = await outcomes(ofApps(), route =>
      manager.call<{ code?: string }>(address(route, other.id), asked(route, other.id)),
    )
    expect(answers).toEqual(all(ofApps(), 404, 'not_found'))
    const { body } = await manager.call<{ apps: unknown }>('/me')
    expect(body.apps).toEqual([{ id: server.appId, name: 'Shop', role: 'manager' }])
  })

  test('of a viewer change nothing', async () => {
    const changes = ofApps().filter(({ guards }) => guards.operator?.role === 'manager')
    expect(changes.length).toBeGreaterThan(3)
    const answers = await outcomes(changes, route =>
      viewer.call<{ code?: string }>(address(route, server.appId), asked(route, server.appId)),
    )
    expect(answers).toEqual(all(changes, 403, 'policy_violation'))
  })

  test('that only read are a viewer’s: all others are a manager’s', () => {
    const READ_BY_POST = ['POST /api/v1/console/apps/:app_id/check']
    const changing = ofApps().filter(it => it.verb !== 'GET' && !READ_BY_POST.includes(written(it)))
    expect(changing.filter(({ guards }) => guards.operator?.role !== 'manager')).toEqual([])
  })

  test('given and taken by a command count at once', async () => {
    const role = async () => (await viewer.call<{ apps: { id: string; role: string }[] }>('/me')).body.apps
    const give = (...right: string[]) => command(server, 'operator', 'edit', viewer.id, ...right)
    await give('--apps', `${server.appId},${other.id}`, '--role', 'manager')
    expect((await role()).map(app => app.role)).toEqual(['manager', 'manager'])
    await give('--apps', other.id, '--role', 'none')
    await give('--apps', server.appId, '--role', 'viewer')
    expect(await role()).toEqual([{ id: server.appId, name: 'Shop', role: 'viewer' }])
    await give('--all-apps', '--role', 'viewer')
    expect((await role()).map(app => app.id).sort()).toEqual([server.appId, other.id].sort())
    await give('--all-apps', '--role', 'none')
    expect((await role()).length).toBe(1)
  })
})

describe('a confirmation', () => {
  const what = () => ({ operation: 'app.rotate-secret' as const, app_id: server.appId })
  const path = () => `/apps/${server.appId}/secret`
  const rotate = (headers: Record<string, string>, operator = manager) =>
    operator.call(path(), { body: {}, headers })

  test('lets one secret be rotated, which is the only one that works then, and the audit has it', async () => {
    const headers = await manager.confirm(what())
    const [first, second] = [await rotate(headers), await rotate(headers)]
    expect([first.status, second.status, second.body.code]).toEqual([200, 403, 'step_up_required'])
    const opens = async (secret: unknown) => {
      const authorization = `Basic ${Buffer.from(`${server.appId}:${secret}`).toString('base64')}`
      const answer = await call(server, '/api/v1/sessions/login_code', {
        body: {},
        headers: { authorization },
      })
      return answer.status !== 401
    }
    expect([await opens(first.body.secret), await opens(server.appSecret)]).toEqual([true, false])
    const events = await server.database.db.select().from(auditEvents)
    expect(events.filter(({ type }) => type === 'app.secret_rotated')).toMatchObject([
      { actor: `operator:${manager.id}`, appId: server.appId, data: {}, network: '203.0.113.x' },
    ])
  })

  test('is needed, and good for this operation, app, target and session alone, for five minutes', async () => {
    await command(server, 'operator', 'edit', manager.id, '--apps', other.id, '--role', 'manager')
    const second = await makeOperator(server, 'Mia', '--all-apps', '--role', 'manager')
    const late = await manager.confirm(what())
    const wrong = [
      {},
      { 'vitrine-confirmation': 'x'.repeat(43) },
      await manager.confirm({ ...what(), operation: 'user.delete' }),
      await manager.confirm({ ...what(), app_id: other.id }),
      await manager.confirm({ ...what(), target: 'x' }),
      await second.confirm(what()),
    ]
    for (const headers of wrong)
      expect([headers, (await rotate(headers)).body.code]).toEqual([headers, 'step_up_required'])
    server.clock.now += 5 * 60_000 + 1
    expect((await rotate(late)).body.code).toBe('step_up_required')
    server.clock.now = Date.now()
  })

  test('is nobody’s but who may do it, and takes the passkey of who asks', async () => {
    const init = await viewer.call('/confirm/init', { body: { ...what(), target: '' } })
    expect([init.status, init.body.code]).toEqual([404, 'not_found'])
    const mine = await manager.call<{ options: { challenge: string; allow_credentials: { id: string }[] } }>(
      '/confirm/init',
      { body: { ...what(), target: '' } },
    )
    expect(mine.body.options.allow_credentials.map(({ id }) => id)).toEqual([manager.passkey.id])
    const { challenge } = mine.body.options
    const before = await server.database.db.$count(operatorConfirmations)
    const answer = await manager.call('/confirm', {
      body: {
        ...{ ...what(), target: '' },
        authenticator_response: viewer.passkey.assert({ challenge, origin: CONSOLE }),
      },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_credentials'])
    expect(await server.database.db.$count(operatorConfirmations)).toBe(before)
  })
})

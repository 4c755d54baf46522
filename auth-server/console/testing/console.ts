import { CONFIRMATION_HEADER } from '@vitrine/shared/api/console/calls.ts'
import type { ConfirmedOperation } from '@vitrine/shared/api/console/confirm.ts'
import type { Me } from '@vitrine/shared/api/console/operator.ts'
import { runCommand } from '../../commands/run.ts'
import type { Context } from '../../context.ts'
import { CONSOLE_HEADER } from '../../http/console-cookie.ts'
import { CLIENT_ADDRESS_HEADER } from '../../http/network.ts'
import { createApp } from '../../server.ts'
import { type Ceremony, createPasskey, type TestPasskey } from '../../testing/authenticator.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import type { TestServer } from '../../testing/server.ts'

export const CONSOLE = 'http://localhost:4404'

/** The browser of all operators, unless a call names another. */
const BROWSER = await createDevice()

export interface ConsoleCall {
  /** Whose key proves the call; `null`: none does. */
  readonly device?: Pick<Device, 'prove'> | null
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | null>>
  readonly from?: string
  /** The path is the whole of it. */
  readonly isWhole?: boolean
  /** Of another server process. */
  readonly ctx?: Context
}

export interface ConsoleAnswer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body & { readonly code?: string; readonly error?: string }
}

/** An operator in their browser: with a passkey, and once they are logged in a cookie. */
export interface TestOperator {
  readonly id: string
  readonly passkey: TestPasskey
  readonly cookie: string
  call<Body = Record<string, unknown>>(path: string, call?: ConsoleCall): Promise<ConsoleAnswer<Body>>
  /** Confirms by the passkey, and makes the call that takes it. */
  confirmed(
    what: { readonly operation: ConfirmedOperation; readonly app_id: string; readonly target?: string },
    path: string,
    call?: ConsoleCall,
  ): Promise<ConsoleAnswer>
  /** The header of a confirmation. */
  confirm(what: {
    readonly operation: ConfirmedOperation
    readonly app_id: string
    readonly target?: string
  }): Promise<Record<string, string>>
}

/** Calls a path as a page of the console does, by way of its port. Below `/api/v1/console`, unless it says more. */
export async function callConsole<Body = Record<string, unknown>>(
  server: TestServer,
  path: string,
  { body, headers = {}, from = '203.0.113.5', ctx = server.ctx, device = BROWSER, ...rest }: ConsoleCall = {},
): Promise<ConsoleAnswer<Body>> {
  const { method = body === undefined ? 'GET' : 'POST' } = rest
  const url = `${CONSOLE}${rest.isWhole ? path : `/api/v1/console${path}`}`
  const [withoutQuery = ''] = url.split('?')
  const all = {
    ...(method !== 'GET' && { origin: CONSOLE }),
    ...(device && { dpop: await device.prove(method, withoutQuery, { now: server.clock.now }) }),
    ...headers,
  }
  const response = await createApp(ctx).request(
    url,
    {
      method,
      headers: Object.fromEntries(Object.entries(all).filter((it): it is [string, string] => it[1] !== null)),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    {
      isFromFrameServer: true,
      incoming: { headers: { [CONSOLE_HEADER]: '1', [CLIENT_ADDRESS_HEADER]: from }, socket: {} },
    },
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

const TOOLS = {
  consoleOrigin: CONSOLE,
  origin: '',
  confirm: async () => true,
  signer: () => Promise.reject(new Error('no signer')),
  readSecret: () => Promise.reject(new Error('nobody types')),
}

/** An operator's command. @returns what it printed */
export const command = (server: TestServer, ...args: string[]): Promise<string> =>
  runCommand(server.database.db, args, TOOLS)

/** What stands behind `#` of the link that a command printed. */
export const tokenOf = (printed: string): string => /#([\w-]{43})$/m.exec(printed)?.[1] ?? ''

/** A challenge, and what a passkey answers to it; `wrong` makes another answer. */
export const answerOf = (
  passkey: TestPasskey,
  kind: 'assert' | 'register',
  { body }: ConsoleAnswer<{ options?: { challenge: string } }>,
  wrong: Partial<Ceremony> = {},
) => passkey[kind]({ challenge: body.options?.challenge ?? '', origin: CONSOLE, ...wrong })

/** Registers a passkey by a link. */
export async function enrol(
  server: TestServer,
  token: string,
  passkey: TestPasskey,
  wrong: Partial<Ceremony> = {},
): Promise<ConsoleAnswer<Me>> {
  const init = await callConsole<{ options?: { challenge: string } }>(server, '/enrolment/init', {
    body: { token },
  })
  if (init.status !== 200) return init as ConsoleAnswer<never>
  const authenticator_response = answerOf(passkey, 'register', init, wrong)
  return callConsole<Me>(server, '/enrolment', { body: { token, authenticator_response } })
}

export async function logInto(
  server: TestServer,
  passkey: TestPasskey,
  wrong: Partial<Ceremony> = {},
): Promise<ConsoleAnswer<Me>> {
  const init = await callConsole<{ options: { challenge: string } }>(server, '/login/init', { body: {} })
  const authenticator_response = answerOf(passkey, 'assert', init, wrong)
  return callConsole<Me>(server, '/login', { body: { authenticator_response } })
}

export const cookieOf = ({ headers }: ConsoleAnswer<unknown>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** Whom a command made an operator, with these rights, and who is logged in. */
export async function makeOperator(
  server: TestServer,
  name: string,
  ...rights: string[]
): Promise<TestOperator> {
  const passkey = createPasskey()
  const printed = await command(server, 'operator', 'add', name, ...rights)
  const answer = await enrol(server, tokenOf(printed), passkey)
  if (answer.status !== 200) throw new Error(`The enrolment failed: ${answer.body.error}`)
  return operatorOf(server, answer, passkey)
}

export function operatorOf(
  server: TestServer,
  answer: ConsoleAnswer<Me>,
  passkey: TestPasskey,
): TestOperator {
  const cookie = cookieOf(answer)
  const call: TestOperator['call'] = (path, { headers, ...rest } = {}) =>
    callConsole(server, path, { headers: { cookie, ...headers }, ...rest })
  const confirm: TestOperator['confirm'] = async what => {
    const asked = { target: '', ...what }
    const init = await call<{ options: { challenge: string } }>('/confirm/init', { body: asked })
    const authenticator_response = answerOf(passkey, 'assert', init)
    const { body } = await call<{ confirmation: string }>('/confirm', {
      body: { ...asked, authenticator_response },
    })
    return { [CONFIRMATION_HEADER]: body.confirmation }
  }
  return {
    ...{ id: answer.body.operator.id, passkey, cookie, call, confirm },
    async confirmed(what, path, options = {}) {
      return call(path, { ...options, headers: { ...options.headers, ...(await confirm(what)) } })
    },
  }
}

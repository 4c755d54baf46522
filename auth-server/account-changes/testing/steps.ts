import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { vi } from 'vitest'
import { type Answer, askForCode, call, callAs, type LoggedIn } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'

type Refusable = { readonly code?: string; readonly error?: string }
export type Told = TestServer['notices'][number]

const API = '/api/v1'
/** Notices are sent beside the call that they are of. */
export const PATIENCE = { timeout: 10_000 }

/** Has a code of the purpose sent to the person's own address, and reads it. */
export async function askForStepUpCode(
  server: TestServer,
  who: LoggedIn,
  way: 'email' | 'sms' = 'email',
  purpose = 'link',
): Promise<string> {
  const sent = way === 'email' ? server.mails : server.messages
  const before = sent.length
  const answer = await callAs(server, who, `${API}/step_up/code`, { body: { purpose, way } })
  if (answer.status !== 200) throw new Error(`code answered ${answer.status}`)
  const code = sent.slice(before).at(-1)?.code
  if (code === undefined) throw new Error('no code was sent')
  return code
}

/** Proves a way by a code. @returns the token for one change */
export async function stepUp(
  server: TestServer,
  who: LoggedIn,
  change: { readonly purpose: string; readonly target?: string; readonly way?: 'email' | 'sms' },
): Promise<string> {
  const { way = 'email' } = change
  const code = await askForStepUpCode(server, who, way, change.purpose)
  const { status, body } = await verify(server, who, { ...change, way, code })
  if (status !== 200) throw new Error(`verify answered ${status} ${body.code}`)
  return body.step_up ?? ''
}

export const verify = (server: TestServer, who: LoggedIn, body: object) =>
  callAs<{ step_up: string | null } & Refusable>(server, who, `${API}/step_up/verify`, { body })

/** Links an e-mail address, with what else is in the body. */
export async function linkEmail(
  server: TestServer,
  who: LoggedIn,
  email: string,
  more: object = {},
): Promise<Answer<WireUser & Refusable>> {
  const code = await askForCode(server, email)
  return callAs(server, who, `${API}/passwordless/link`, {
    body: { email, code, from_account: false, ...more },
  })
}

/** The notices to these addresses, once there is one for each. */
export const toldAt = (server: TestServer, ...addresses: string[]): Promise<Told[]> =>
  vi.waitFor(
    () =>
      addresses.map(address => {
        const told = server.notices.findLast(({ to }) => to === address)
        if (!told) throw new Error(`nothing was told to ${address}`)
        return told
      }),
    PATIENCE,
  )

/** The link's secret; `undefined` where the message has none. */
export const tokenIn = (told: Told | undefined): string | undefined =>
  /\/account\/undo\?token=([\w-]{43})/.exec(told?.text ?? '')?.[1]

/** Presses the button of the page that the link opens. */
export async function undo(server: TestServer, token: string | undefined, origin = ORIGIN) {
  const response = await server.app.request(
    `${ORIGIN}/account/undo`,
    {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: token ?? '' }).toString(),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  return { status: response.status, text: await response.text() }
}

/** Whether a session is alive. */
export const isAlive = async (server: TestServer, who: LoggedIn): Promise<boolean> =>
  (await callAs(server, who, `${API}/users/me`, { method: 'GET' })).status === 200

/** Does something at another time, by the server's clock; the signer has its own. */
export async function later<T>(server: TestServer, ms: number, work: () => Promise<T>): Promise<T> {
  server.clock.now += ms
  try {
    return await work()
  } finally {
    server.clock.now -= ms
  }
}

/** Asks to link an address; of a device that is held the answer tells so. */
export const tryToChange = (server: TestServer, who: LoggedIn) =>
  callAs<Refusable & { data?: { heldUntil?: number } }>(server, who, `${API}/passwordless/link`, {
    body: { email: 'any@mail.example', code: '000000' },
  })

const SMS = `${API}/passwordless_sms`

/** Logs a person in by a text message, with a new device key. @param browser what their browser is known by */
export async function logInBySms(
  server: TestServer,
  phoneNumber: string,
  browser?: string,
): Promise<LoggedIn> {
  const before = server.messages.length
  await call(server, `${SMS}/init`, { body: { phoneNumber } })
  const code = server.messages.slice(before).at(-1)?.code
  const device = await createDevice()
  const dpop = await device.prove('POST', `${ORIGIN}${SMS}/authenticate`, { now: server.clock.now })
  const { body } = await call<AuthenticatedUser & Refusable>(server, `${SMS}/authenticate`, {
    body: { phoneNumber, code },
    headers: { dpop, ...(browser && { 'vitrine-browser': browser }) },
  })
  if (!body.token || !body.refresh_token) throw new Error(`login failed: ${body.error}`)
  return { device, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, gt, isNotNull, isNull } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { accountNotices, deletionNotices } from '../../database/change-tables.ts'
import { finishJobs } from '../../jobs/testing/run-jobs.ts'
import {
  type Answer,
  askForCode,
  call,
  callAs,
  initCode,
  type LoggedIn,
  signedCall,
} from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { ORIGIN, type TestServer } from '../../testing/server.ts'

type Refusable = { readonly code?: string; readonly error?: string }
export type Told = TestServer['notices'][number]

const API = '/api/v1'
const SMS = `${API}/passwordless_sms`
/** Notices are sent beside the call that they are of. */
export const PATIENCE = { timeout: 10_000 }

/** Changes the config of the server's app, as the operator does. */
export async function configure(server: TestServer, changes: object): Promise<void> {
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('no app')
  await replaceConfig(server.ctx.db, app.id, { ...app.config, ...changes })
}

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

/** A code as typed leaves sealed, as the frame sends it. */
export function verify(
  server: TestServer,
  { device, token, user }: LoggedIn,
  { code, ...body }: { readonly way: string; readonly code?: string; readonly [member: string]: unknown },
) {
  const type = body.way === 'email' ? 'email' : 'phone'
  const account = user.linked_accounts.find(it => it.type === type)
  const subject =
    account?.type === 'email' ? account.address : account?.type === 'phone' ? account.phoneNumber : ''
  const identity = { type, subject: type === 'phone' ? subject.replace(/[^+\d]/g, '') : subject }
  return signedCall<{ step_up: string | null } & Refusable>(server, device, `${API}/step_up/verify`, {
    body,
    as: { userId: user.id, token },
    ...(code !== undefined && { secret: { member: 'code', value: code, identity } }),
  })
}

/** Links an email address, with what else is in the body. */
export async function linkEmail(
  server: TestServer,
  who: LoggedIn,
  email: string,
  more: object = {},
): Promise<Answer<WireUser & Refusable>> {
  const code = await askForCode(server, who.device, email, { purpose: 'link' })
  return changeEmail(server, who, 'link', { email, ...more }, email, code)
}

/** A link or an update by the code that was sent to the new address. */
export const changeEmail = (
  server: TestServer,
  { device, token, user }: LoggedIn,
  change: 'link' | 'update',
  body: object,
  subject: string,
  code: string,
): Promise<Answer<WireUser & Refusable>> =>
  signedCall(server, device, `${API}/passwordless/${change}`, {
    body: { from_account: false, ...body },
    as: { userId: user.id, token },
    secret: { member: 'code', value: code, identity: { type: 'email', subject } },
  })

/** Puts an address in the place of another one, from the account screen. */
export async function updateEmail(server: TestServer, who: LoggedIn, oldAddress: string, newAddress: string) {
  const code = await askForCode(server, who.device, newAddress, { purpose: 'update' })
  const body = { oldAddress, newAddress, from_account: true }
  return changeEmail(server, who, 'update', body, newAddress, code)
}

/** Links a number, from the account screen. */
export async function linkPhone(server: TestServer, { device, token, user }: LoggedIn, phoneNumber: string) {
  const code = await smsCode(server, device, phoneNumber, 'link')
  return signedCall<WireUser & Refusable>(server, device, `${SMS}/link`, {
    body: { phoneNumber },
    as: { userId: user.id, token },
    secret: { member: 'code', value: code, identity: { type: 'phone', subject: phoneNumber } },
  })
}

async function smsCode(
  server: TestServer,
  device: LoggedIn['device'],
  phoneNumber: string,
  purpose?: 'link',
): Promise<string> {
  const before = server.messages.length
  await initCode(server, device, { phoneNumber, ...(purpose && { purpose }) }, {}, `${SMS}/init`)
  return server.messages.slice(before).at(-1)?.code ?? expect.fail('no text message')
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

/** Has all that is due sent, and is done when it went out, what another call had taken up before too. */
export async function deliverAll({ ctx }: TestServer): Promise<void> {
  await finishJobs(ctx, ['notices'])
  const { tries, sentAt, nextTryAt } = accountNotices
  const underWay = () =>
    Promise.all([
      ctx.db.$count(accountNotices, and(gt(tries, 0), isNull(sentAt), isNotNull(nextTryAt))),
      ctx.db.$count(deletionNotices, gt(deletionNotices.tries, 0)),
    ])
  await vi.waitFor(async () => expect(await underWay()).toEqual([0, 0]), PATIENCE)
}

/** The link's secret; `undefined` where the message has none. */
export const tokenIn = (told: Told | undefined): string | undefined =>
  /\/account\/undo\?token=([\w-]{43})/.exec(told?.text ?? '')?.[1]

/** Presses the button of the page that the link opens. */
export async function undo(
  server: TestServer,
  token: string | undefined,
  origin = ORIGIN,
  app = server.appId,
) {
  const answer = await call<{ outcome?: string }>(server, `${API}/account/undo`, {
    body: { token: token ?? '', app },
    headers: { origin },
  })
  return { status: answer.status, outcome: answer.body.outcome }
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
  signedCall<Refusable & { data?: { heldUntil?: number } }>(server, who.device, `${API}/passwordless/link`, {
    body: { email: 'any@mail.example', from_account: true },
    as: { userId: who.user.id, token: who.token },
    secret: { member: 'code', value: '000000', identity: { type: 'email', subject: 'any@mail.example' } },
  })

/** Logs a person in by a text message, with a new device key. @param browser what their browser is known by */
export async function logInBySms(
  server: TestServer,
  phoneNumber: string,
  browser?: string,
): Promise<LoggedIn> {
  const device = await createDevice()
  const code = await smsCode(server, device, phoneNumber)
  const subject = phoneNumber.replace(/[^+\d]/g, '')
  const { body } = await signedCall<AuthenticatedUser & Refusable>(server, device, `${SMS}/authenticate`, {
    body: { phoneNumber },
    secret: { member: 'code', value: code, identity: { type: 'phone', subject } },
    ...(browser && { headers: { 'vitrine-browser': browser } }),
  })
  if (!body.token || !body.refresh_token) throw new Error(`login failed: ${body.error}`)
  return { device, token: body.token, refreshToken: body.refresh_token, user: body.user }
}

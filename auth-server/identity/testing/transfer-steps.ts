import { randomInt, randomUUID } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { TransferRequired } from '@vitrine/shared/api/transfer.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { createTestDevice } from '../../signer/testing/device.ts'
import { type Answer, initCode, type SignedCall, signedCall } from '../../testing/client.ts'
import type { TestServer } from '../../testing/server.ts'
import { asDevice, logInOnNewDevice, type Person } from '../../wallet/testing/wallet-calls.ts'

const SMS = '/api/v1/passwordless_sms'

type Changed = WireUser & { readonly code?: string; readonly data?: TransferRequired }

/** That nobody else has. */
export const newNumber = () => `+1212${randomInt(2_000_000, 9_999_999)}`
const newAddress = () => `${randomUUID()}@shop.example`

/** A person who logs in by a number, on a new device. */
export async function personByPhone(server: TestServer, number = newNumber()) {
  const device = await createTestDevice()
  const code = await smsCode(server, device, number)
  const { body } = await signedCall<AuthenticatedUser>(server, asDevice(device), `${SMS}/authenticate`, {
    body: { phoneNumber: number },
    secret: secretOf(number, code),
  })
  if (!body.token) throw new Error('the login failed')
  return { number, email: '', userId: body.user.id, device, accessToken: body.token }
}

/** A person who logs in by an address. */
export const personByMail = (server: TestServer, email = newAddress()): Promise<Person> =>
  logInOnNewDevice(server, email)

/** What linking a number answers, with the code that came to it. */
export async function linkPhone(
  server: TestServer,
  who: Person,
  number: string,
  change: { readonly code?: string; readonly app?: SignedCall['app'] } = {},
): Promise<Answer<Changed>> {
  const code = change.code ?? (await smsCode(server, who.device, number, 'link'))
  return signedCall<Changed>(server, asDevice(who.device), `${SMS}/link`, {
    body: { phoneNumber: number },
    secret: secretOf(number, code),
    as: { userId: who.userId, token: who.accessToken },
    ...(change.app && { app: change.app }),
  })
}

/** Links a number of another user. @returns what the person is asked */
export async function askedToTransfer(
  server: TestServer,
  who: Person,
  number: string,
): Promise<TransferRequired> {
  const { body } = await linkPhone(server, who, number)
  if (!body.data) throw new Error(`the link answered ${body.code}`)
  return body.data
}

/** Agrees to it. */
export const transfer = (
  server: TestServer,
  { device, userId, accessToken: token }: Person,
  body: { readonly nonce: string; readonly phoneNumber: string },
  options: Pick<SignedCall, 'wrong' | 'app'> = {},
): Promise<Answer<Changed>> =>
  signedCall<Changed>(server, asDevice(device), `${SMS}/transfer`, {
    body,
    as: { userId, token },
    ...options,
  })

/** Brings the account of a number to a person's. */
export async function bringTogether(server: TestServer, who: Person, number: string): Promise<WireUser> {
  const { nonce } = await askedToTransfer(server, who, number)
  const { status, body } = await transfer(server, who, { nonce, phoneNumber: number })
  if (status !== 200) throw new Error(`the transfer answered ${status} ${body.code}`)
  return body
}

export async function smsCode(
  server: TestServer,
  device: Person['device'],
  phoneNumber: string,
  purpose?: 'link',
): Promise<string> {
  const before = server.messages.length
  const body = { phoneNumber, ...(purpose && { purpose }) }
  await initCode(server, asDevice(device), body, {}, `${SMS}/init`)
  const code = server.messages.slice(before).findLast(({ to }) => to === phoneNumber)?.code
  if (code === undefined) throw new Error('no text message was sent')
  return code
}

const secretOf = (subject: string, value: string) => ({
  member: 'code',
  value,
  identity: { type: 'phone', subject },
})

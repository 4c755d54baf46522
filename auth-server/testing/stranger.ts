import { randomUUID } from 'node:crypto'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { expect } from 'vitest'
import type { LoginProof, SignerRequest } from '../signer/operations.ts'
import { asDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { type ApiHands, takeApiHands } from './api-hands.ts'
import { logIn } from './client.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

export type CodeProof = Extract<LoginProof, { type: 'code' }>
export type Issued = CodeProof['issued']
export type Verify = SignerRequest<'verifyLogin'>

export const isRoot = process.getuid?.() === 0

/** A stranger in the API process of a whole server, and what their attacks have in common. */
export interface Stranger {
  readonly server: WholeServer
  readonly hands: ApiHands
  /** Has a code sent, for a device and an id of the stranger's choice. */
  issue(to: string, device: string, purpose?: Issued['purpose']): Promise<{ issued: Issued; answer: object }>
  /** What the database has of the newest code to an address. */
  codeRow(to: string): Promise<Issued>
  /** Asks the signer for each, none of which may give a seal. */
  expectRefused(...requests: readonly Verify[]): Promise<void>
  /** The code that came to an address or a number, as its owner reads it. */
  codeTo(recipient: string): string
  logInAnew(email: string): Promise<Person>
  /** The person's device as the database has it. */
  sealOf(person: Pick<Person, 'userId' | 'device'>): Promise<{ publicKey: string; seal: string }>
  stop(): Promise<void>
}

export async function startStranger(config: Partial<EditableAppConfig>): Promise<Stranger> {
  const server = await startWholeServer(config)
  let hands: ApiHands
  try {
    hands = await takeApiHands(server, isRoot ? server.api : null)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    server,
    hands,
    async issue(to, device, purpose = 'login') {
      const isMail = to.includes('@')
      const issued = {
        appId: server.appId,
        channel: isMail ? 'email' : 'sms',
        address: to,
        codeId: randomUUID(),
        expiresAt: Date.now() + 600_000,
        purpose,
      } as const
      const carriage = { by: isMail ? 'mail' : 'text', appName: 'Shop', language: 'en' } as const
      const answer = await hands.signer('issueCode', { ...issued, device, carriage })
      if (!answer.ok) throw new Error(`not sent: ${answer.reason}`)
      return { issued: { ...issued, test: false, digest: answer.digest }, answer }
    },
    async codeRow(to) {
      const [row] = await hands.sql<Record<'id' | 'channel' | 'purpose' | 'expires_at' | 'digest', string>>(
        'select * from one_time_codes where address = $1 order by created_at desc limit 1',
        [to],
      )
      if (!row) throw new Error(`no code for ${to}`)
      const { id: codeId, channel, purpose, expires_at, digest } = row
      return {
        appId: server.appId,
        channel: channel as Issued['channel'],
        address: to,
        codeId,
        purpose: purpose as Issued['purpose'],
        expiresAt: Date.parse(expires_at),
        test: false,
        digest,
      }
    },
    async expectRefused(...requests) {
      for (const request of requests)
        expect(await hands.signer('verifyLogin', request)).toEqual(expect.objectContaining({ ok: false }))
    },
    codeTo(recipient) {
      const text = server.texts.findLast(it => it.To === recipient)?.Body ?? ''
      const code = server.mails.findLast(it => it.to === recipient)?.code ?? /\d{6}/.exec(text)?.[0]
      if (!code) throw new Error(`nothing came to ${recipient}`)
      return code
    },
    async logInAnew(email) {
      const device = await server.createDevice()
      const { user, token } = await logIn(server, email, asDevice(device))
      return { email, userId: user.id, device, accessToken: token }
    },
    async sealOf({ userId, device: { thumbprint, publicKey } }) {
      const [row] = await hands.sql<{ seal: string }>(
        'select seal from devices where user_id = $1 and thumbprint = $2',
        [userId, thumbprint],
      )
      return { publicKey, seal: row?.seal ?? '' }
    },
    async stop() {
      await hands.stop()
      await server.stop()
    },
  }
}

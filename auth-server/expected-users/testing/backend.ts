import { randomUUID } from 'node:crypto'
import type { ExpectedAnswer, ImportResult, ListedExpected } from '@vitrine/shared/api/import-users.ts'
import type { TestServer } from '../../testing/server.ts'
import { ORIGIN } from '../../testing/server.ts'

export interface Backend {
  readonly id: string
  readonly secret: string
}

type Body = Partial<Extract<ExpectedAnswer, { status: 'expected' }>> &
  Partial<ListedExpected> & {
    readonly results?: ImportResult[]
    readonly code?: string
    readonly error?: string
  }

/** A call as the app's backend makes it. */
export async function asBackend(
  server: TestServer,
  method: string,
  path: string,
  body?: unknown,
  { id, secret }: Backend = { id: server.appId, secret: server.appSecret },
  app: Pick<TestServer['app'], 'request'> = server.app,
) {
  const response = await app.request(
    `${ORIGIN}/api/v1/users${path}`,
    {
      method,
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  return { status: response.status, body: (await response.json()) as Body & { user_id?: string | null } }
}

export const newMail = () => `${randomUUID()}@expected.example`
export const mail = (address: string) => ({ type: 'email', address })
export const BOTH = [{ chain_type: 'ethereum' }, { chain_type: 'solana' }]

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const SID = `AC${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'gateway/token+secret'
export const FROM = '+15005550006'

export interface GatewayStandIn {
  /** For `SMS_GATEWAY_URL`. */
  readonly url: string
  /** What was sent, oldest first. */
  readonly sent: readonly Readonly<Record<string, string>>[]
  /** Answers the next message with an error of Twilio's dictionary. */
  failNext(status: number, code: number): void
  close(): Promise<void>
}

/**
 * Answers on the loopback as Twilio's Messages resource does, and checks what it checks: path, credentials, content
 * type, recipient and sender of one channel in E.164, length of the body.
 */
export async function startGatewayStandIn(prefix = ''): Promise<GatewayStandIn> {
  const sent: Record<string, string>[] = []
  let failure: { readonly status: number; readonly code: number } | null = null
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const refused = problem(request, prefix, form) ?? failure
    failure = null
    if (refused) return answer(refused.status, { ...refused, message: `refused ${form.To}` })
    sent.push(form)
    answer(201, { sid: 'SM00', status: 'queued' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${SID}:${encodeURIComponent(TOKEN)}@127.0.0.1:${port}${prefix}?from=${FROM}`,
    sent,
    failNext: (status, code) => {
      failure = { status, code }
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function problem(request: IncomingMessage, prefix: string, { To = '', From = '', Body = '' }) {
  const basic = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`
  if (request.method !== 'POST' || request.url !== `${prefix}/2010-04-01/Accounts/${SID}/Messages.json`) {
    return { status: 404, code: 20404 }
  }
  if (request.headers.authorization !== basic) return { status: 401, code: 20003 }
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return { status: 400, code: 20422 }
  }
  const [to, from] = [/^(whatsapp:)?\+[1-9]\d{6,14}$/.exec(To), /^(whatsapp:)?\+[1-9]\d{6,14}$/.exec(From)]
  if (!to) return { status: 400, code: 21211 }
  if (!from) return { status: 400, code: 21212 }
  if (to[1] !== from[1]) return { status: 400, code: 21910 }
  return Body.length === 0 || Body.length > 1600 ? { status: 400, code: 21602 } : null
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

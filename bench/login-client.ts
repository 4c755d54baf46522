import { Agent, request } from 'node:http'
import { type Device, provePossession } from './dpop-device.ts'
import type { InboxTail } from './inbox-tail.ts'

/** What a person's browser and mailbox do; `node:http`, because `fetch` costs the shared processor twice as much. */
export interface LoginClient {
  /** One complete login of a new address: `init`, the mail, `authenticate`. */
  logIn(device: Device): Promise<void>
  close(): void
}

/**
 * @param origin wallet origin of a server that believes one proxy (`VITRINE_TRUST_PROXY=1`)
 * @param appId whose users they are
 */
export function createLoginClient(origin: string, appId: string, inbox: InboxTail): LoginClient {
  // Lets go of an idle connection before the server does (after 5 s): a request on one that is closing is lost.
  const agent = new Agent({ keepAlive: true, timeout: 3_000 })
  const { port } = new URL(origin)

  const post = (path: string, network: string, body: object, dpop?: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path,
          method: 'POST',
          headers: {
            host: `localhost:${port}`,
            origin,
            'content-type': 'application/json',
            'vitrine-app-id': appId,
            'x-forwarded-for': network,
            ...(dpop && { dpop }),
          },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', chunk => {
            text += chunk
          })
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve(answer.headers['dpop-nonce']?.toString())
              : reject(new Error(`${path}: ${answer.statusCode} ${text}`)),
          )
          answer.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(body))
    })

  return {
    async logIn(device) {
      const email = `${crypto.randomUUID()}@mail.example`
      const network = randomNetwork()
      const nonce = await post('/api/v1/passwordless/init', network, { email })
      const code = await inbox.codeFor(email)
      const path = '/api/v1/passwordless/authenticate'
      const proof = await provePossession(device, 'POST', origin + path, nonce)
      await post(path, network, { email, code }, proof)
    },
    close: () => agent.destroy(),
  }
}

/** People come from many networks, of which each has a rate limit: 198.18.0.0/15, set aside for benchmarks (RFC 2544). */
const randomNetwork = () => {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `198.${18 + (a % 2)}.${b}.${c}`
}

import { Agent, request } from 'node:http'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { authorizeRequest, type Device, provePossession } from './dpop-device.ts'
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
  const opening = open(origin, appId)
  /** The server's newest, as a browser keeps it. */
  let nonce: string | undefined

  const post = (path: string, network: string, body: object, proofs: Readonly<Record<string, string>>) =>
    new Promise<void>((resolve, reject) => {
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
            ...proofs,
          },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', chunk => {
            text += chunk
          })
          answer.on('end', () => {
            nonce = answer.headers['dpop-nonce']?.toString() ?? nonce
            if (answer.statusCode === 200) resolve()
            else reject(new Error(`${path}: ${answer.statusCode} ${text}`))
          })
          answer.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify(body))
    })

  return {
    async logIn(device) {
      const opened = await opening
      nonce ??= opened.nonce
      const email = `${crypto.randomUUID()}@mail.example`
      const network = randomNetwork()
      const init = '/api/v1/passwordless/init'
      await post(
        init,
        network,
        { email },
        { dpop: await provePossession(device, 'POST', origin + init, nonce) },
      )
      const typed = await inbox.codeFor(email)
      const path = '/api/v1/passwordless/authenticate'
      const identity = { type: 'email', subject: email }
      const belonging = {
        purpose: 'login',
        appId,
        identity,
        userId: null,
        device: device.thumbprint,
      } as const
      const body = { email, code: await sealSecret(opened.recipient, belonging, typed) }
      const { payload, signature } = authorizeRequest(device, appId, origin + path, body)
      await post(path, network, body, {
        ...payload.headers,
        'vitrine-authorization-signature': signature,
        dpop: await provePossession(device, 'POST', origin + path, nonce),
      })
    },
    close: () => agent.destroy(),
  }
}

/** People come from many networks, of which each has a rate limit: 198.18.0.0/15, set aside for benchmarks (RFC 2544). */
const randomNetwork = () => {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `198.${18 + (a % 2)}.${b}.${c}`
}

/** What a frame begins with: what the server's signer takes secrets by, and the nonce of the first proof. */
async function open(origin: string, appId: string) {
  const headers = { origin }
  const config = await fetch(`${origin}/api/v1/apps/${appId}`, { headers })
  const [site] = (await config.json()).allowed_domains
  const frame = await fetch(`${origin}/apps/${appId}/frame?origin=${encodeURIComponent(site)}`)
  const boot = /id="vitrine-boot">(.*?)<\/script>/.exec(await frame.text())?.[1] ?? '{}'
  const recipient: string = JSON.parse(boot).signer.recipient
  return { recipient, nonce: config.headers.get('dpop-nonce') ?? undefined }
}

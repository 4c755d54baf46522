import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

export interface VaultStandIn {
  /** As `VITRINE_VAULT_ADDR`. */
  readonly address: string
  readonly token: string
  /** Assign to have it answer otherwise; `null`: as it is asked. */
  answer: ((path: string) => { status: number; body: string; location?: string } | null) | null
  /** Headers of the last request. */
  last: IncomingMessage['headers']
  close(): Promise<void>
}

/** What the Transit engine demands of a key that derives another for each context. */
const request = z.strictObject({
  plaintext: z.optional(z.base64()),
  ciphertext: z.optional(z.string().regex(/^vault:v1:/)),
  context: z.base64(),
})

/** Vault's Transit engine with one derived key, `vitrine`, mounted at `transit` in the namespace `team`: it checks what Vault checks. */
export async function startVaultStandIn(): Promise<VaultStandIn> {
  const key = randomBytes(32)
  const token = `hvs.${randomBytes(16).toString('base64url')}`
  const server = createServer(async (incoming, response) => {
    standIn.last = incoming.headers
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const answer = standIn.answer?.(incoming.url ?? '') ?? transit(incoming, Buffer.concat(chunks))
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        ...(answer.location ? { location: answer.location } : {}),
      })
      .end(answer.body)
  })
  const refuse = (status: number, ...errors: string[]) => ({
    status,
    body: JSON.stringify({ errors }),
    location: undefined,
  })
  const transit = ({ method, url, headers }: IncomingMessage, body: Buffer) => {
    if (headers['x-vault-token'] !== token) return refuse(403, 'permission denied')
    const [, verb] = /^\/v1\/transit\/(encrypt|decrypt)\/vitrine$/.exec(url ?? '') ?? []
    if (!verb || headers['x-vault-namespace'] !== 'team' || method !== 'POST')
      return refuse(404, `no handler for route "${url}"`)
    const read = request.safeParse(JSON.parse(body.toString('utf8')))
    if (!read.success)
      return refuse(400, "missing 'context' for key derivation; the key was created using a derived key")
    const { plaintext, ciphertext, context } = read.data
    try {
      const data =
        verb === 'encrypt'
          ? { ciphertext: seal(Buffer.from(plaintext ?? '', 'base64'), context) }
          : { plaintext: unseal(ciphertext ?? '', context) }
      return { status: 200, body: JSON.stringify({ data }), location: undefined }
    } catch {
      return refuse(400, 'cipher: message authentication failed')
    }
  }
  const seal = (plain: Buffer, context: string) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
    return `vault:v1:${Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')}`
  }
  const unseal = (text: string, context: string) => {
    const bytes = Buffer.from(text.slice('vault:v1:'.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('base64')
  }
  const standIn: VaultStandIn = {
    address: '',
    token,
    answer: null,
    last: {},
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(standIn, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

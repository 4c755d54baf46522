import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export const ISSUER = 'https://accounts.shop.example'
export const AUDIENCE = 'vitrine'

/** By name; `undefined` removes the claim. */
export type Claims = Readonly<Record<string, unknown>>

/** A site's own login: it signs tokens and serves its key set on a loopback port. */
export interface Issuer {
  /** PEM of the newest key. */
  readonly pem: string
  readonly jwksUrl: string
  /** How often the key set was fetched. */
  readonly fetches: () => number
  /** A good token of five minutes; `claims` replace. @param now unix ms */
  sign(now: number, claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Signs with a new key from now on; the key set has only this one. */
  rotate(): Promise<void>
  /** What the key set's address answers instead. */
  break(answer: { readonly status: number; readonly location?: string } | 'hang' | null): void
  stop(): Promise<void>
}

export async function startIssuer(alg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA' = 'ES256'): Promise<Issuer> {
  let generation = 0
  let broken: Parameters<Issuer['break']>[0] = null
  let fetches = 0
  const create = async () => {
    const pair = await generateKeyPair(alg, { extractable: true })
    const kid = `key-${++generation}`
    return {
      ...pair,
      kid,
      jwk: { ...(await exportJWK(pair.publicKey)), kid },
      pem: await exportSPKI(pair.publicKey),
    }
  }
  let key = await create()
  const server = createServer((_request, response) => {
    fetches++
    if (broken === 'hang') return
    if (broken) {
      response.writeHead(broken.status, broken.location ? { location: broken.location } : {}).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key.jwk] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    get pem() {
      return key.pem
    },
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    fetches: () => fetches,
    sign(now, claims = {}, header = {}) {
      const iat = Math.floor(now / 1000)
      const all = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', iat, exp: iat + 300, ...claims }
      return new SignJWT(all).setProtectedHeader({ alg, kid: key.kid, ...header }).sign(key.privateKey)
    },
    async rotate() {
      key = await create()
    },
    break(answer) {
      broken = answer
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

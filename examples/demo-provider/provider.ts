import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import type { KoaContext } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { loginPage } from './page.ts'
import { claimsOf, PEOPLE } from './people.ts'

export interface DemoProvider {
  /** Also of its tokens. */
  readonly issuer: string
  stop(): Promise<void>
}

/**
 * Starts an OpenID provider for development on loopback. It is a real one (`oidc-provider`), but for its people, who have no
 * password. Its keys last as long as it runs.
 * @param client who may send people here
 */
export async function startDemoProvider(
  port: number,
  client: { readonly id: string; readonly secret: string; readonly redirectUri: string },
): Promise<DemoProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    // Chosen by name, because the package warns about the same adapter when it is the default.
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'demo', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // What it knows of a person stands in the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => {
      const person = PEOPLE.find(it => it.sub === sub)
      return person && { accountId: sub, claims: () => claimsOf(person) }
    },
    // Who chose a person has agreed.
    async loadExistingGrant({ oidc }: KoaContext) {
      if (!oidc.client || !oidc.session) return undefined
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope(String(oidc.params?.scope ?? 'openid'))
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    interact(provider, request, response).catch(() => response.writeHead(400).end('Start again at the site.'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The person says who they are, or that they will not. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(loginPage(uid))
    return
  }
  const chosen = new URLSearchParams(await text(request)).get('person')
  const known = PEOPLE.find(({ sub }) => sub === chosen)
  const result = known
    ? { login: { accountId: known.sub, remember: false } }
    : { error: 'access_denied', error_description: 'The person said no.' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

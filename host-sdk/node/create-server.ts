import { createApiClient } from './api-client.ts'
import {
  type ExistingUser,
  type ExpectedUser,
  type ExpectedUserOptions,
  expectUser,
} from './expected-users.ts'
import { createTokenVerifier, type IdentityClaims } from './identity-token.ts'
import { type RedeemedLogin, type RedeemOptions, redeemLoginCode } from './login-code.ts'
import { checkServerOptions, type VitrineServerOptions } from './server-options.ts'
import { sessionsOf } from './sessions.ts'
import { usersOf } from './users.ts'
import { createWebhooks, type Webhooks } from './webhooks/verify-webhook.ts'

export interface VitrineServer {
  readonly appId: string
  readonly walletOrigin: string
  readonly siteOrigins: readonly string[]
  /**
   * Learns who sent a login code. @param options `audience`: the origin of the page that sent it
   * @throws VitrineError `invalid_credentials` for a code that was used, is old, or is of another app or audience
   */
  redeemLoginCode(code: string, options?: RedeemOptions): Promise<RedeemedLogin>
  /**
   * Checks signature, algorithm, issuer, app and times of an identity token.
   * @throws VitrineError `missing_or_invalid_token` | `service_unavailable` where the wallet's keys cannot be had
   */
  verifyIdentityToken(token: string): Promise<IdentityClaims>
  readonly users: ReturnType<typeof usersOf> & {
    /** Names somebody before their first login; `wallets` are made at once. */
    create(options: ExpectedUserOptions): Promise<ExpectedUser | ExistingUser>
  }
  readonly sessions: ReturnType<typeof sessionsOf>
  readonly wallets: {
    /**
     * Makes wallets for somebody who has not logged in yet: addresses to pay to at once, theirs from their first login on. The same call
     * again has the same addresses.
     */
    pregenerate(
      options: Omit<ExpectedUserOptions, 'wallets'> & {
        readonly chainTypes: readonly ('ethereum' | 'solana')[]
      },
    ): Promise<ExpectedUser | ExistingUser>
  }
  readonly webhooks: Webhooks
}

/**
 * Your backend's side of Vitrine: docs/backends.md. It calls the wallet origin alone, and loads nothing.
 * @throws VitrineError `configuration_error` for options that cannot work, and in a page, which would give the secret away
 */
export function createVitrineServer(options: VitrineServerOptions): VitrineServer {
  checkServerOptions(options)
  const { appId, walletOrigin, siteOrigin = [] } = options
  const siteOrigins = [siteOrigin].flat()
  const api = createApiClient(options)
  return {
    appId,
    walletOrigin,
    siteOrigins,
    redeemLoginCode: (code, redeemed) =>
      redeemLoginCode(api, code, { audience: siteOrigins[0], ...redeemed }),
    verifyIdentityToken: createTokenVerifier(options),
    users: { ...usersOf(api), create: created => expectUser(api, created) },
    sessions: sessionsOf(api),
    wallets: {
      pregenerate: ({ chainTypes, ...expected }) =>
        expectUser(api, { ...expected, wallets: chainTypes.map(chainType => ({ chainType })) }),
    },
    webhooks: createWebhooks(options),
  }
}

import {
  claimRecoveryKeyRequest,
  driveInitRequest,
  enterRecoveryKeyRequest,
  icloudConfigurationRequest,
  type icloudConfigurationResponse,
  icloudInitRequest,
  recoveryAuthenticateRequest,
} from '@vitrine/shared/api/recovery.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { requireRecovery } from '../entry/require-recovery.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import { signedLogin } from '../http/signed-login.ts'
import { signed } from '../http/signed-request.ts'
import { readRedirectTo } from '../oauth-flow/redirect-to.ts'
import { beginRecovery, finishRecovery } from './cloud.ts'
import { askForRecoveryKey, claimRecoveryKey, enterRecoveryKey } from './site-key.ts'

/** A held device recovers nothing, and sets no recovery. */
const RECOVERY_CALL = {
  origin: 'own',
  limit: { scope: 'recovery-network', perLogin: 10 },
  session: true,
  proof: 'spent',
  terms: true,
  unheld: true,
  userLimit: { scope: 'recovery-user', calls: 100 },
} as const
/** A device that waits for the site's key asks again and again. */
const WAITING = {
  ...RECOVERY_CALL,
  limit: { scope: 'recovery-wait-network', perLogin: 40 },
  userLimit: { scope: 'recovery-wait-user', calls: 400 },
} as const
/** The app that a backend names is not proven yet when its calls are counted. */
const BACKEND_CALL = {
  origin: 'none',
  limit: { scope: 'recovery-key-enter', calls: 6_000 },
  app: 'secret',
} as const

const offers = (method: UserOwnedRecovery) => (app: App) => requireRecovery(app, method)
/** The same, and that the page comes back to the site. */
const begins =
  (method: UserOwnedRecovery) =>
  (app: App, { redirect_to }: { readonly redirect_to?: string | undefined }) => {
    requireRecovery(app, method)
    if (redirect_to !== undefined) readRedirectTo(app, redirect_to)
  }

/** `/api/v1/recovery` (contract §2.8), and what the site's own recovery key takes. */
export const recoveryRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /oauth/init',
    { ...RECOVERY_CALL, body: driveInitRequest, rule: begins('google-drive') },
    async ({ c, app, session, body }) => c.json(await beginRecovery(ctx, app, session, 'google-drive', body)),
  ),

  route(
    'POST /oauth/init_icloud',
    { ...RECOVERY_CALL, body: icloudInitRequest, rule: begins('icloud') },
    async ({ c, app, session, body }) => c.json(await beginRecovery(ctx, app, session, 'icloud', body)),
  ),

  route(
    'POST /oauth/authenticate',
    {
      ...RECOVERY_CALL,
      body: signedLogin(recoveryAuthenticateRequest),
      rule: (app, { request }) => requireRecovery(app, request.provider),
    },
    async ({ c, app, session, body }) => c.json(await finishRecovery(ctx, app, session, body)),
  ),

  route(
    'POST /configuration_icloud',
    { ...RECOVERY_CALL, body: icloudConfigurationRequest, rule: offers('icloud') },
    async ({ c, app }) => {
      const { icloud } = app.config.embedded_wallet_config
      if (!icloud)
        throw apiError('disallowed_recovery_method', 'This site has not set up recovery by iCloud.')
      const { url: _, ...told } = icloud
      return c.json(told satisfies output<typeof icloudConfigurationResponse>)
    },
  ),

  route(
    'POST /encryption_key/request',
    { ...WAITING, rule: offers('recovery-encryption-key') },
    async ({ c, session }) => c.json(await askForRecoveryKey(ctx, session)),
  ),

  route(
    'POST /encryption_key/claim',
    { ...WAITING, body: signed(claimRecoveryKeyRequest), rule: offers('recovery-encryption-key') },
    async ({ c, session, body }) => c.json(await claimRecoveryKey(ctx, session, body)),
  ),
]

/** Below `/api/v1/users`: called by the site's backend, which has no Origin; the app secret takes its place. */
export const recoveryKeyRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /:user_id/recovery_key',
    { ...BACKEND_CALL, body: enterRecoveryKeyRequest, rule: offers('recovery-encryption-key') },
    async ({ c, app, body }) => {
      await enterRecoveryKey(ctx, app, c.req.param('user_id'), body.recovery_key)
      return c.json({ success: true })
    },
  ),
]

import { randomUUID } from 'node:crypto'
import type { LinkedAccountType } from '@vitrine/shared/account/login-facts.ts'
import type { SignUpMode } from '@vitrine/shared/api/sign-up-mode.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { type initResponse, SIGN_IN_LIFETIME_MS } from '@vitrine/shared/api/wallet-sign-in.ts'
import type { SignInPurpose } from '@vitrine/shared/wallet/sign-in-message.ts'
import type { $ZodType, output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import type { Context } from '../context.ts'
import { signInNonces } from '../database/sign-in-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'
import { type Route, route } from '../http/route.ts'
import { signedLogin } from '../http/signed-login.ts'
import type { StepUpFields } from '../http/step-up.ts'
import { completeLogin } from '../identity/complete-login.ts'
import { findAccount } from '../identity/identity.ts'
import { linkAccount } from '../identity/link-account.ts'
import { transferRoute } from '../identity/transfer-route.ts'
import { unlinkAccount } from '../identity/unlink-account.ts'
import { subjectOf, type WalletMethod } from '../signer/sign-in/nonce.ts'
import { proofBySignature, type SignedMessage } from './signature-proof.ts'

interface Opening {
  readonly address: string
  readonly purpose: SignInPurpose
  readonly token?: string | undefined
}
interface Removed extends StepUpFields {
  readonly address: string
  /** Of a contract that a wallet owns; absent: a wallet. */
  readonly type?: LinkedAccountType | undefined
}

/** What a method says of its calls. */
export interface WalletCalls {
  readonly method: WalletMethod
  /** Of `/init`, of what logs in and links, and of what removes and brings. */
  readonly limits: Readonly<Record<'init' | 'signed' | 'changed', NetworkLimit>>
  readonly init: $ZodType<Opening>
  readonly authenticate: $ZodType<SignedMessage & { readonly mode?: SignUpMode | undefined }>
  readonly link: $ZodType<SignedMessage & StepUpFields>
  readonly unlink: $ZodType<Removed>
  readonly transfer: $ZodType<{ readonly nonce: string; readonly address: string }>
}

/** `proofBySignature` uses the nonce up, and what follows the device's proof. */
export const SIGNED = { origin: 'own', proof: 'for-work' } as const
/** A held device changes no way in. */
export const DOOR = { session: true, unheld: true } as const

/** The calls that `/siwe` and `/siws` have in common (contract §2.3). */
export function walletRoutes(ctx: Context, calls: WalletCalls): readonly Route[] {
  const { method, limits } = calls
  const walletOf = (address: string) => ({ type: 'wallet', subject: subjectOf(method, address) }) as const
  const removed = ({ type, address }: Removed) =>
    type === undefined ? walletOf(address) : { type, subject: address.toLowerCase() }
  return [
    route(
      'POST /init',
      {
        origin: 'own',
        limit: limits.init,
        method,
        body: calls.init,
        session: ({ purpose }: Opening) => purpose !== 'login',
        proof: 'spent',
        captcha: requireCaptcha,
      },
      async ({ c, app, body: { address, purpose }, session, proof }) => {
        // Until a whole second, as the answer has it.
        const expiresAt = Math.floor((ctx.now() + SIGN_IN_LIFETIME_MS) / 1000) * 1000
        const begun = {
          ...{ appId: app.id, nonceId: randomUUID(), device: proof.thumbprint, purpose },
          userId: session?.userId ?? null,
        }
        const { nonce, signature } = await ctx.signer.issueNonce({ ...begun, method, address, expiresAt })
        const row = { ...begun, nonce, subject: subjectOf(method, address), expiresAt: new Date(expiresAt) }
        await ctx.db.insert(signInNonces).values(row)
        const answer = { nonce, address, expires_at: expiresAt / 1000, signature }
        return c.json(answer satisfies output<typeof initResponse>)
      },
    ),

    route(
      'POST /authenticate',
      { ...SIGNED, limit: limits.signed, method, body: signedLogin(calls.authenticate) },
      async ({ c, app, body, proof }) => {
        const proven = await proofBySignature(ctx, app, method, body, proof, null)
        const account = await findAccount(ctx, app.id, proven.identity)
        const login = { app, proven, account, mode: body.request.mode }
        return c.json(await completeLogin(ctx, { ...login, requireNewAllowed: () => requireSignUp(app) }))
      },
    ),

    route(
      'POST /link',
      {
        ...SIGNED,
        ...DOOR,
        limit: limits.signed,
        method,
        body: signedLogin(calls.link),
        stepUp: { purpose: 'link', target: () => stepUpTarget('wallet') },
      },
      async ({ c, app, body, session, proof, stepUp }) => {
        const proven = await proofBySignature(ctx, app, method, body, proof, session.userId)
        return c.json(await linkAccount(ctx, app, session, proven, stepUp))
      },
    ),

    route(
      'POST /unlink',
      {
        ...DOOR,
        origin: 'own',
        limit: limits.changed,
        body: calls.unlink,
        proof: 'spent',
        stepUp: {
          purpose: 'unlink',
          target(body: Removed) {
            const { type, subject } = removed(body)
            return stepUpTarget(type, subject)
          },
        },
      },
      async ({ c, app, body, session, stepUp }) =>
        c.json(await unlinkAccount(ctx, app, session, removed(body), stepUp)),
    ),

    transferRoute(ctx, {
      body: calls.transfer,
      limit: limits.changed,
      method,
      identity: ({ address }) => walletOf(address),
    }),
  ]
}

/** @throws `disallowed_login_method` (403) */
function requireSignUp({ config }: App): void {
  if (config.external_wallets_for_signup_enabled) return
  throw apiError(
    'disallowed_login_method',
    'This site makes no new account with a wallet. Sign up another way, then add your wallet.',
  )
}

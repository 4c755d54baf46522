import * as z from 'zod/mini'

const createOnLogin = z.enum(['users-without-wallets', 'all-users', 'off'])
const flag = z._default(z.boolean(), false)
const text = z.string().check(z.maxLength(512))
const nullableText = z._default(z.nullable(text), null)
const httpUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/))
const nullableUrl = z._default(z.nullable(httpUrl), null)

/** A web origin exactly as a browser serialises it: scheme, host, optional port; no path, no wildcard. */
export const webOrigin = z
  .string()
  .check(
    z.maxLength(255),
    z.refine(isSerializedOrigin, 'Write an origin such as https://shop.example, without a path'),
  )

/** URL hosts may hold `*`, `;` and `'`, which mean something else in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/

function isSerializedOrigin(value: string): boolean {
  try {
    return PLAIN_ORIGIN.test(value) && new URL(value).origin === value
  } catch {
    return false
  }
}

/**
 * The part of an app's configuration that its operator edits (`npm run vitrine -- app edit`); contract §4.1.
 * Unknown keys are refused, so that a misspelt option does not pass silently.
 */
export const editableAppConfig = z.strictObject({
  name: text.check(z.minLength(1)),
  legal_name: nullableText,
  logo_url: nullableUrl,
  icon_url: nullableUrl,
  theme: z._default(z.string().check(z.regex(/^(light|dark|#[0-9a-fA-F]{6})$/)), 'light'),
  accent_color: z._default(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))), null),
  show_wallet_login_first: flag,
  allowed_domains: z._default(z.array(webOrigin).check(z.maxLength(100)), []),
  email_auth: z._default(z.boolean(), true),
  disable_plus_emails: flag,
  terms_and_conditions_url: nullableUrl,
  privacy_policy_url: nullableUrl,
  embedded_wallet_config: z.prefault(
    z.strictObject({
      create_on_login: z._default(createOnLogin, 'off'),
      ethereum: z.prefault(z.strictObject({ create_on_login: z._default(createOnLogin, 'off') }), {}),
      solana: z.prefault(z.strictObject({ create_on_login: z._default(createOnLogin, 'off') }), {}),
      mode: z._default(
        z.enum(['user-controlled-server-wallets-only']),
        'user-controlled-server-wallets-only',
      ),
    }),
    {},
  ),
  enforce_wallet_uis: z._default(z.boolean(), true),
})
export type EditableAppConfig = z.infer<typeof editableAppConfig>

/** GET /api/v1/apps/:app_id, and what the server inlines into the frame's HTML. */
export const appConfig = z.extend(editableAppConfig, {
  id: z.string(),
  data_classification: z.literal('public'),
  /** PEM of the key that verifies access and identity tokens. */
  verification_key: z.string(),
})
export type AppConfig = z.infer<typeof appConfig>

/** The JSON block `#vitrine-boot` of the frame document. */
export const frameBoot = z.object({
  app: appConfig,
  /** The server's clock when the document was made, unix ms: corrects DPoP `iat` on a device whose clock is wrong. */
  now: z.number(),
})
export type FrameBoot = z.infer<typeof frameBoot>

import * as z from 'zod/mini'
import { MFA_METHODS } from '../mfa/methods.ts'
import { wholeNumber } from '../whole-number.ts'
import { isSiteOrigin } from './allowed-origin.ts'
import { configuredChains, configuredSolanaRpcs } from './networks.ts'
import { originAdvice } from './origin-advice.ts'
import { rpcOrigin, rpcSocketUrl } from './rpc-url.ts'
import { tokenIssuer } from './token-issuer.ts'
import { embedderOrigin, webOrigin } from './web-origin.ts'

const createOnLogin = z.enum(['users-without-wallets', 'all-users', 'off'])
const flag = z._default(z.boolean(), false)
const text = z.string().check(z.maxLength(512))
const nullableText = z._default(z.nullable(text), null)
const httpUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/))
const texts = z._default(z.array(text).check(z.maxLength(100)), [])
const nullableUrl = z._default(z.nullable(httpUrl), null)

/** In the clear only to this machine: who listens on the way would have the person's access token. */
const backendOrigin = webOrigin.check(
  z.refine(
    origin => rpcOrigin(origin) === origin,
    'Write an origin that begins with https://, such as https://api.shop.example',
  ),
)
/** An object of defaults where there is none. `z.prefault`, which says the same, would be one more kind of schema in every page. */
const orDefaults = <S extends z.ZodMiniType<object>>(schema: S, value: z.input<S>) =>
  z._default(schema, () => z.parse(schema, value) as never)

/** The config's keys. @param object makes each object of it: strict, or one that lets unknown keys pass */
const shape = (object: typeof z.object) => ({
  name: text.check(z.minLength(1)),
  legal_name: nullableText,
  logo_url: nullableUrl,
  icon_url: nullableUrl,
  theme: z._default(z.string().check(z.regex(/^(light|dark|#[0-9a-fA-F]{6})$/)), 'light'),
  accent_color: z._default(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))), null),
  show_wallet_login_first: flag,
  custom_api_url: nullableUrl,
  allowed_domains: z._default(z.array(embedderOrigin).check(z.maxLength(100)), []),
  /** Backends of the site that `vitrine.fetch` may give the person's access token. Told to the app's own frame alone. */
  fetch_origins: z._default(z.array(backendOrigin).check(z.maxLength(20)), []),
  /** Whom a page may ask a login code for, besides itself: origins or identifiers of backends. Not told to the frame. */
  login_code_audiences: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(20)),
    [],
  ),
  allowed_native_app_ids: texts,
  allowed_native_app_url_schemes: texts,
  email_auth: z._default(z.boolean(), true),
  disable_plus_emails: flag,
  merge_accounts_by_email: flag,
  sms_auth: flag,
  whatsapp_enabled: flag,
  passkey_auth: flag,
  passkeys_for_signup_enabled: flag,
  guest_auth: flag,
  custom_jwt_auth: flag,
  /** Not told to the frame. */
  custom_jwt_config: z._default(z.nullable(tokenIssuer), null),
  wallet_auth: flag,
  solana_wallet_auth: flag,
  farcaster_auth: flag,
  telegram_auth: flag,
  telegram_oauth: flag,
  google_oauth: flag,
  twitter_oauth: flag,
  twitter_oauth_on_mobile_enabled: flag,
  discord_oauth: flag,
  github_oauth: flag,
  spotify_oauth: flag,
  instagram_oauth: flag,
  tiktok_oauth: flag,
  line_oauth: flag,
  twitch_oauth: flag,
  linkedin_oauth: flag,
  apple_oauth: flag,
  custom_oauth_providers: z._default(
    z
      .array(
        object({
          provider: z.string().check(z.regex(/^custom:[\w-]{1,64}$/)),
          provider_display_name: text,
          provider_icon_url: nullableUrl,
          enabled: z._default(z.boolean(), true),
        }),
      )
      .check(z.maxLength(50)),
    [],
  ),
  telegram_auth_config: z.optional(
    object({
      bot_id: text,
      bot_name: text,
      link_enabled: flag,
      seamless_auth_enabled: flag,
    }),
  ),
  external_wallets_for_signup_enabled: z._default(z.boolean(), true),
  farcaster_link_wallets_enabled: flag,
  max_linked_wallets_per_user: z._default(z.nullable(wholeNumber.check(z.positive())), null),
  wallet_connect_cloud_project_id: nullableText,
  /** By which phones are reached; `null` is WalletConnect's own, see `wallet-connect.ts`. */
  wallet_connect_relay_url: z._default(z.nullable(rpcSocketUrl), null),
  captcha_enabled: flag,
  /** `altcha` is a proof of work for this server: no third party sees the person. */
  enabled_captcha_provider: z._default(z.nullable(z.enum(['altcha', 'turnstile', 'hcaptcha'])), null),
  captcha_site_key: z.optional(text),
  /** What a person reads whom the allowlist rejects; `null` is the product's own words. */
  allowlist_config: orDefaults(
    object({
      error_title: nullableText,
      error_detail: nullableText,
      cta_text: nullableText,
      cta_link: nullableUrl,
    }),
    {},
  ),
  /** The operator's own words, by the keys of the frame's catalogue; `frame-app/words/word-classes.ts` says of which. */
  text_localization: z._default(
    z.record(z.string().check(z.maxLength(80)), z.string().check(z.maxLength(1000))),
    {},
  ),
  /** Only who is on the allowlist may log in (`npm run vitrine -- allow add`). */
  allowlist_enabled: flag,
  /** Development mode: new users are refused beyond this many; `null` is no limit. Not told to the frame. */
  max_accounts: z._default(z.nullable(wholeNumber.check(z.nonnegative())), null),
  terms_and_conditions_url: nullableUrl,
  privacy_policy_url: nullableUrl,
  require_users_accept_terms: flag,
  /** A login through a way in that was added or changed less than this ago neither signs nor changes ways in; 0: at once. */
  added_login_hold_hours: z._default(wholeNumber.check(z.nonnegative(), z.maximum(720)), 24),
  /** The same for a device that is new to the user, whichever way it came in. */
  hold_new_devices: flag,
  embedded_wallet_config: orDefaults(
    object({
      /** For Ethereum where that has no setting of its own. */
      create_on_login: z._default(createOnLogin, 'off'),
      ethereum: orDefaults(object({ create_on_login: z.optional(createOnLogin) }), {}),
      solana: orDefaults(object({ create_on_login: z._default(createOnLogin, 'off') }), {}),
      mode: z._default(
        z.enum(['legacy-embedded-wallets-only', 'user-controlled-server-wallets-only']),
        'user-controlled-server-wallets-only',
      ),
      user_owned_recovery_options: z._default(
        z.array(z.enum(['user-passcode', 'google-drive', 'icloud', 'passkey', 'recovery-encryption-key'])),
        [],
      ),
      /** Google's API for the person's Drive. */
      google_drive_url: z._default(backendOrigin, 'https://www.googleapis.com'),
      /** The container that a person's recovery secret is in, and the token by which its web pages may ask for it (CloudKit). */
      icloud: z._default(
        z.nullable(
          object({
            container_identifier: z.string().check(z.regex(/^iCloud\.[\w.-]{1,200}$/)),
            api_token: z.string().check(z.regex(/^[\w-]{1,256}$/)),
            environment: z.enum(['development', 'production']),
            url: z._default(backendOrigin, 'https://api.apple-cloudkit.com'),
          }),
        ),
        null,
      ),
      /** Ethereum's and Solana's are counted apart. */
      max_wallets_per_chain_type: z._default(wholeNumber.check(z.positive(), z.maximum(1000)), 10),
      require_user_owned_recovery_on_create: flag,
      require_user_password_on_create: flag,
    }),
    {},
  ),
  /** The frame may connect to these endpoints and to no others. */
  chains: z._default(configuredChains, []),
  solana_rpcs: z._default(configuredSolanaRpcs, {}),
  enforce_wallet_uis: z._default(z.boolean(), true),
  /**
   * Where a person approves what moves value or gives a permission: in a window of the wallet origin, which no page can
   * cover, or in the frame. A page cannot choose.
   */
  approval_surface: z._default(z.enum(['window', 'frame']), 'window'),
  legacy_wallet_ui_config: flag,
  mfa_methods: z._default(z.array(z.enum(MFA_METHODS)), []),
  fiat_on_ramp_enabled: flag,
  funding_config: z.optional(
    object({
      methods: z._default(z.array(z.enum(['moonpay', 'coinbase-onramp', 'external'])), []),
      /** Read by `shared/funding/options.ts`: a frame passes over what it does not know. */
      options: z._default(z.array(object({ method: text, provider: z.optional(text) })), []),
      default_recommended_amount: z._default(z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/)), '10'),
      default_recommended_currency: orDefaults(
        /** On which chain, in which asset (contract §4.1): CAIP-2 of Ethereum or Solana. */
        object({
          chain: z.string().check(z.regex(/^(eip155:[1-9]\d{0,15}|solana:\w{1,32})$/)),
          asset: z.optional(z.enum(['native-currency', 'USDC'])),
        }),
        { chain: 'eip155:1', asset: 'USDC' },
      ),
      prompt_funding_on_wallet_creation: flag,
      cross_chain_bridging_enabled: flag,
    }),
  ),
})

/**
 * The part of an app's configuration that its operator edits (`npm run vitrine -- app edit`); contract §4.1.
 * Unknown keys are refused, so that a misspelt option does not pass silently.
 */
export const editableAppConfig = z.strictObject({
  ...shape(z.strictObject as typeof z.object),
  /** Where the app stands: origins, and patterns of previews. No pattern leaves the server. */
  allowed_domains: z._default(
    z
      .array(
        z.string().check(
          z.maxLength(255),
          z.refine(isSiteOrigin, {
            error: ({ input }) => originAdvice(input, 'https://shop.example or https://*.previews.example'),
          }),
        ),
      )
      .check(z.maxLength(100)),
    [],
  ),
  /**
   * What a wallet whose key the server has signs for nobody without a second factor: a transaction of more than `amount`, in the
   * smallest unit of the chain's (CAIP-2) own currency, or of the token at `asset`.
   */
  mfa_required_above: z._default(
    z
      .array(
        z.strictObject({
          chain: z.string().check(z.regex(/^(eip155:[1-9]\d{0,15}|solana:\w{1,32})$/)),
          amount: z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/)),
          asset: z.optional(z.string().check(z.regex(/^0x[\da-fA-F]{40}$/))),
        }),
      )
      .check(z.maxLength(100)),
    [],
  ),
  /** The operator's accounts at the companies by which wallets are funded; their secrets are in the sealed table (`secret set`). */
  funding_providers: z._default(
    z.strictObject({
      /** Publishable keys, of the live and of the sandbox account. */
      moonpay: z.optional(
        z.strictObject({
          publishable_key: z.optional(z.string().check(z.regex(/^pk_live_\w{8,128}$/))),
          sandbox_publishable_key: z.optional(z.string().check(z.regex(/^pk_test_\w{8,128}$/))),
        }),
      ),
      /** A secret API key (Ed25519) of Coinbase Developer Platform, by its id, and the project that it is of. */
      coinbase: z.optional(
        z.strictObject({
          api_key_id: z.string().check(z.regex(/^[\w/-]{8,256}$/)),
          project_id: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        }),
      ),
    }),
    {},
  ),
})
export type EditableAppConfig = z.infer<typeof editableAppConfig>

/** What is the operator's alone stays at the server. */
const {
  max_accounts,
  custom_jwt_config,
  fetch_origins,
  login_code_audiences,
  added_login_hold_hours,
  hold_new_devices,
  ...told
} = shape(z.object)

/**
 * GET /api/v1/apps/:app_id, and what the server inlines into the frame's HTML. Here unknown keys pass, at any depth: a
 * frame that a browser has kept must read the config of a newer server.
 */
export const appConfig = z.object({
  ...told,
  /** The frame sees by this claim whether the site's user is the one who is logged in. */
  custom_jwt_subject_claim: z._default(text, 'sub'),
  id: z.string(),
  data_classification: z.literal('public'),
  /** PEM of the key that verifies access and identity tokens. */
  verification_key: z.string(),
})
export type AppConfig = z.infer<typeof appConfig>

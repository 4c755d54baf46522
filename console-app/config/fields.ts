import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { MFA_METHODS } from '@vitrine/shared/mfa/methods.ts'

/** What of the config has a control of its own, in the groups that operators think in. All else is edited as JSON. */

interface Named {
  /** In the config, with dots. */
  readonly path: ConfigPath
  readonly label: string
  readonly hint?: string
}

interface Option {
  readonly value: string | null
  readonly label: string
}

export type Field = Named &
  (
    | { readonly kind: 'switch' }
    /** Empty is `null`, unless the field must be there. */
    | { readonly kind: 'text' | 'url'; readonly isNeeded?: true; readonly placeholder?: string }
    | { readonly kind: 'color' }
    /** `light`, `dark`, or a background colour. */
    | { readonly kind: 'theme' }
    | { readonly kind: 'number'; readonly isNeeded?: true; readonly unit?: string }
    /** One text a line. */
    | { readonly kind: 'lines'; readonly placeholder: string }
    /** An option that is `null` is that value, or leaves the field out where the config knows no `null` there. */
    | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly isLeftOut?: true }
    /** A list of names, in the order of `options`. */
    | {
        readonly kind: 'names'
        readonly options: readonly { readonly value: string; readonly label: string }[]
      }
  )

export interface Group {
  readonly id: string
  readonly title: string
  readonly sentence: string
  readonly fields: readonly Field[]
}

type Paths<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [K in keyof T & string]: K | `${K}.${Paths<NonNullable<T[K]>>}` }[keyof T & string]
    : never
type ConfigPath = Paths<EditableAppConfig>

const onOff = (path: ConfigPath, label: string, hint?: string): Field => ({
  kind: 'switch',
  path,
  label,
  ...(hint && { hint }),
})

const CREATE: readonly Option[] = [
  { value: 'users-without-wallets', label: 'For users without one' },
  { value: 'all-users', label: 'For every user' },
  { value: 'off', label: 'No' },
]

const MFA_NAMES: Readonly<Record<string, string>> = {
  sms: 'Code by text message',
  totp: 'Authenticator app',
  passkey: 'Passkey',
  email: 'Code by email',
}

export const GROUPS: readonly Group[] = [
  {
    id: 'look',
    title: 'Name and look',
    sentence: 'What users see of your site in the dialog, in emails and in approvals.',
    fields: [
      { kind: 'text', path: 'name', label: 'Name', isNeeded: true },
      {
        kind: 'text',
        path: 'legal_name',
        label: 'Legal name',
        hint: 'The company that users agree to the terms with.',
      },
      { kind: 'url', path: 'logo_url', label: 'Logo', placeholder: 'https://shop.example/logo.svg' },
      { kind: 'url', path: 'icon_url', label: 'Icon', hint: 'Used where there is no logo.' },
      { kind: 'theme', path: 'theme', label: 'Theme' },
      {
        kind: 'color',
        path: 'accent_color',
        label: 'Accent',
        hint: 'The color of buttons. Text on it is made readable.',
      },
    ],
  },
  {
    id: 'sites',
    title: 'Sites',
    sentence: 'Which sites can embed the wallet and send it requests.',
    fields: [
      {
        kind: 'lines',
        path: 'allowed_domains',
        label: 'Allowed origins',
        hint: 'One per line. Pages on other origins can’t open the dialog.',
        placeholder: 'https://shop.example',
      },
      {
        kind: 'lines',
        path: 'fetch_origins',
        label: 'Backends that get access tokens',
        hint: 'Origins that vitrine.fetch can call. One per line.',
        placeholder: 'https://api.shop.example',
      },
      {
        kind: 'lines',
        path: 'login_code_audiences',
        label: 'Backends that take login codes',
        placeholder: 'https://api.shop.example',
      },
    ],
  },
  {
    id: 'login',
    title: 'Login methods',
    sentence: 'The dialog lists them in this order. A page can choose another one.',
    fields: [
      onOff('email_auth', 'Email'),
      onOff('sms_auth', 'Phone'),
      onOff('whatsapp_enabled', 'Codes by WhatsApp', 'In addition to text messages.'),
      onOff('google_oauth', 'Google'),
      onOff('apple_oauth', 'Apple'),
      onOff('twitter_oauth', 'X (Twitter)'),
      onOff('discord_oauth', 'Discord'),
      onOff('github_oauth', 'GitHub'),
      onOff('linkedin_oauth', 'LinkedIn'),
      onOff('spotify_oauth', 'Spotify'),
      onOff('instagram_oauth', 'Instagram'),
      onOff('tiktok_oauth', 'TikTok'),
      onOff('line_oauth', 'LINE'),
      onOff('twitch_oauth', 'Twitch'),
      onOff('passkey_auth', 'Passkey'),
      onOff('passkeys_for_signup_enabled', 'Sign up with a passkey'),
      onOff('farcaster_auth', 'Farcaster'),
      onOff('telegram_auth', 'Telegram', 'Needs telegram_auth_config, below.'),
      onOff('wallet_auth', 'Ethereum wallet apps'),
      onOff('solana_wallet_auth', 'Solana wallet apps'),
      onOff('external_wallets_for_signup_enabled', 'Sign up with a wallet app'),
      onOff('guest_auth', 'Guest'),
      onOff('show_wallet_login_first', 'Wallet apps before all others'),
      onOff('disable_plus_emails', 'No email addresses with a +'),
      onOff('merge_accounts_by_email', 'One user for logins of the same email'),
    ],
  },
  {
    id: 'entry',
    title: 'Access',
    sentence: 'Rules that hold for every login method.',
    fields: [
      onOff(
        'allowlist_enabled',
        'Only users on the allowlist',
        'Edit the list with the command: vitrine allow add.',
      ),
      { kind: 'text', path: 'allowlist_config.error_title', label: 'Title for users not on it' },
      { kind: 'text', path: 'allowlist_config.error_detail', label: 'Sentence for users not on it' },
      { kind: 'text', path: 'allowlist_config.cta_text', label: 'Link text' },
      { kind: 'url', path: 'allowlist_config.cta_link', label: 'Link address' },
      {
        kind: 'number',
        path: 'max_accounts',
        label: 'Most users',
        hint: 'For development. Leave it empty for no limit.',
      },
      onOff('captcha_enabled', 'Captcha before codes are sent'),
      {
        kind: 'choice',
        path: 'enabled_captcha_provider',
        label: 'Captcha by',
        options: [
          { value: null, label: 'Nobody' },
          { value: 'altcha', label: 'This server (proof of work)' },
          { value: 'turnstile', label: 'Cloudflare Turnstile' },
          { value: 'hcaptcha', label: 'hCaptcha' },
        ],
      },
    ],
  },
  {
    id: 'wallets',
    title: 'Wallets',
    sentence: 'Which wallets a login creates, and where users approve signatures.',
    fields: [
      {
        kind: 'choice',
        path: 'embedded_wallet_config.ethereum.create_on_login',
        label: 'Make an Ethereum wallet at login',
        isLeftOut: true,
        options: [{ value: null, label: 'As the older setting says' }, ...CREATE],
      },
      {
        kind: 'choice',
        path: 'embedded_wallet_config.create_on_login',
        label: 'Older setting for Ethereum',
        hint: 'Used when the setting above is not set.',
        options: CREATE,
      },
      {
        kind: 'choice',
        path: 'embedded_wallet_config.solana.create_on_login',
        label: 'Make a Solana wallet at login',
        options: CREATE,
      },
      {
        kind: 'choice',
        path: 'embedded_wallet_config.mode',
        label: 'Where keys are',
        options: [
          { value: 'user-controlled-server-wallets-only', label: 'At the server, in the signer' },
          { value: 'legacy-embedded-wallets-only', label: 'On users’ devices' },
        ],
      },
      {
        kind: 'number',
        path: 'embedded_wallet_config.max_wallets_per_chain_type',
        label: 'Most wallets of a kind of chain',
        isNeeded: true,
      },
      {
        kind: 'choice',
        path: 'approval_surface',
        label: 'Approvals stand in',
        hint: 'A page can cover the frame, but not a wallet window.',
        options: [
          { value: 'window', label: 'A window of the wallet' },
          { value: 'frame', label: 'The frame in the page' },
        ],
      },
      onOff('enforce_wallet_uis', 'Always ask before signing'),
      { kind: 'text', path: 'wallet_connect_cloud_project_id', label: 'WalletConnect project id' },
    ],
  },
  {
    id: 'recovery',
    title: 'Recovery',
    sentence: 'How users open wallets with keys on their devices on a new device.',
    fields: [
      {
        kind: 'names',
        path: 'embedded_wallet_config.user_owned_recovery_options',
        label: 'People can choose',
        options: [
          { value: 'user-passcode', label: 'A passcode' },
          { value: 'google-drive', label: 'Google Drive' },
          { value: 'icloud', label: 'iCloud' },
          { value: 'passkey', label: 'A passkey' },
          { value: 'recovery-encryption-key', label: 'Your own key' },
        ],
      },
      onOff(
        'embedded_wallet_config.require_user_owned_recovery_on_create',
        'Ask for one when a wallet is made',
      ),
    ],
  },
  {
    id: 'security',
    title: 'Security',
    sentence: 'Second factors, and how long new logins wait.',
    fields: [
      {
        kind: 'names',
        path: 'mfa_methods',
        label: 'Second factors',
        options: MFA_METHODS.map(value => ({ value, label: MFA_NAMES[value] ?? value })),
      },
      {
        kind: 'number',
        path: 'added_login_hold_hours',
        label: 'New logins wait before they sign',
        unit: 'hours',
        hint: '0 to 720. An attacker with a stolen mailbox then can’t sign at once.',
        isNeeded: true,
      },
      onOff('hold_new_devices', 'New devices wait as long'),
    ],
  },
  {
    id: 'funding',
    title: 'Funding',
    sentence: 'How money comes to a wallet.',
    fields: [
      onOff('fiat_on_ramp_enabled', 'Buy with a card'),
      {
        kind: 'names',
        path: 'funding_config.methods',
        label: 'Ways',
        options: [
          { value: 'moonpay', label: 'MoonPay' },
          { value: 'coinbase-onramp', label: 'Coinbase' },
          { value: 'external', label: 'From another wallet' },
        ],
      },
      {
        kind: 'text',
        path: 'funding_config.default_recommended_amount',
        label: 'Amount that is proposed',
        placeholder: '10',
      },
      onOff('funding_config.prompt_funding_on_wallet_creation', 'Offer it when a wallet is made'),
      onOff('funding_config.cross_chain_bridging_enabled', 'Take money from other chains'),
    ],
  },
  {
    id: 'legal',
    title: 'Legal',
    sentence: 'The foot of the dialog links to them.',
    fields: [
      {
        kind: 'url',
        path: 'terms_and_conditions_url',
        label: 'Terms',
        placeholder: 'https://shop.example/terms',
      },
      {
        kind: 'url',
        path: 'privacy_policy_url',
        label: 'Privacy policy',
        placeholder: 'https://shop.example/privacy',
      },
      onOff('require_users_accept_terms', 'People accept the terms first'),
    ],
  },
]

export const FIELD_PATHS: readonly string[] = GROUPS.flatMap(({ fields }) => fields.map(({ path }) => path))

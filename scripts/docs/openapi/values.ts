import { createHash } from 'node:crypto'

/** Example values: each is fixed, so that the document is the same in every build. */

/** 2026-01-01T00:00:00Z, and half an hour later. */
const SECONDS = 1_767_225_600
const MS = SECONDS * 1000

const bytes = (name: string, length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
      createHash('sha256').update(`${name} ${index}`).digest(),
    ),
  ).subarray(0, length)
const base64url = (name: string, length: number) => bytes(name, length).toString('base64url')
const base64 = (name: string, length: number) => bytes(name, length).toString('base64')
const hex = (name: string, length: number) => bytes(name, length).toString('hex')

const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const OTHER_ETHEREUM = '0xb794f5eA0ba39494cE839613fffBA74279579268'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const APP = 'app_3f9c1d2e4b5a6978'
const USER = `user_${hex('user', 16)}`
const SESSION = `session_${hex('session', 16)}`
const jwt = (name: string) =>
  `${Buffer.from('{"alg":"ES256","typ":"JWT"}').toString('base64url')}.${base64url(name, 60)}.${base64url(`${name} signature`, 64)}`
const jwe = (name: string) =>
  `${Buffer.from('{"alg":"ECDH-ES","enc":"A256GCM"}').toString('base64url')}..${base64url(name, 12)}.${base64url(`${name} text`, 48)}.${base64url(`${name} tag`, 16)}`
const sealed = `v1.${base64url('sealed', 120)}`
const SPKI = `${`MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${base64('public key', 64)}`.replace(/=+$/, '')}==`
const MESSAGE = `wallet.example wants you to sign in with your Ethereum account:\n${ETHEREUM}\n\nSign in to Shop.\n\nURI: https://wallet.example\nVersion: 1\nChain ID: 1\nNonce: ${hex('nonce', 16)}\nIssued At: 2026-01-01T00:00:00.000Z`

export type Values = Readonly<Record<string, unknown>>

/** Times in milliseconds, for the operations that have them. */
export const IN_MS = {
  at: MS,
  created_at: MS,
  used_at: MS + 600_000,
  idle_at: MS + 1_800_000,
  expires_at: MS + 86_400_000,
  since: MS,
  held_until: MS + 86_400_000,
} as const

const account = { verified_at: SECONDS, first_verified_at: SECONDS, latest_verified_at: SECONDS }

/** The value of a field, or several, of which the first one that its schema accepts is used. */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  // Apps, users and sessions
  app: [APP],
  app_id: [APP],
  user_id: [USER],
  owner_id: [USER],
  from_user_id: [`user_${hex('former user', 16)}`],
  session_id: [SESSION],
  expected_id: [`expected_${hex('expected', 16)}`],
  wallet_id: [`wallet_${hex('wallet', 16)}`],
  webhook_id: [`webhook_${hex('webhook', 16)}`],
  id: [USER, 4711, `device:${base64url('device', 32)}`, base64url('credential', 16)],
  'Wallet.id': [`wallet_${hex('wallet', 16)}`],
  'EmbeddedWalletAccount.id': [`wallet_${hex('wallet', 16)}`],
  'AppConfig.id': [APP],
  'AuditEvent.id': [4711],
  created_at: [SECONDS],
  expires_at: [SECONDS + 3600],
  exported_at: [null, '2026-01-01T00:00:00.000Z'],
  imported_at: [null],
  'AuditEvent.at': [MS],
  'AuditEvent.type': ['user.authenticated'],
  'AuditEvent.data': [{ account: { type: 'email', name: 'a…@example.com' }, session_id: SESSION }],
  verified_at: [SECONDS],
  first_verified_at: [SECONDS],
  latest_verified_at: [SECONDS],
  last_login_at: [SECONDS],
  accepted_terms_at: [SECONDS],
  active_sessions: [1],
  merged_into: [null],
  merged_users: [[]],
  is_guest: [false],
  mfa_methods: [[{ type: 'totp', verified_at: SECONDS }]],
  custom_metadata: [{ plan: 'pro', seats: 5 }],
  linked_accounts: [
    [
      { type: 'email', address: 'ada@example.com', ...account },
      {
        type: 'wallet',
        id: `wallet_${hex('wallet', 16)}`,
        address: ETHEREUM,
        chain_type: 'ethereum',
        chain_id: 'eip155:1',
        connector_type: 'embedded',
        wallet_client: 'vitrine',
        wallet_client_type: 'vitrine',
        wallet_index: 0,
        recovery_method: 'privy',
        imported: false,
        delegated: false,
        ...account,
      },
    ],
    [{ type: 'email', subject: 'ada@example.com' }],
    [{ type: 'email', address: 'ada@example.com' }],
  ],
  actor: ['backend'],
  actor_name: [null],
  made_with: ['Firefox · Linux'],
  network: ['203.0.113.x'],
  next: ['eyJpZCI6NDcxMX0', null],
  next_cursor: ['4711'],
  cursor: ['4711'],
  limit: ['20'],
  wallets: [[ETHEREUM]],
  token: [jwt('access token'), `${MS}.${base64url('mfa', 32)}`, base64url('enrolment', 32)],
  refresh_token: [base64url('refresh token', 32)],
  identity_token: [jwt('identity token')],
  secret: ['private-key', base64url('secret', 32)],
  code: [sealed, base64url('login code', 32)],
  error: ['The code is wrong. Ask for another one.'],
  'Error.code': ['invalid_credentials'],
  'Error.data': [{ triesLeft: 4 }],
  site: ['https://shop.example'],
  audience: ['https://shop.example'],
  reason: ['keys and seals'],
  table: ['logins'],
  columns: [['seal']],
  tables: [{ users: [{ id: USER, created_at: '2026-01-01T00:00:00.000Z' }] }],
  format: [1],

  // Logins
  email: ['ada@example.com'],
  email_address: ['ada@example.com'],
  email_prefix: ['ada@'],
  oldAddress: ['ada@example.com'],
  newAddress: ['ada@example.org'],
  phoneNumber: ['+14155550100'],
  phone: ['+14155550100'],
  old_phone_number: ['+14155550100'],
  new_phone_number: ['+14155550111'],
  mode: ['login-or-sign-up'],
  subject: ['104857600123', base64url('guest', 32)],
  name: ['Ada Lovelace'],
  username: ['ada'],
  first_name: ['Ada'],
  last_name: ['Lovelace'],
  display_name: ['Ada Lovelace'],
  vanity_name: ['ada-lovelace'],
  bio: ['Analyst'],
  profile_picture: ['https://images.example/ada.png'],
  profile_picture_url: ['https://images.example/ada.png'],
  photo_url: ['https://images.example/ada.png'],
  pfp_url: ['https://images.example/ada.png'],
  homepage_url: ['https://ada.example'],
  signer_public_key: [`0x${hex('farcaster signer', 32)}`],
  custom_user_id: ['customer-42'],
  telegram_user_id: ['123456789'],
  fid: [3621],
  farcaster_id: ['3621'],
  owner_address: [OTHER_ETHEREUM],
  provider: ['google'],
  state_code: [base64url('state', 36)],
  code_challenge: [base64url('challenge', 32)],
  code_verifier: [sealed],
  authorization_code: [sealed],
  guest_credential: [sealed],
  flow_id: [base64url('flow', 32), base64url('flow', 16)],
  redirect_to: ['https://shop.example/account', null],
  redirect_url: ['https://shop.example/account'],
  relying_party: ['https://shop.example'],
  url: ['https://accounts.example/authorize?state=…'],
  channel_token: ['7f8c6a52-1f0e-4a0d-9a3e-5b2f4d1c0e99'],
  connect_uri: ['https://farcaster.example/~/sign-in?channelToken=7f8c6a52'],
  nonce: [base64url('nonce', 32), hex('nonce', 16), '0x5'],
  message: [MESSAGE],
  signature: [
    base64url('signature', 64),
    `0x${hex('signature', 65)}`,
    base64('signature', 64),
    hex('signature', 32),
  ],
  chainId: ['eip155:1', 1],
  walletClientType: ['metamask'],
  wallet_client_type: ['metamask'],
  connectorType: ['injected'],
  connector_type: ['injected'],
  smart_wallet_type: ['safe'],
  smart_wallet_version: ['1.4.1'],
  type: ['custom:acme'],
  step_up: [base64url('step-up', 32)],
  from_account: [true],
  target: ['email:ada@example.org'],
  answer: [sealed, base64url('answer', 64)],
  offer: [base64url('offer', 64)],
  event_name: ['login_opened'],
  client_id: [null],
  payload: [{ method: 'email' }],
  outcome: ['done'],

  // Passkeys (WebAuthn)
  challenge: [base64url('challenge', 32)],
  rp_id: ['wallet.example'],
  timeout: [300_000],
  alg: [-7],
  transports: [['internal']],
  raw_id: [base64url('credential', 16)],
  credential_id: [base64url('credential', 16)],
  credential_ids: [[base64url('credential', 16)]],
  client_data_json: [base64url('client data', 96)],
  client_extension_results: [{}],
  authenticator_data: [base64url('authenticator data', 37)],
  attestation_object: [base64url('attestation', 128)],
  user_handle: [base64url('user handle', 16)],
  authenticator_name: ['Phone'],
  created_with_browser: ['Firefox'],
  created_with_device: ['Desktop'],
  created_with_os: ['Linux'],

  // Second factors (MFA)
  mfa_token: [`${MS}.${base64url('mfa', 32)}`],
  totp: [jwe('totp')],
  codes: [jwe('recovery codes')],
  recipient: [SPKI],
  recovery_codes_left: [10],

  // Wallets
  address: [ETHEREUM, SOLANA],
  addresses: [[{ address: ETHEREUM, blockchains: ['ethereum'] }]],
  public_key: [SPKI, `0x02${hex('wallet key', 32)}`],
  chain_id: ['eip155:1', 1],
  chain: ['eip155:1', 'solana:mainnet'],
  wallet_index: [0],
  index: [0],
  policy_ids: [[]],
  override_policy_ids: [['policy_daily']],
  additional_signers: [[{ signer_id: 'shop-backend' }]],
  signer_id: ['shop-backend'],
  signer: ['Shop backend'],
  policy_id: ['policy_daily'],
  policy_hash: [base64url('policy', 32)],
  policy: [
    {
      name: 'Daily payments',
      expires_after_seconds: 2_592_000,
      chain_type: 'ethereum',
      methods: ['eth_signTransaction'],
      rules: {
        spend: [{ chain: 'eip155:1', asset: 'native', amount: '10000000000000000', per_seconds: 86_400 }],
      },
    },
    'Daily payments',
  ],
  spent: [['2500000000000000']],
  ended: [null],
  import_id: [`import_${hex('import', 16)}`],
  recipient_public_key: [SPKI],
  encryption_public_key: [SPKI],
  encapsulated_key: [base64('encapsulated key', 65)],
  ciphertext: [base64('ciphertext', 48)],
  info: [base64('info', 32)],
  aad: [base64('aad', 32)],
  signed_transaction: [`0x02f8${hex('transaction', 64)}`, base64('transaction', 96)],
  set_id: [base64url('set', 32)],
  recovery_sharing_id: [base64url('sharing', 16)],
  sharing_id: [base64url('sharing', 16)],
  replaces: [base64url('sharing', 16)],
  retires: [base64url('retired sharing', 16)],
  sharing: [
    {
      id: base64url('new sharing', 16),
      auth_share: `v1.${base64url('nonce', 12)}.${base64url('share', 48)}`,
    },
  ],
  auth_share: [`v1.${base64url('nonce', 12)}.${base64url('share', 48)}`],
  recovery_share: [`v1.${base64url('nonce', 12)}.${base64url('recovery share', 48)}`],
  share: [`v1.${base64url('nonce', 12)}.${base64url('recovery share', 48)}`],
  envelope: [`v1.${base64url('nonce', 12)}.${base64url('imported key', 48)}`],
  proof: [base64url('proof', 64)],
  verifier: [base64url('verifier', 32)],
  keys: [jwe('share keys')],
  purposes: [['auth-share']],
  recovery_key_derivation_salt: [base64url('salt', 16)],
  file_id: [null, 'drive-file-1'],
  icloud_record_name: [null, 'record-1'],
  container_identifier: ['iCloud.example.wallet'],
  api_token: [hex('api token', 32)],
  access_token: [jwe('cloud token')],
  sealed: [jwe('recovery key')],
  recovery_key: [base64('recovery key', 32)],

  // Signing, transactions and funding
  data: ['0x'],
  to: [OTHER_ETHEREUM],
  from: [ETHEREUM],
  value: ['0x2386f26fc10000', '10000000000000000'],
  hash: [`0x${hex('hash', 32)}`],
  transactionHash: [`0x${hex('hash', 32)}`],
  once: [base64url('once', 16)],
  asset: ['native', USDC],
  amount: ['25000000', '25'],
  usd_price: ['25.00'],
  rule: ['spend'],
  until: [MS + 86_400_000],
  decimals: [18],
  symbol: ['ETH'],
  domain: ['shop.example'],
  method: ['eth_sendTransaction'],
  params: [[{ from: ETHEREUM, to: OTHER_ETHEREUM, value: '0x2386f26fc10000' }]],
  result_type: ['Benign'],
  exposures: [[]],
  function_selector: ['0xa9059cbb'],
  function_signature: ['transfer(address,uint256)'],
  function_declaration: ['function transfer(address to, uint256 value)'],
  gas: ['0x5208'],
  gas_price: ['0x3b9aca00'],
  block_tag: ['latest'],
  signedUrl: ['https://buy.moonpay.example/?apiKey=…&signature=…'],
  externalTransactionId: [hex('purchase', 16)],
  currencyCode: ['ETH_ETHEREUM'],
  quoteCurrencyAmount: ['0.05'],
  accentColor: ['#2f62e6'],
  session_token: [base64url('coinbase', 32)],
  channel_id: ['shop'],
  partner_user_id: [hex('partner user', 16)],
  partnerUserId: [hex('partner user', 16)],
  pay_url: ['https://pay.coinbase.example/buy'],
  quoteId: [hex('quote', 16)],
  amountIn: ['25100000'],
  amountOut: ['25000000'],
  minimumAmountOut: ['24900000'],
  currency: [null, USDC],
  feeUsd: ['0.10'],
  timeEstimate: [30],
  transferId: [base64url('transfer', 16)],

  // Captcha (ALTCHA)
  cost: [1000],
  expiresAt: [SECONDS + 600],
  keyPrefix: [hex('prefix', 16)],
  keySignature: [hex('key signature', 32)],
  salt: [hex('salt', 16), base64url('salt', 16)],

  'EmbeddedSet.wallets': [
    [
      {
        chain_type: 'ethereum',
        wallet_index: 0,
        address: ETHEREUM,
        public_key: `0x02${hex('wallet key', 32)}`,
        created_at: SECONDS,
      },
    ],
  ],
  'EmbeddedSet.imported': [[]],

  // App config
  'AppConfig.mfa_methods': [['totp', 'passkey']],
  bot_id: ['110201543'],
  bot_name: ['shop_login_bot'],
  captcha_site_key: ['10000000-ffff-ffff-ffff-000000000001'],
  verification_key: [`-----BEGIN PUBLIC KEY-----\n${SPKI}\n-----END PUBLIC KEY-----\n`],
  'AppConfig.name': ['Shop'],
  allowed_domains: [['https://shop.example']],
  fetch_origins: [[]],
  login_code_audiences: [[]],
  allowed_native_app_ids: [[]],
  allowed_native_app_url_schemes: [[]],
  user_owned_recovery_options: [['user-passcode']],
  logo_url: ['https://shop.example/logo.png'],
  icon_url: ['https://shop.example/icon.png'],
  terms_and_conditions_url: ['https://shop.example/terms'],
  privacy_policy_url: ['https://shop.example/privacy'],
}

/** A wallet key on its way to the signer (`sealedKey`). */
export const SEALED_KEY = {
  address: ETHEREUM,
  chain_type: 'ethereum',
  entropy_type: 'private-key',
  encryption_type: 'HPKE',
  ciphertext: base64('ciphertext', 48),
  encapsulated_key: base64('encapsulated key', 65),
}

/** A wallet of an on-device set (`setWallet`). */
export const SET_WALLET = {
  chain_type: 'ethereum',
  wallet_index: 0,
  address: ETHEREUM,
  public_key: `0x02${hex('wallet key', 32)}`,
  signature: base64url('signature', 64),
}

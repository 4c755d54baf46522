import { revokeResponse, termsResponse } from '@vitrine/shared/api/delegation.ts'
import * as funding from '@vitrine/shared/api/funding.ts'
import * as oauthFlow from '@vitrine/shared/api/oauth-flow.ts'
import * as recovery from '@vitrine/shared/api/recovery.ts'
import * as embedded from '@vitrine/shared/wallet/embedded.ts'
import { exportResponse, importInitResponse } from '@vitrine/shared/wallet/import-export.ts'
import { RPC_RESPONSES } from '@vitrine/shared/wallet/rpc.ts'
import { scanResponse } from '@vitrine/shared/wallet/send-transaction.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import * as z from 'zod/mini'
import type { ServerErrorCode } from '../../../auth-server/errors/api-error.ts'
import { type DescribedRoutes, MFA_HEADER } from './described.ts'
import { IN_MS, SEALED_KEY, SET_WALLET } from './values.ts'

const done = z.object({ success: z.literal(true) })
const orderQuery = (name: string) => z.object({ [name]: z.string() })

const MFA: readonly ServerErrorCode[] = ['missing_or_invalid_mfa', 'missing_mfa_enrollment']
const DEVICE_SET = 'The wallet’s key is split into shares, and the server stores its shares encrypted.'
const SET_CODES: readonly ServerErrorCode[] = [
  'invalid_credentials',
  'resource_conflict',
  'embedded_wallet_not_found',
]
const CLOUD_CODES: readonly ServerErrorCode[] = ['disallowed_recovery_method', 'oauth_unexpected']

/** Wallets, recovery and funding. */
export const WALLET_ROUTES: DescribedRoutes = {
  'POST /wallets': {
    summary: 'Create a wallet',
    description:
      'Creates a wallet whose key the server’s signer holds. A further wallet of the same chain type needs `create_additional`.',
    answer: walletResource,
    headers: MFA_HEADER,
    codes: [
      ...MFA,
      'embedded_wallet_already_exists',
      'embedded_wallet_create_error',
      'not_supported',
      'resource_conflict',
    ],
  },
  'POST /wallets/:wallet_id/rpc': {
    summary: 'Sign with a wallet',
    description:
      'Signs a message, typed data, a transaction or an EIP-7702 authorization. The user’s device signs the request; a backend with a delegation signs it with its own key.',
    answer: z.union(Object.values(RPC_RESPONSES)),
    headers: MFA_HEADER,
    codes: [
      ...MFA,
      'embedded_wallet_not_found',
      'invalid_message',
      'not_supported',
      'resource_conflict',
      'unsupported_chain_id',
      'unsupported_wallet_type',
      'user_has_not_delegated_wallet',
    ],
    values: { message: 'Hello', signature: `0x${'1b'.repeat(65)}` },
  },
  'POST /wallets/:wallet_id/export': {
    summary: 'Export a wallet key',
    description:
      'Returns the private key, or with `export_seed_phrase` the seed phrase, encrypted for `recipient_public_key` (HPKE). It needs a step-up.',
    answer: exportResponse,
    headers: MFA_HEADER,
    codes: [...MFA, 'embedded_wallet_not_found', 'unsupported_wallet_type'],
  },
  'POST /wallets/import/init': {
    summary: 'Start a wallet import',
    description:
      'Returns the HPKE public key that the user’s key is encrypted for. It works once, within ten minutes.',
    answer: importInitResponse,
    codes: ['not_supported', 'embedded_wallet_already_exists'],
  },
  'POST /wallets/import/submit': {
    summary: 'Import a wallet',
    description:
      'Stores the encrypted key with the server’s signer and returns the wallet. It needs a step-up.',
    answer: walletResource,
    headers: MFA_HEADER,
    codes: [
      ...MFA,
      'embedded_wallet_already_exists',
      'invalid_credentials',
      'not_supported',
      'resource_conflict',
    ],
    values: { wallet: SEALED_KEY, imported_at: 1_767_225_600 },
  },
  'POST /wallets/:wallet_id/delegation_terms': {
    summary: 'Get the terms of a delegation',
    description:
      'Returns the key and the policy that the user is asked to agree to, with a signature of the server’s signer. `expires_at` is in Unix milliseconds.',
    answer: termsResponse,
    codes: ['not_supported', 'embedded_wallet_not_found'],
    values: { ...IN_MS, name: 'Shop backend' },
  },
  'PATCH /wallets/:wallet_id': {
    summary: 'Change the delegates of a wallet',
    description:
      'Replaces the list of delegates and returns the wallet. A missing delegate loses access. A new consent needs a step-up.',
    answer: walletResource,
    headers: MFA_HEADER,
    codes: [...MFA, 'embedded_wallet_not_found', 'not_supported', 'resource_conflict'],
  },
  'POST /wallets/revoke': {
    summary: 'Revoke delegations',
    description: 'Ends all delegations of the user, or those of one wallet, of one signer, or of both.',
    answer: revokeResponse,
    values: { message: 'Delegations revoked.' },
  },
  'POST /scan/transaction': {
    summary: 'Scan a transaction',
    description: 'Asks the operator’s scanner for the effect of a request before the user decides.',
    answer: scanResponse,
    codes: ['not_supported'],
    values: { value: '25', chain: '1', name: 'USD Coin', symbol: 'USDC', decimals: 6, type: 'ERC20' },
  },

  'POST /plugins/moonpay_on_ramp/sign': {
    summary: 'Sign a MoonPay address',
    description: 'Returns MoonPay’s address with the app’s signature, for one of the user’s own wallets.',
    answer: funding.moonpaySigned,
    codes: ['embedded_wallet_not_found', 'not_supported'],
  },
  'GET /plugins/moonpay_on_ramp/status': {
    summary: 'Get the state of a MoonPay purchase',
    description:
      'Returns the state of the purchase. It is `pending` while MoonPay has no purchase with this id.',
    answer: funding.moonpayStatus,
    query: orderQuery('externalTransactionId'),
    codes: ['not_found', 'not_supported'],
    values: { status: 'completed' },
  },
  'POST /funding/coinbase_on_ramp/init': {
    summary: 'Start a Coinbase purchase',
    description: 'Returns a session token of Coinbase for one window. It is valid for five minutes.',
    answer: funding.coinbaseInitialised,
    codes: ['embedded_wallet_not_found', 'not_supported'],
  },
  'GET /funding/coinbase_on_ramp/status': {
    summary: 'Get the state of a Coinbase purchase',
    description: 'Returns the state of the purchase at Coinbase.',
    answer: funding.coinbaseStatus,
    query: orderQuery('partnerUserId'),
    codes: ['not_found', 'not_supported'],
    values: { status: 'success', amount: '25' },
  },
  'POST /funding/bridge/quote': {
    summary: 'Get a bridge quote',
    description:
      'Returns the transactions that move funds from another chain to one of the user’s wallets. Amounts are in the smallest unit.',
    answer: funding.bridgeQuote,
    codes: ['embedded_wallet_not_found', 'not_supported', 'unsupported_chain_id'],
    values: { data: '0x095ea7b3', value: '0', kind: 'deposit' },
  },
  'GET /funding/bridge/status': {
    summary: 'Get the state of a bridge transfer',
    description: 'Returns the state of the transfer of a quote.',
    answer: funding.bridgeStatus,
    query: orderQuery('quoteId'),
    codes: ['not_found', 'not_supported'],
  },
  'POST /funding/transfers/claim': {
    summary: 'Announce a funding transfer',
    description:
      'Records that the user is about to send funds from another wallet, so that a second tab does not send them too.',
    answer: funding.transferClaim,
    codes: ['resource_conflict', 'embedded_wallet_not_found', 'not_supported'],
  },
  'POST /funding/transfers/sent': {
    summary: 'Report a funding transfer',
    description: 'Records the hash of the announced transfer.',
    answer: done,
    codes: ['not_found', 'resource_conflict'],
  },

  'POST /embedded_wallets/keys': {
    summary: 'Release share keys',
    description:
      'Returns the keys that open the server’s shares, encrypted for `recipient`, in the order of `purposes`.',
    answer: embedded.releaseKeysResponse,
    headers: MFA_HEADER,
    codes: [...MFA, 'embedded_wallet_not_found'],
  },
  'POST /embedded_wallets': {
    summary: 'Register on-device wallets',
    description: `Stores the first wallets of a user with their shares. ${DEVICE_SET}`,
    answer: embedded.setResponse,
    headers: MFA_HEADER,
    codes: [
      ...MFA,
      'disallowed_recovery_method',
      'invalid_credentials',
      'not_supported',
      'resource_conflict',
    ],
    values: { wallets: [SET_WALLET] },
  },
  'POST /embedded_wallets/imported': {
    summary: 'Register an imported on-device key',
    description:
      'Adds an imported key to the user’s on-device wallets. The same key again is no error. It needs a step-up.',
    answer: embedded.setResponse,
    headers: MFA_HEADER,
    codes: [...MFA, ...SET_CODES, 'embedded_wallet_already_exists', 'not_supported'],
    values: { public_key: `0x02${'7a'.repeat(32)}` },
  },
  'POST /embedded_wallets/:address/export': {
    summary: 'Report a key export',
    description:
      'Records that a device shows the key, and notifies the user. It needs a step-up. The key itself never leaves the device.',
    answer: z.object({}),
    headers: MFA_HEADER,
    codes: [...MFA, 'embedded_wallet_not_found', 'unsupported_wallet_type'],
  },
  'POST /embedded_wallets/wallets': {
    summary: 'Register a further on-device wallet',
    description: 'Adds a wallet of the same seed. The same wallet again is no error.',
    answer: embedded.setResponse,
    codes: SET_CODES,
    values: { public_key: `0x02${'7a'.repeat(32)}` },
  },
  'POST /embedded_wallets/sharings': {
    summary: 'Register the shares of a device',
    description:
      'Stores the share of a device that rebuilt the seed. `retires` names the share that it replaces.',
    answer: embedded.setResponse,
    codes: SET_CODES,
  },
  'POST /embedded_wallets/shares': {
    summary: 'Get the server’s share',
    description: 'Returns the encrypted share that belongs to the share of this device.',
    answer: embedded.shareResponse,
    codes: ['embedded_wallet_not_found', 'embedded_wallet_needs_recovery'],
  },
  'POST /embedded_wallets/:address/recovery/key_material': {
    summary: 'Get recovery key material',
    description:
      'Returns what a new device needs to open the recovery share, such as the salt of a passcode.',
    answer: embedded.keyMaterialResponse,
    codes: ['embedded_wallet_not_found'],
    values: { credential_id: null },
  },
  'POST /embedded_wallets/:address/recovery/shares': {
    summary: 'Get recovery shares',
    description:
      'Returns the encrypted shares for a recovery. `verifier` proves knowledge of the passcode. The number of attempts is limited.',
    answer: embedded.recoveryShareResponse,
    headers: MFA_HEADER,
    codes: [...MFA, 'embedded_wallet_not_found', 'invalid_credentials', 'disallowed_recovery_method'],
  },
  'POST /embedded_wallets/:address/recovery': {
    summary: 'Change the recovery method',
    description: 'Replaces the recovery share and its method. It needs a step-up.',
    answer: embedded.setResponse,
    headers: MFA_HEADER,
    codes: [
      ...MFA,
      ...SET_CODES,
      'disallowed_recovery_method',
      'embedded_wallet_password_already_exists',
      'embedded_wallet_recovery_already_exists',
    ],
  },
  'POST /recovery/oauth/init': {
    summary: 'Start a recovery: Google Drive',
    description: 'Returns Google’s address for permission to store a recovery secret in the user’s Drive.',
    answer: oauthFlow.initResponse,
    codes: CLOUD_CODES,
  },
  'POST /recovery/oauth/init_icloud': {
    summary: 'Start a recovery: iCloud',
    description: 'Returns Apple’s address for permission to store a recovery secret in the user’s iCloud.',
    answer: oauthFlow.initResponse,
    codes: CLOUD_CODES,
  },
  'POST /recovery/oauth/authenticate': {
    summary: 'Get a cloud access token',
    description: 'Redeems the provider’s answer. The cloud’s access token is encrypted for `recipient`.',
    answer: recovery.recoveryAuthenticateResponse,
    codes: [...CLOUD_CODES, 'oauth_state_mismatch', 'invalid_pkce_parameters', 'oauth_account_suspended'],
    values: { provider: 'google-drive' },
  },
  'POST /recovery/configuration_icloud': {
    summary: 'Get the iCloud configuration',
    description: 'Returns the container and the token that CloudKit JS starts with.',
    answer: recovery.icloudConfigurationResponse,
    codes: ['disallowed_recovery_method'],
  },
  'POST /recovery/encryption_key/request': {
    summary: 'Request the site’s recovery key',
    description:
      'Notifies the app’s backend with the webhook `wallet.recovery_key_requested`, and returns whether the key is there.',
    answer: recovery.recoveryKeyStateResponse,
    codes: ['disallowed_recovery_method'],
  },
  'POST /recovery/encryption_key/claim': {
    summary: 'Claim the site’s recovery key',
    description:
      'Returns the recovery key that the backend entered, encrypted for `recipient`. One device gets it, once.',
    answer: recovery.claimRecoveryKeyResponse,
    headers: MFA_HEADER,
    codes: [...MFA, 'disallowed_recovery_method', 'not_found'],
  },
}

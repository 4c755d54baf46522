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
import { type DescribedRoutes, described } from './described.ts'

const done = z.object({ success: z.literal(true) })
const ofOrder = (name: string) => z.object({ [name]: z.string() })

export const WALLET_ROUTES: DescribedRoutes = {
  'POST /wallets': described('Makes a wallet whose key is the server’s', walletResource),
  'POST /wallets/:wallet_id/rpc': described(
    'Signs with a wallet: what the device of the person signed for, or within what they let the backend’s key do',
    z.union(Object.values(RPC_RESPONSES)),
  ),
  'POST /wallets/:wallet_id/export': described('The key of a wallet, for one document alone', exportResponse),
  'POST /wallets/import/init': described('A key to encrypt one’s own wallet for', importInitResponse),
  'POST /wallets/import/submit': described('Brings a wallet in', walletResource),
  'POST /wallets/:wallet_id/delegation_terms': described(
    'What the person is asked to let a backend’s key do',
    termsResponse,
  ),
  'PATCH /wallets/:wallet_id': described('Who may use the wallet besides the person', walletResource),
  'POST /wallets/revoke': described('Ends what backends’ keys may do', revokeResponse),
  'POST /scan/transaction': described('Asks the operator’s scanner', scanResponse),

  'POST /plugins/moonpay_on_ramp/sign': described('A signed address of MoonPay', funding.moonpaySigned),
  'GET /plugins/moonpay_on_ramp/status': described(
    'What became of a purchase at MoonPay',
    funding.moonpayStatus,
    ofOrder('externalTransactionId'),
  ),
  'POST /funding/coinbase_on_ramp/init': described('An address of Coinbase', funding.coinbaseInitialised),
  'GET /funding/coinbase_on_ramp/status': described(
    'What became of a purchase at Coinbase',
    funding.coinbaseStatus,
    ofOrder('partnerUserId'),
  ),
  'POST /funding/bridge/quote': described('What it takes to bring money across chains', funding.bridgeQuote),
  'GET /funding/bridge/status': described('What became of it', funding.bridgeStatus, ofOrder('quoteId')),
  'POST /funding/transfers/claim': described(
    'Says that a transfer is about to be asked for',
    funding.transferClaim,
  ),
  'POST /funding/transfers/sent': described('Says that it was sent', done),

  'POST /embedded_wallets/keys': described(
    'The keys that open shares on a device',
    embedded.releaseKeysResponse,
  ),
  'POST /embedded_wallets': described('Stores the shares of a person’s first wallet', embedded.setResponse),
  'POST /embedded_wallets/imported': described('Stores those of one that was brought', embedded.setResponse),
  'POST /embedded_wallets/:address/export': described(
    'Notes that a key is shown on the device',
    z.object({}),
  ),
  'POST /embedded_wallets/wallets': described('A further wallet of the set', embedded.setResponse),
  'POST /embedded_wallets/sharings': described('The set, split anew', embedded.setResponse),
  'POST /embedded_wallets/shares': described('The server’s share', embedded.shareResponse),
  'POST /embedded_wallets/:address/recovery/key_material': described(
    'What a recovery is opened with',
    embedded.keyMaterialResponse,
  ),
  'POST /embedded_wallets/:address/recovery/shares': described(
    'The share of a recovery',
    embedded.recoveryShareResponse,
  ),
  'POST /embedded_wallets/:address/recovery': described('Sets another recovery', embedded.setResponse),
  'POST /recovery/oauth/init': described('Begins a recovery by Google Drive', oauthFlow.initResponse),
  'POST /recovery/oauth/init_icloud': described('Begins a recovery by iCloud', oauthFlow.initResponse),
  'POST /recovery/oauth/authenticate': described(
    'The leave to use the cloud, for the vault alone',
    recovery.recoveryAuthenticateResponse,
  ),
  'POST /recovery/configuration_icloud': described(
    'What iCloud’s library is started with',
    recovery.icloudConfigurationResponse,
  ),
  'POST /recovery/encryption_key/request': described(
    'Asks the app’s backend for the recovery key',
    recovery.recoveryKeyStateResponse,
  ),
  'POST /recovery/encryption_key/claim': described(
    'The recovery key, for the vault alone, once',
    recovery.claimRecoveryKeyResponse,
  ),
}

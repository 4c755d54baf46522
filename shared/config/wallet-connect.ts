import type { AppConfig } from './app-config.ts'

/** WalletConnect's own. */
export const RELAY_URL = 'wss://relay.walletconnect.com'

type Config = Pick<
  AppConfig,
  'wallet_auth' | 'solana_wallet_auth' | 'wallet_connect_cloud_project_id' | 'wallet_connect_relay_url'
>

/** Where the frame reaches wallets on phones; `null` for an app that reaches none: without a project, or a login by wallet. */
export const relayUrlOf = (app: Config): string | null =>
  app.wallet_connect_cloud_project_id !== null && (app.wallet_auth || app.solana_wallet_auth)
    ? (app.wallet_connect_relay_url ?? RELAY_URL)
    : null

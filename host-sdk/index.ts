import { parseUrl } from '@vitrine/shared/parse-url.ts'
import { createVitrine as create } from './create-vitrine.ts'
import { greetFrame } from './greet-frame.ts'
import { inertVitrine } from './inert.ts'
import type { Vitrine } from './instance.ts'
import { configurationError, type VitrineOptions } from './options.ts'
import { shareInstance } from './share-instance.ts'
import { LATER } from './whole-later.ts'

export type { User } from '@vitrine/shared/api/client-user.ts'
export type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
export type { ErrorBody, ErrorType } from '@vitrine/shared/errors/vitrine-error.ts'
export { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
export type { FundWalletResult } from '@vitrine/shared/funding/fund-wallet.ts'
export type { LinkName, LoginName, ProviderName } from '@vitrine/shared/login/registry.ts'
export type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
export type { Check, Examined } from './doctor.ts'
export type { EthereumEvents, EthereumListeners, EthereumProvider, ProviderRpcError } from './ethereum.ts'
export type { LoginResult, Vitrine, VitrineEvents } from './instance.ts'
export type {
  AccountOptions,
  AccountReference,
  AdditionalSigner,
  ConnectWalletOptions,
  CreateWalletOptions,
  DelegateOptions,
  FundWalletOptions,
  ImportWalletOptions,
  InlineOptions,
  LinkedAccount,
  LinkOptions,
  LoginCodeOptions,
  LoginOptions,
  LogoutOptions,
  Quantity,
  RevokeOptions,
  SendOptions,
  SignedAuthorization,
  SignMessageOptions,
  SignMessageRequest,
  SignOptions,
  TransactionRequest,
  TypedDataDomain,
  TypedDataRequest,
} from './method-options.ts'
export type { VitrineOptions } from './options.ts'
export type { SolanaFeatures, SolanaWallet } from './solana.ts'
export type { VitrineState } from './state.ts'
export type { ContractInfo, SendUiOptions, SignUiOptions, TransactionInfo } from './ui-options.ts'
export type {
  AppearanceConfig,
  Color,
  CreateOnLogin,
  CustomAuth,
  EmbeddedWalletsConfig,
  ExternalWalletsConfig,
  HostOptions,
  SolanaRpc,
  VitrineChain,
  VitrineConfig,
  WalletChainType,
} from './vitrine-config.ts'

/** Of an address with a path, or of a setting that is missing, the page is told how it is written. */
function checkOrigin({ walletOrigin }: VitrineOptions) {
  const origin = parseUrl(walletOrigin)?.origin ?? null
  if (origin === walletOrigin) return
  const meant = origin?.startsWith('http') ? origin : 'https://wallet.example'
  throw configurationError(
    `\`walletOrigin\` is ${JSON.stringify(walletOrigin)}, which is no origin. Write it as ${meant}: scheme, host and port alone.`,
  )
}

/**
 * Loads the wallet frame into the page and returns the instance that speaks to it. The same options give the same instance,
 * whoever asks: it ends shortly after `destroy()` was called once for each `createVitrine`. Functions among the options are not
 * compared, and those of the latest call are used. On a server it loads nothing and says nothing: `state` is the first one for good,
 * `ready` waits, and methods reject with `not_ready`.
 *
 * @throws VitrineError `configuration_error` for options that cannot work, or when the app has an instance with others already
 */
export function createVitrine(options: VitrineOptions): Vitrine {
  checkOrigin(options)
  if (typeof document === 'undefined') return inertVitrine(options)
  return shareInstance(options, given =>
    create(given, {
      greeting: async () => ({ greetFrame }),
      later: async () => LATER,
    }),
  )
}

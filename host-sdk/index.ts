import { createVitrine as create } from './create-vitrine.ts'
import { greetFrame } from './greet-frame.ts'
import type { Vitrine } from './instance.ts'
import type { VitrineOptions } from './options.ts'
import { LATER } from './whole-later.ts'

export type { User } from '@vitrine/shared/api/client-user.ts'
export type { HostOptions } from '@vitrine/shared/config/host-options.ts'
export type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
export type { ErrorBody, ErrorType } from '@vitrine/shared/errors/vitrine-error.ts'
export { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
export type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
export type { Check, Examined } from './doctor.ts'
export type { EthereumEvents, EthereumProvider, ProviderRpcError } from './ethereum.ts'
export type {
  AccountOptions,
  AccountReference,
  ConnectWalletOptions,
  CreateWalletOptions,
  FundWalletOptions,
  FundWalletResult,
  InlineOptions,
  LinkOptions,
  LoginCodeOptions,
  LoginOptions,
  LoginResult,
  LogoutOptions,
  SignMessageOptions,
  SignMessageRequest,
  SignOptions,
  TransactionRequest,
  TypedDataRequest,
  Vitrine,
  VitrineEvents,
} from './instance.ts'
export type { CustomAuth, VitrineConfig, VitrineOptions } from './options.ts'
export type { SolanaFeatures, SolanaWallet } from './solana.ts'
export type { VitrineState } from './state.ts'

/**
 * Loads the wallet frame into the page and returns the instance that speaks to it. On a server it loads nothing: the
 * instance has its initial `state`, and `ready` rejects.
 *
 * @throws VitrineError `configuration_error` for options that cannot work, or when the app has an instance already
 */
export const createVitrine = (options: VitrineOptions): Vitrine =>
  create(options, {
    greeting: async () => ({ greetFrame }),
    later: async () => LATER,
  })

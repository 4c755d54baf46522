export type { User } from '@vitrine/shared/api/client-user.ts'
export type { HostOptions } from '@vitrine/shared/config/host-options.ts'
export type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
export type { ErrorBody, ErrorType } from '@vitrine/shared/errors/vitrine-error.ts'
export { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
export type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
export { createVitrine } from './create-vitrine.ts'
export type { EthereumEvents, EthereumProvider, ProviderRpcError } from './ethereum.ts'
export type {
  AccountReference,
  CreateWalletOptions,
  LinkOptions,
  LoginCodeOptions,
  LoginOptions,
  LoginResult,
  LogoutOptions,
  SignMessageOptions,
  SignMessageRequest,
  Vitrine,
  VitrineEvents,
} from './instance.ts'
export type { CustomAuth, VitrineConfig, VitrineOptions } from './options.ts'
export type { VitrineState } from './state.ts'

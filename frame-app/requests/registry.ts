import type { WalletOperation } from '@vitrine/shared/wallet/registry.ts'

/** The screen of each wallet operation; its code comes when it is needed, or when the browser is idle. */
export const WALLET_SCREENS = {
  create: async () => (await import('../wallet/create/screen.tsx')).CreateWalletScreen,
  'sign-message': async () => (await import('./sign-message/screen.tsx')).SignMessageScreen,
  'sign-typed-data': async () => (await import('./sign-typed-data/screen.tsx')).SignTypedDataScreen,
  'sign-transaction': async () => (await import('./sign-transaction/screen.tsx')).SignTransactionScreen,
  'send-transaction': async () => (await import('./send-transaction/screen.tsx')).SendTransactionScreen,
  'sign-authorization': async () => (await import('./sign-authorization/screen.tsx')).SignAuthorizationScreen,
} satisfies Record<WalletOperation, () => Promise<unknown>>

/** Wallet operations that exist; the slug rule of `login/registry.ts` holds here too. */
export const WALLET_OPERATIONS = [
  'create',
  'sign-message',
  'sign-typed-data',
  'sign-transaction',
  'sign-authorization',
  'send-transaction',
] as const
export type WalletOperation = (typeof WALLET_OPERATIONS)[number]

import type { WalletOperation } from '@vitrine/shared/wallet/registry.ts'

/** The screen of each wallet operation; its code comes when it is needed, or when the browser is idle. */
export const WALLET_SCREENS = {
  create: async () => (await import('./create/screen.tsx')).CreateWalletScreen,
  'sign-message': async () => (await import('./sign-message/screen.tsx')).SignMessageScreen,
} satisfies Record<WalletOperation, () => Promise<unknown>>

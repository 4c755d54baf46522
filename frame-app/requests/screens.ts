import type { ComponentType } from 'react'
import type { Kind, RequestOf } from './registry.ts'

/**
 * The screen of each kind that needs a session; its code comes when it is needed, or ahead of that when the browser is
 * idle. Apart from the kinds' other facts: only the dialog needs these, and only once it is there.
 */
export const SCREENS = {
  account: async () => (await import('./account/screen.tsx')).AccountScreen,
  link: async () => (await import('../linked-accounts/link-screen.tsx')).LinkScreen,
  update: async () => (await import('../linked-accounts/link-screen.tsx')).LinkScreen,
  unlink: async () => (await import('./unlink/screen.tsx')).UnlinkScreen,
  'sign-message': async () => (await import('./sign-message/screen.tsx')).SignMessageScreen,
  'sign-typed-data': async () => (await import('./sign-typed-data/screen.tsx')).SignTypedDataScreen,
  'sign-transaction': async () => (await import('./sign-transaction/screen.tsx')).SignTransactionScreen,
  'send-transaction': async () => (await import('./send-transaction/screen.tsx')).SendTransactionScreen,
  'send-calls': async () => (await import('./send-calls/screen.tsx')).SendCallsScreen,
  'sign-authorization': async () => (await import('./sign-authorization/screen.tsx')).SignAuthorizationScreen,
  'solana-transaction': async () => (await import('./solana-transaction/screen.tsx')).SolanaTransactionScreen,
  'watch-asset': async () => (await import('./watch-asset/screen.tsx')).WatchAssetScreen,
  'show-calls': async () => (await import('./show-calls/screen.tsx')).ShowCallsScreen,
  recover: async () => (await import('./recover/screen.tsx')).RecoverScreen,
  'set-recovery': async () => (await import('./set-recovery/screen.tsx')).SetRecoveryScreen,
} satisfies {
  readonly [K in Exclude<Kind, 'login'>]: () => Promise<ComponentType<{ readonly request: RequestOf<K> }>>
}

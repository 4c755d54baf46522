import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import type { RequestKind } from '../kind.ts'

/** Shows the key of a wallet to its person. The page hears that they have left it, and nothing else. */
export interface ExportWalletRequest {
  readonly id: string
  readonly kind: 'export-wallet'
  readonly wallet: EmbeddedWallet
}

export const exportWallet: RequestKind<ExportWalletRequest, undefined, 'exportWallet'> = {
  dismissal: { type: 'result', result: undefined },
  custody: ['server', 'device'],
  silent: null,
  screen: async () => (await import('./screen.tsx')).ExportWalletScreen,
  page: { method: 'exportWallet', handler: async () => (await import('./handler.ts')).exportWallet },
}

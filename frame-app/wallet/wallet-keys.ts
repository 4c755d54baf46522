import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import type { RecoverySecret } from './recovery-secret.ts'

/** A key that is to be brought in. `hd`: it is of words, at this index of its chain's path. */
export interface ImportedKey {
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
  readonly entropy: { readonly type: 'private-key' } | { readonly type: 'hd'; readonly index: number }
}

/** An import that was begun: what it is encrypted to is the signer's, or this device's vault's. */
export interface BegunImport extends ImportedKey {
  /** Base64 SPKI. */
  readonly recipient: string
}

/**
 * Keys that are brought in and shown, whoever holds them. They cross the frame encrypted (`shared/hpke/key-transport.ts`): only the
 * document that the person types them into, or reads them in, has them in the clear.
 */
export interface WalletKeys {
  /**
   * @param recipient of the document that shows it, base64 SPKI
   * @throws VitrineError `step_up_required` without a proof; `not_supported`: an imported key has no words of ours
   */
  exportKey(
    wallet: EmbeddedWallet,
    secret: ExportedSecret,
    recipient: string,
    proof: StepUpBody,
    signal: AbortSignal,
  ): Promise<HpkeSealed>
  /** @throws VitrineError `embedded_wallet_already_exists`: the user has the wallet */
  beginImport(key: ImportedKey, signal: AbortSignal): Promise<BegunImport>
  /**
   * Brings the key in, within 15 s, and tells the page of the wallet.
   * @param options `recovery`: where the person has no wallet on their devices yet, and the app wants a recovery of their own
   * @throws VitrineError "Failed to import wallet"; `step_up_required` without a proof
   */
  importKey(
    begun: BegunImport,
    sealed: HpkeSealed,
    options: {
      readonly proof: StepUpBody
      readonly recovery?: RecoverySecret
    },
    signal: AbortSignal,
  ): Promise<EmbeddedWallet>
}

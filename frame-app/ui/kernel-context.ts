import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameEvents } from '@vitrine/shared/bridge/methods.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { LoginMethod, Way } from '@vitrine/shared/login/registry.ts'
import { createContext, useContext } from 'react'
import type { CaptchaCheck } from '../captcha/captcha.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import type { Appearance } from '../config/appearance.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { ReadableStore } from '../core/store.ts'
import type { Connected, ExternalWallets } from '../external-wallets/ports.ts'
import type { Screens } from '../requests/queue.ts'
import type { Calls } from '../session/calls.ts'
import type { SessionSnapshot } from '../session/session.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'

/** Every function rejects with `VitrineError`; an aborted signal rejects with the signal's reason. */
export interface Operations {
  readonly calls: Calls
  /** POST /users/me/accept_terms. */
  acceptTerms(signal: AbortSignal): Promise<User>
  /**
   * Creates the wallets that the config creates on login; idempotent; resolves at once when there is nothing to make.
   * Rejects with `embedded_wallet_password_unconfirmed` when it takes a recovery, which comes with the next call, or
   * that the person sets none.
   */
  createWalletsOnLogin(
    signal: AbortSignal,
    recovery?: { readonly given: RecoverySecret } | 'declined',
  ): Promise<void>
  readonly signMessage: WalletOperations['signMessage']
  /** What a person approved, performed with the wallet's key wherever that is. */
  readonly perform: WalletOperations['perform']
  /** Opens the on-device wallets on this device by itself, where that takes nothing of the person. */
  readonly openHere: WalletOperations['openHere']
  /** How an on-device wallet is recovered. */
  readonly recoveryOf: WalletOperations['recoveryOf']
  /** Opens the on-device wallets on this device by their recovery. */
  readonly recover: WalletOperations['recover']
  /** Sets the recovery of the on-device wallets, or makes the first of them with it. */
  readonly setRecovery: WalletOperations['setRecovery']
  /** Keys that are brought in and taken out, encrypted for who opens them. */
  readonly exportKey: WalletOperations['exportKey']
  readonly beginImport: WalletOperations['beginImport']
  readonly importKey: WalletOperations['importKey']
  /** What asks for second factors; its code comes with a session. */
  readonly mfa: WalletOperations['mfa']
  /** Who may use the person's wallets besides them. */
  readonly delegates: WalletOperations['delegates']
  /** Starts the vault, which holds the keys, after it did not answer. */
  readonly startVault: WalletOperations['startVault']
  logout(scope: 'device' | 'all-devices'): Promise<void>
}

/** A text in the frame origin's storage. */
export interface KeptText {
  read(): string | null
  /** @param text nothing forgets it */
  write(text: string): void
}

/**
 * What the kernel offers the screens. They get the one value by React context and never reach into the kernel's modules;
 * the kernel never imports a screen but through `boot/show-screens.ts` on demand.
 */
export interface Kernel {
  readonly app: AppConfig
  /** The pinned origin: the only name of the site that a screen may show. */
  readonly hostOrigin: string
  readonly config: ReadableStore<EffectiveConfig>
  readonly appearance: ReadableStore<Appearance>
  /** BCP 47 tag of the site's choice; `null`: the browser's languages count. */
  locale(): string | null
  /** What the person last logged in with on this device, for a hint. */
  lastLogin(): Way | null
  /** Whom the landing greets: `login/greeting.ts` writes and reads it. It outlives a logout, but not one of all devices. */
  readonly greeting: KeptText
  /** What a login method keeps on this device for this app, under its name or one of the contract's; it outlives a logout. */
  keptBy(name: LoginMethod | 'stateCode' | 'codeVerifier'): KeptText
  /** Whom the person who is logged in sends to (`recipients/address-book.ts`); of nobody it is empty, and keeps nothing. */
  readonly recipients: KeptText
  /** What is kept on this device for who is logged in, of one of their wallets; nothing without a session. */
  keptOfUser(kept: 'holdings' | 'funding' | 'transfers', address: string): KeptText
  /** The second factor that who is logged in proved last on this device. */
  readonly lastMfa: KeptText
  readonly session: ReadableStore<SessionSnapshot>
  readonly screens: Screens
  /** The token of the site's own login, asked of the page; `null`: nobody is logged in there; `undefined`: it does not say. */
  askSite(): Promise<string | null | undefined>
  /**
   * Takes the whole page to a start page of the wallet origin, for a login; without an address it only asks for the page's own.
   * @returns the page's address; nothing when it stays. Rejects when the page does not answer
   */
  navigate(url?: string): Promise<string>
  readonly captcha: ReadableStore<readonly CaptchaCheck[]>
  /** Tells the page how far a flow is; see `ui/tell-status.ts`. */
  tellFlow(status: FrameEvents['flowStatus']): void
  readonly operations: Operations
  /** The person's own wallet apps; their code comes with the first use. @throws VitrineError `service_unavailable` */
  externalWallets(): Promise<ExternalWallets>
  /** Those of them that are connected. */
  readonly connected: ReadableStore<Connected>
  /** The app's Ethereum chains; their code comes with the first use. @throws VitrineError `service_unavailable` */
  ethereum(): Promise<EthereumNetworks>
  /** The app's Solana clusters, likewise. @throws VitrineError `service_unavailable` */
  solana(): Promise<SolanaNetworks>
}

export const KernelContext = createContext<Kernel | null>(null)

export function useKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (kernel === null) throw new TypeError('A screen stands outside of <KernelContext>')
  return kernel
}

import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { LoginName } from '@vitrine/shared/login/registry.ts'

/** A hex colour, `#rrggbb`. */
export type Color = `#${string}`
/** Which wallets are shown to a person. */
export type WalletChainType = 'ethereum-only' | 'solana-only' | 'ethereum-and-solana'
/** For whom a login makes a wallet: `users-without-wallets` passes over who has linked one of their own. */
export type CreateOnLogin = 'users-without-wallets' | 'all-users' | 'off'

/** How the site's own login is asked, where the wallet follows it (contract §4.3 `customAuth`). */
export interface CustomAuth {
  /** `false` leaves the wallet's session as it is. Read each time. */
  readonly enabled?: boolean | undefined
  /** The JWT of the site's login; `null` when nobody is logged in. Asked again each time: give one that is not about to expire. */
  getCustomAccessToken(): Promise<string | null> | string | null
  /** While true the site does not know yet who is logged in, and the wallet stays as it is. Read each time. */
  readonly isLoading?: boolean | undefined
  /** Calls `onChange` whenever someone logs in or out at the site, or `isLoading` has ended; returns what ends that. */
  subscribe?(onChange: () => void): () => void
}

/** How the dialog looks, and which wallets it shows. */
export interface AppearanceConfig {
  /** `light`, `dark`, or a background from which the rest is computed with readable contrast. */
  readonly theme?: 'light' | 'dark' | Color | undefined
  /** Of buttons and links; by default the app's. */
  readonly accentColor?: Color | undefined
  /** Address of an image above the landing. */
  readonly logo?: string | undefined
  /** Address of an image below the landing. */
  readonly footerLogo?: string | undefined
  /** The domain that your login mails come from, named where the code of a login is asked for. */
  readonly emailDomain?: string | undefined
  /** The landing's heading, and the dialog's name; up to 120 characters. */
  readonly landingHeader?: string | undefined
  /** A sentence below it; cut to 100 characters. */
  readonly loginMessage?: string | undefined
  /** `true` puts the wallet's row before all others. */
  readonly showWalletLoginFirst?: boolean | undefined
  /** Which wallets, in which order; those in the page come first. */
  readonly walletList?: readonly WalletListEntry[] | undefined
  /** By default `ethereum-only`; `solana-only` in an app whose only wallet login is Solana's. */
  readonly walletChainType?: WalletChainType | undefined
  /** `true` puts the fields for an address or a number behind a button of their own. */
  readonly hideDirectWeb2Inputs?: boolean | undefined
}

/** A chain as viem has it (`viem/chains`, `defineChain`), as far as it is data. */
export interface VitrineChain {
  /** EIP-155. */
  readonly id: number
  readonly name: string
  readonly nativeCurrency?:
    | { readonly name: string; readonly symbol: string; readonly decimals: number }
    | undefined
  /** Endpoints by name. The wallet uses those of `vitrineWalletOverride`, where the app's server config has their origin. */
  readonly rpcUrls?:
    | {
        readonly [name: string]: {
          readonly http: readonly string[]
          readonly webSocket?: readonly string[] | undefined
        }
      }
    | undefined
  /** The page to look a transaction up on. */
  readonly blockExplorers?:
    | { readonly default?: { readonly name?: string | undefined; readonly url: string } | undefined }
    | undefined
  readonly testnet?: boolean | undefined
}

/** Wallets that are made here. */
export interface EmbeddedWalletsConfig {
  /** Of Ethereum. */
  readonly ethereum?: { readonly createOnLogin?: CreateOnLogin | undefined } | undefined
  /** Of Solana. */
  readonly solana?: { readonly createOnLogin?: CreateOnLogin | undefined } | undefined
  /** `false` asks for no screens, where the app's operator permits it. */
  readonly showWalletUIs?: boolean | undefined
  /** Which amount stands first on an approval. */
  readonly priceDisplay?:
    | { readonly primary: 'fiat-currency'; readonly secondary: 'native-token' }
    | { readonly primary: 'native-token'; readonly secondary: null }
    | undefined
  /** Changes nothing: no wallet is ever moved from one mode to the other by itself. */
  readonly disableAutomaticMigration?: boolean | undefined
  /** `true` lays the values of an Ethereum call that nothing explains out by their form. */
  readonly extendedCalldataDecoding?: boolean | undefined
  /** Has the operator's scanner look at Ethereum transactions and typed data before the person decides. */
  readonly transactionScanning?:
    | {
        readonly enabled: boolean
        /** The site that the scanner is told of, of the app's `allowed_domains`; by default this page's. */
        readonly domain?: string | undefined
      }
    | undefined
}

/** Wallets that people have elsewhere. */
export interface ExternalWalletsConfig {
  /** `true`: no wallets but those made here. */
  readonly disableAllExternalWallets?: boolean | undefined
  /** Wallets on phones. They need the app's `wallet_connect_cloud_project_id` besides. */
  readonly walletConnect?: { readonly enabled?: boolean | undefined } | undefined
  /** Milliseconds by wallet client type, e.g. `{ metamask: 60_000 }`; 120,000 by default. */
  readonly signatureRequestTimeouts?: Readonly<Record<string, number>> | undefined
  /** Has no effect: the library is not loaded. */
  readonly coinbaseWallet?: { readonly config?: Readonly<Record<string, unknown>> | undefined } | undefined
  /** Has no effect: the library is not loaded. */
  readonly baseAccount?: { readonly config?: Readonly<Record<string, unknown>> | undefined } | undefined
  /** Has no effect: Solana's wallets are found by the Wallet Standard. */
  readonly solana?: { readonly connectors?: unknown } | undefined
}

/** A cluster's endpoints. Those count whose origin the app's server config has in `solana_rpcs`. */
export interface SolanaRpc {
  /** HTTP endpoint. */
  readonly rpc?: string | undefined
  /** WebSocket endpoint. */
  readonly rpcSubscriptions?: string | undefined
  /** Where a person looks a transaction up; HTTPS. */
  readonly blockExplorerUrl?: string | undefined
}

/**
 * What a site gives `createVitrine({config})` (contract §4.3). It wins over the app's own configuration on the server, and cannot
 * turn on what the server has off. What is wrong or unknown is dropped with a `configWarning`.
 */
export interface VitrineConfig {
  readonly appearance?: AppearanceConfig | undefined
  /** Which of the app's ways to log in. None at all is refused. */
  readonly loginMethods?: readonly LoginName[] | undefined
  /** The same with an order; `overflow` stands behind "More options". Wallets can be named here as rows of their own. */
  readonly loginMethodsAndOrder?:
    | { readonly primary: readonly LoginName[]; readonly overflow?: readonly LoginName[] | undefined }
    | undefined
  /** Languages and countries. */
  readonly intl?:
    | {
        /** Of the phone field, ISO 3166-1 alpha-2, e.g. `GB`; `US` by default. */
        readonly defaultCountry?: string | undefined
        /** Your own words for the landing, by the keys of the frame's catalogue. */
        readonly textLocalization?: Readonly<Record<string, string>> | undefined
      }
    | undefined
  /** What a person agrees to, in the place of the app's; `null` takes the app's away. */
  readonly legal?:
    | {
        readonly termsAndConditionsUrl?: string | null | undefined
        readonly privacyPolicyUrl?: string | null | undefined
      }
    | undefined
  /** In the place of the app's, where the app has one. */
  readonly walletConnectCloudProjectId?: string | undefined
  /** Ethereum's chains; by default those of the app's server config. */
  readonly supportedChains?: readonly VitrineChain[] | undefined
  /** One of `supportedChains`. Without it: Ethereum, else the first. */
  readonly defaultChain?: VitrineChain | undefined
  /** Changes nothing: whether a captcha is asked for is the server's to say. */
  readonly captchaEnabled?: boolean | undefined
  /** Has no effect: the wallet puts no script into the page's document. */
  readonly scriptNonce?: string | undefined
  /** Where a login that takes the whole page comes back to; by default the page that it began on. */
  readonly customOAuthRedirectUrl?: string | undefined
  /** `true` offers logins at other companies in browsers within other apps too. */
  readonly allowOAuthInEmbeddedBrowsers?: boolean | undefined
  readonly externalWallets?: ExternalWalletsConfig | undefined
  readonly embeddedWallets?: EmbeddedWalletsConfig | undefined
  /** Second factors. */
  readonly mfa?:
    | {
        /** `true`: no screen asks for one by itself; the event `mfaRequired` says that one is needed. */
        readonly noPromptOnMfaRequired?: boolean | undefined
      }
    | undefined
  readonly passkeys?:
    | {
        /** `false`: passkeys that are second factors no more still log in. */
        readonly shouldUnlinkOnUnenrollMfa?: boolean | undefined
        /** `false`: a passkey that is unlinked stays a second factor. */
        readonly shouldUnenrollMfaOnUnlink?: boolean | undefined
        /** How a new passkey is asked for: WebAuthn level 3, `PublicKeyCredentialHint`. */
        readonly registration?:
          | { readonly hints?: readonly ('security-key' | 'client-device' | 'hybrid')[] | undefined }
          | undefined
      }
    | undefined
  /** Companies by which wallets are funded. */
  readonly fundingMethodConfig?:
    | {
        readonly moonpay?:
          | {
              readonly useSandbox?: boolean | undefined
              /** MoonPay's name of it, e.g. `credit_debit_card`. */
              readonly paymentMethod?: string | undefined
              readonly uiConfig?:
                | {
                    readonly accentColor?: Color | undefined
                    readonly theme?: 'light' | 'dark' | undefined
                  }
                | undefined
            }
          | undefined
      }
    | undefined
  /** Solana's clusters by the names of the Wallet Standard, e.g. `solana:devnet`. */
  readonly solana?:
    | {
        readonly rpcs?:
          | { readonly [Cluster in `solana:${'mainnet' | 'devnet' | 'testnet'}`]?: SolanaRpc | undefined }
          | undefined
      }
    | undefined
  /** Follows the site's own login: who is logged in there is logged in here. Its functions stay in the page. */
  readonly customAuth?: CustomAuth | undefined
  /** Changes nothing: the wallet writes no cookies. */
  readonly sessions?: { readonly cookieWriteBehavior?: 'default' | 'never' | undefined } | undefined
  /** Has no effect in this version. */
  readonly plugins?: readonly unknown[] | undefined
  /** Has no effect in this version. */
  readonly headless?: boolean | undefined
  /** `true`: no passkeys on this page, neither to log in nor to link. */
  readonly globalDisablePasskeys?: boolean | undefined
  /** Has no effect in this version. */
  readonly _render?: { readonly standalone?: boolean | undefined } | undefined
}

/** The options that are data, which the frame gets. */
export type HostOptions = Omit<VitrineConfig, 'customAuth'>

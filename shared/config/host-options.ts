import * as z from 'zod/mini'
import { wholeNumber } from '../whole-number.ts'
import { WALLET_LIST_ENTRIES } from './wallet-list.ts'

const flag = z.optional(z.boolean())
const text = (limit: number) => z.string().check(z.maxLength(limit))
const httpUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/))
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))
const createOnLogin = z.optional(
  z.object({ createOnLogin: z.optional(z.enum(['users-without-wallets', 'all-users', 'off'])) }),
)
const names = z.array(text(80)).check(z.maxLength(64))

/** A chain in viem's shape, as far as it is data. `rpcUrls.vitrineWalletOverride` is the wallet's own endpoint. */
const chain = z.looseObject({
  id: wholeNumber.check(z.positive()),
  name: text(80),
  nativeCurrency: z.optional(
    z.looseObject({
      name: text(64),
      symbol: text(16),
      decimals: wholeNumber.check(z.nonnegative(), z.maximum(36)),
    }),
  ),
  rpcUrls: z.optional(z.record(z.string(), z.looseObject({ http: z.array(httpUrl) }))),
  blockExplorers: z.optional(z.looseObject({ default: z.optional(z.looseObject({ url: httpUrl })) })),
  testnet: flag,
})
export type HostChain = z.infer<typeof chain>

/**
 * What a site gives `createVitrine({config})` (contract §4.3), as far as it is data: an element or a function cannot
 * cross into the frame. A wrong or unknown option is dropped with a `configWarning`, see `bridge/schemas.ts` `hello`.
 */
export const hostOptions = z.object({
  appearance: z.optional(
    z.object({
      theme: z.optional(z.string().check(z.regex(/^(light|dark|#[0-9a-fA-F]{6})$/))),
      accentColor: z.optional(color),
      logo: z.optional(httpUrl),
      footerLogo: z.optional(httpUrl),
      /** What is no domain could read as an instruction on the code screen. */
      emailDomain: z.optional(text(253).check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
      landingHeader: z.optional(text(120)),
      loginMessage: z.optional(z.string()),
      showWalletLoginFirst: flag,
      walletList: z.optional(z.array(z.enum(WALLET_LIST_ENTRIES)).check(z.minLength(1))),
      walletChainType: z.optional(z.enum(['ethereum-only', 'solana-only', 'ethereum-and-solana'])),
      hideDirectWeb2Inputs: flag,
    }),
  ),
  /** None at all leaves nothing to log in with, and is refused as that (specification §5). */
  loginMethods: z.optional(names),
  /** The same of no primary method. */
  loginMethodsAndOrder: z.optional(z.object({ primary: names, overflow: z.optional(names) })),
  intl: z.optional(
    z.object({
      /** ISO 3166-1 alpha-2. */
      defaultCountry: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      /** By the keys of the frame's catalogue of words. */
      textLocalization: z.optional(z.record(text(80), text(1000))),
    }),
  ),
  legal: z.optional(
    z.object({
      termsAndConditionsUrl: z.optional(z.nullable(httpUrl)),
      privacyPolicyUrl: z.optional(z.nullable(httpUrl)),
    }),
  ),
  walletConnectCloudProjectId: z.optional(text(128)),
  supportedChains: z.optional(z.array(chain)),
  defaultChain: z.optional(chain),
  captchaEnabled: flag,
  scriptNonce: z.optional(text(256)),
  customOAuthRedirectUrl: z.optional(text(2048)),
  allowOAuthInEmbeddedBrowsers: flag,
  externalWallets: z.optional(
    z.object({
      coinbaseWallet: z.optional(z.object({ config: z.optional(z.looseObject({})) })),
      baseAccount: z.optional(z.object({ config: z.optional(z.looseObject({})) })),
      /** Milliseconds by wallet client type. */
      signatureRequestTimeouts: z.optional(z.record(text(80), wholeNumber.check(z.positive()))),
      walletConnect: z.optional(z.object({ enabled: flag })),
      solana: z.optional(z.object({ connectors: z.optional(z.unknown()) })),
      disableAllExternalWallets: flag,
    }),
  ),
  embeddedWallets: z.optional(
    z.object({
      ethereum: createOnLogin,
      solana: createOnLogin,
      showWalletUIs: flag,
      priceDisplay: z.optional(
        z.union([
          z.object({ primary: z.literal('fiat-currency'), secondary: z.literal('native-token') }),
          z.object({ primary: z.literal('native-token'), secondary: z.literal(null) }),
        ]),
      ),
      disableAutomaticMigration: flag,
      extendedCalldataDecoding: flag,
      transactionScanning: z.optional(z.object({ enabled: z.boolean(), domain: z.optional(text(253)) })),
    }),
  ),
  mfa: z.optional(z.object({ noPromptOnMfaRequired: flag })),
  passkeys: z.optional(
    z.object({
      shouldUnlinkOnUnenrollMfa: flag,
      shouldUnenrollMfaOnUnlink: flag,
      registration: z.optional(
        z.object({
          hints: z.optional(z.array(z.enum(['security-key', 'client-device', 'hybrid']))),
        }),
      ),
    }),
  ),
  fundingMethodConfig: z.optional(
    z.object({
      moonpay: z.optional(
        z.object({
          useSandbox: flag,
          paymentMethod: z.optional(text(40)),
          uiConfig: z.optional(
            z.object({ accentColor: z.optional(color), theme: z.optional(z.enum(['light', 'dark'])) }),
          ),
        }),
      ),
    }),
  ),
  solana: z.optional(z.object({ rpcs: z.optional(z.record(text(40), z.looseObject({}))) })),
  customAuth: z.optional(z.object({ enabled: flag })),
  sessions: z.optional(z.object({ cookieWriteBehavior: z.optional(z.enum(['default', 'never'])) })),
  plugins: z.optional(z.array(z.unknown())),
  headless: flag,
  globalDisablePasskeys: flag,
  _render: z.optional(z.object({ standalone: flag })),
})
export type HostOptions = z.infer<typeof hostOptions>

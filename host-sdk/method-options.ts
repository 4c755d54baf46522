import type { AddressType } from '@vitrine/shared/account/schemas.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameArgument } from '@vitrine/shared/bridge/methods.ts'
import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { LoginName, SmartWalletType } from '@vitrine/shared/login/registry.ts'
import type { SendUiOptions, SignUiOptions } from './ui-options.ts'
import type { WalletChainType } from './vitrine-config.ts'

/** One of `user.linkedAccounts`: a way to log in, or a wallet. */
export type LinkedAccount = User['linkedAccounts'][number]

/** Of `login`. */
export interface LoginOptions {
  /** Narrows this login to some of the ways that the site offers. */
  readonly loginMethods?: readonly LoginName[] | undefined
  /** Fills the field with an address or a number. */
  readonly prefill?: { readonly type: AddressType; readonly value: string } | undefined
  /** `true` lets nobody in who has no user yet. */
  readonly disableSignup?: boolean | undefined
  /** Which wallets are shown. */
  readonly walletChainType?: WalletChainType | undefined
}

/** Of `logout`. */
export interface LogoutOptions {
  /** `device` (default) ends the session of this browser; `all-devices` asks the person first, and ends all. */
  readonly scope?: 'device' | 'all-devices' | undefined
}

/** Of `link`. */
export interface LinkOptions {
  /** Fills the field with an address or a number; of `custom-jwt`, the JWT. */
  readonly prefill?: string | undefined
  /** The kind of contract, e.g. `safe`. `smart-wallet` requires it. The user's signature proves the address alone. */
  readonly smartWalletType?: SmartWalletType | undefined
  /** The contract's release, e.g. `1.4.1`. */
  readonly smartWalletVersion?: string | undefined
}

type ReferenceOf<Account> = Account extends LinkedAccount
  ? { readonly [Key in keyof Account & keyof FrameArgument<'unlink'>]: Account[Key] }
  : never
/** Names one of `user.linkedAccounts`, which may be given as it is: its type, and what tells it from others of the type. */
export type AccountReference = ReferenceOf<LinkedAccount>

/** Of `openAccount`. */
export interface AccountOptions {
  /** The part that is opened; by default `home`. */
  readonly screen?: 'home' | 'receive' | 'send' | 'activity' | 'logins' | 'devices' | 'security' | undefined
}

/** A key of the app's own, by which its backend may use a wallet. */
export interface AdditionalSigner {
  /** As the operator registered it. */
  readonly signerId: string
  /** A key has one policy for a wallet. */
  readonly policyIds?: readonly string[] | undefined
}

/** Of `createWallet`. */
export interface CreateWalletOptions {
  /** By default `ethereum`. */
  readonly chainType?: 'ethereum' | 'solana' | undefined
  /** By default the next one that is free. */
  readonly walletIndex?: number | undefined
  /** `true` makes one more beside those that are there. */
  readonly createAdditional?: boolean | undefined
  /** Whom the person is asked to let use it, once it is there. */
  readonly additionalSigners?: readonly AdditionalSigner[] | undefined
}

/** Of `importWallet`. The key itself is typed in the frame, and no page sees it. */
export interface ImportWalletOptions {
  readonly chainType: 'ethereum' | 'solana'
  /** Whom the person is asked to let use it, once it is there. */
  readonly additionalSigners?: readonly AdditionalSigner[] | undefined
}

/** Of `connectWallet` (contract §4.4). */
export interface ConnectWalletOptions {
  /** Which wallets the person chooses among, in this order, by the names of contract §4.5; by default those of the config. */
  readonly walletList?: readonly WalletListEntry[] | undefined
  /** Which wallets are shown. */
  readonly walletChainType?: WalletChainType | undefined
  /** The site's words above the list. */
  readonly description?: string | undefined
  /** One of `walletList`, which is asked at once. */
  readonly preSelectedWalletId?: WalletListEntry | undefined
  /** `true` leaves the heading out. */
  readonly hideHeader?: boolean | undefined
  /** @deprecated A hint, and no more. */
  readonly suggestedAddress?: string | undefined
}

/** Of `getLoginCode`. */
export interface LoginCodeOptions {
  /** The backend that the code is for, of the app's `login_code_audiences`; by default the page's own. */
  readonly audience?: string | undefined
}

/** Of `delegateWallet`. */
export interface DelegateOptions {
  /** The wallet's. */
  readonly address: string
  /** By default what the address is of. */
  readonly chainType?: 'ethereum' | 'solana' | undefined
  /** By default the app's only key for the chain. */
  readonly signers?: readonly AdditionalSigner[] | undefined
}

/** Of `revokeWallets`: what is to end, all or that of one wallet, of one key, or of both. */
export interface RevokeOptions {
  /** The wallet's. */
  readonly address?: string | undefined
  /** The key's. */
  readonly signerId?: string | undefined
}

/** Of `fundWallet` (contract §7.1). */
export interface FundWalletOptions {
  /** CAIP-2, e.g. `eip155:8453` or `solana:mainnet`, or a chain as viem has it. */
  readonly chain?: string | { readonly id: number } | undefined
  /** Whole units, decimal, e.g. `0.05`. */
  readonly amount?: string | undefined
  /** By default the chain's own currency; `erc20` is a token's address. */
  readonly asset?: 'native-currency' | 'USDC' | { readonly erc20?: string | undefined } | undefined
  /** Goes there at once. */
  readonly defaultFundingMethod?: 'card' | 'exchange' | 'wallet' | 'manual' | undefined
  /** Who sells by card, where more than one company does. */
  readonly card?: { readonly preferredProvider?: 'coinbase' | 'moonpay' | undefined } | undefined
  /** Your words, which stand beside the wallet's own. */
  readonly uiConfig?:
    | {
        readonly receiveFundsTitle?: string | undefined
        readonly receiveFundsSubtitle?: string | undefined
        readonly landing?: { readonly title?: string | undefined } | undefined
      }
    | undefined
}

/** What is signed by `signMessage` (EIP-191). */
export interface SignMessageRequest {
  readonly message: string
  /** `hex` for 0x-prefixed bytes; by default `utf-8`. */
  readonly encoding?: 'utf-8' | 'hex' | undefined
}

/** EIP-712, as `eth_signTypedData_v4` takes it; whole numbers may be numbers, bigints or text. */
export interface TypedDataRequest {
  /** The fields of each type; `EIP712Domain` may be left out. */
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  /** Whom the signature is for. */
  readonly domain?: TypedDataDomain | undefined
  readonly message: Readonly<Record<string, unknown>>
}

/** EIP-712 §"Definition of domainSeparator". */
export interface TypedDataDomain {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly chainId?: Quantity | undefined
  readonly verifyingContract?: string | undefined
  /** 32 bytes as hex. */
  readonly salt?: string | undefined
}

/** Wei, gas or a count: a number that JavaScript counts exactly, a bigint, or decimal or hex text. */
export type Quantity = number | bigint | string

/** A transaction of types 0, 1, 2 and 4. What is missing is filled in; without `chainId` it is for the chain of `ethereum`. */
export interface TransactionRequest {
  /** The wallet that sends; by default the first. */
  readonly from?: string | undefined
  /** Absent, with `data`: a contract is created. */
  readonly to?: string | null | undefined
  /** Wei. */
  readonly value?: Quantity | undefined
  /** Call data as hex. */
  readonly data?: string | undefined
  /** By default the account's next. */
  readonly nonce?: Quantity | undefined
  /** Limit; by default estimated. */
  readonly gas?: Quantity | undefined
  /** The same as `gas`, as some libraries write it. */
  readonly gasLimit?: Quantity | undefined
  /** Wei; of types 0 and 1. */
  readonly gasPrice?: Quantity | undefined
  /** Wei; of types 2 and 4. */
  readonly maxFeePerGas?: Quantity | undefined
  /** Wei; of types 2 and 4. */
  readonly maxPriorityFeePerGas?: Quantity | undefined
  /** EIP-155. */
  readonly chainId?: Quantity | undefined
  /** EIP-2718, or viem's name of it, e.g. `eip1559`. */
  readonly type?: Quantity | undefined
  /** EIP-2930. */
  readonly accessList?:
    | readonly { readonly address: string; readonly storageKeys: readonly string[] }[]
    | undefined
  /** EIP-7702. */
  readonly authorizationList?: readonly SignedAuthorization[] | undefined
}

/** A signed authorization (EIP-7702), as `eth_sign7702Authorization` and viem give it. */
export interface SignedAuthorization {
  /** The contract whose code the account lends itself. */
  readonly address: string
  /** 0: on every chain. */
  readonly chainId: Quantity
  readonly nonce: Quantity
  readonly r: string
  readonly s: string
  readonly yParity?: Quantity | undefined
}

/** Of `signMessage`, `signTypedData` and `signTransaction`. */
export interface SignOptions {
  /** The wallet's; by default Ethereum index 0. */
  readonly address?: string | undefined
  /** The site's words on the screen. */
  readonly uiOptions?: SignUiOptions | undefined
}

/** The same, by its older name. */
export type SignMessageOptions = SignOptions

/** Of `sendTransaction`. */
export interface SendOptions {
  /** The wallet's; by default Ethereum index 0. */
  readonly address?: string | undefined
  /** The site's words on the screen. */
  readonly uiOptions?: SendUiOptions | undefined
}

/** Of a place in the page that the login and the account are shown in. */
export interface InlineOptions {
  /** Ends it. Abort it before the element leaves the document: what is shown there else ends with its frame. */
  readonly signal?: AbortSignal | undefined
}

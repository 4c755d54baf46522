import type { FrameArgument } from '@vitrine/shared/bridge/methods.ts'
import type { HostOptions as CheckedOptions } from '@vitrine/shared/config/host-options.ts'
import type { INSTANCE_OPTIONS } from '@vitrine/shared/config/instance-options.ts'
import type { FundWalletArgument } from '@vitrine/shared/funding/fund-wallet.ts'
import type {
  SendUiOptions as ReadSendUiOptions,
  SignUiOptions as ReadSignUiOptions,
} from '@vitrine/shared/wallet/ui-options.ts'
import {
  type Chain,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  type TransactionSerializable,
} from 'viem'
import { base, celo, mainnet, zksync } from 'viem/chains'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AccountOptions,
  type AccountReference,
  type ConnectWalletOptions,
  createVitrine,
  type DelegateOptions,
  type FundWalletOptions,
  type LinkedAccount,
  type LinkOptions,
  type LoginOptions,
  type LogoutOptions,
  type SendUiOptions,
  type SignUiOptions,
  type Vitrine,
  type VitrineConfig,
  type VitrineOptions,
} from './index.ts'

/*
 * What the compiler says to a site. Nothing of it is called: types are the assertions, and a directive `@ts-expect-error` is an
 * error of its own where the line under it compiles.
 */

type DeepReadonly<T> = T extends (...given: never) => unknown
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T
/** Names of all options, at any depth, that are not an open record. */
type Paths<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? string extends keyof T
      ? never
      : { [Key in keyof T & string]: Key | `${Key}.${Paths<NonNullable<T[Key]>>}` }[keyof T & string]
    : never

declare const vitrine: Vitrine
const options = { appId: 'app_1', walletOrigin: 'https://wallet.example' } as const
/** Compiles, and is never run. */
const compiles = (_: () => unknown) => expect(_).toBeTypeOf('function')

describe('what pages are told fits what the frame reads', () => {
  type Chains = 'supportedChains' | 'defaultChain'

  test('options of the instance, of which the frame knows the names', () =>
    expectTypeOf<(typeof INSTANCE_OPTIONS)[number]>().toEqualTypeOf<keyof VitrineOptions>())

  test('config', () => {
    type Told = Omit<VitrineConfig, 'customAuth' | Chains | 'solana'>
    type Read = Omit<CheckedOptions, 'customAuth' | Chains | 'solana'>
    expectTypeOf<Paths<Told>>().toEqualTypeOf<Paths<Read>>()
    expectTypeOf<Told>().toExtend<DeepReadonly<Read>>()
    expectTypeOf<keyof VitrineConfig>().toEqualTypeOf<keyof CheckedOptions>()
  })

  test('arguments of methods', () => {
    type Read<M extends Parameters<Frame>[0]> = DeepReadonly<NonNullable<FrameArgument<M>>>
    type Frame = <M extends keyof typeof import('@vitrine/shared/bridge/schemas.ts').FRAME_METHODS>(m: M) => M
    expectTypeOf<LoginOptions>().toExtend<Read<'login'>>()
    expectTypeOf<Paths<LoginOptions>>().toEqualTypeOf<Paths<Read<'login'>>>()
    expectTypeOf<LogoutOptions>().toEqualTypeOf<Read<'logout'>>()
    expectTypeOf<AccountOptions>().toEqualTypeOf<Read<'openAccount'>>()
    expectTypeOf<LinkOptions>().toEqualTypeOf<Omit<Read<'link'>, 'method'>>()
    expectTypeOf<AccountReference>().toExtend<Read<'unlink'>>()
    expectTypeOf<LinkedAccount>().toExtend<AccountReference>()
    expectTypeOf<FundWalletOptions>().toEqualTypeOf<
      DeepReadonly<NonNullable<FundWalletArgument['options']>>
    >()
    expectTypeOf<SignUiOptions>().toEqualTypeOf<DeepReadonly<ReadSignUiOptions>>()
    expectTypeOf<SendUiOptions>().toEqualTypeOf<DeepReadonly<ReadSendUiOptions>>()
    expectTypeOf<SignUiOptions>().toEqualTypeOf<NonNullable<Read<'signMessage'>['uiOptions']>>()
  })
})

test('a misspelt name does not compile', () =>
  compiles(() => {
    vitrine.link('email')
    vitrine.link('google', { prefill: 'a@b.example' })
    vitrine.link('custom:bank')
    vitrine.link('wallet')
    vitrine.link('smart-wallet', { smartWalletType: 'safe', smartWalletVersion: '1.4.1' })
    // @ts-expect-error
    vitrine.link('emial')
    // @ts-expect-error: nobody links being a guest
    vitrine.link('guest')
    // @ts-expect-error
    vitrine.link('email', { prefil: '' })

    vitrine.login({ loginMethods: ['email', 'apple', 'metamask', 'custom:bank'] })
    // @ts-expect-error
    vitrine.login({ loginMethods: ['emial'] })
    // @ts-expect-error
    vitrine.login({ loginMethod: ['email'] })
    // @ts-expect-error
    vitrine.login({ prefill: { type: 'mail', value: '' } })
    // @ts-expect-error
    vitrine.update('passkey')
    vitrine.openAccount({ screen: 'security' })
    // @ts-expect-error
    vitrine.openAccount({ screen: 'sercurity' })
    // @ts-expect-error
    vitrine.logout({ scope: 'devices' })

    vitrine.unlink({ type: 'email', address: 'a@b.example' })
    vitrine.unlink({ type: 'custom:bank', subject: '1' })
    vitrine.state.user?.linkedAccounts.map(account => vitrine.unlink(account))
    // @ts-expect-error
    vitrine.unlink({ type: 'emial', address: '' })
    // @ts-expect-error: an email account is named by its address
    vitrine.unlink({ type: 'email' })
    // @ts-expect-error
    vitrine.unenrollMfa('totpp')

    // @ts-expect-error
    vitrine.connectWallet({ walletList: ['metamaskk'] } satisfies ConnectWalletOptions)
    // @ts-expect-error
    vitrine.createWallet({ chainTyp: 'solana' })
    // @ts-expect-error
    vitrine.delegateWallet({ address: '', signers: [{ signerID: '' }] } satisfies DelegateOptions)
    // @ts-expect-error
    vitrine.fundWallet({ address: '', options: { amuont: '1' } })
    // @ts-expect-error
    vitrine.getLoginCode({ audiance: '' })
    // @ts-expect-error
    vitrine.on('logged-in', () => {})
  }))

test('nor does a misspelt option of what is signed or sent', () =>
  compiles(() => {
    vitrine.signMessage({ message: '' }, { uiOptions: { title: 'Hello', iconUrl: undefined } })
    // @ts-expect-error
    vitrine.signMessage({ message: '' }, { uiOptions: { titel: 'Hello' } })
    // @ts-expect-error: a heading of a transaction that is sent stands elsewhere
    vitrine.sendTransaction({ to: '0x' }, { uiOptions: { title: 'Hello' } })
    vitrine.sendTransaction(
      { to: '0x', value: 1n, gasLimit: '21000' },
      { uiOptions: { transactionInfo: { contractInfo: { imgSize: 'sm' } } } },
    )
    // @ts-expect-error
    vitrine.sendTransaction({ to: '0x' }, { uiOptions: { transactionInfo: { acton: 'Mint' } } })
    // @ts-expect-error
    vitrine.sendTransaction({ to: '0x', valeu: 1n })
    // @ts-expect-error: of an authorization all is needed
    vitrine.sendTransaction({ to: '0x', authorizationList: [{}] })
    const types = { Mail: [{ name: 'to', type: 'string' }] } as const
    vitrine.signTypedData({ types, primaryType: 'Mail', domain: { chainId: 1n }, message: { to: '' } })
    // @ts-expect-error
    vitrine.signTypedData({ types, primaryType: 'Mail', domain: { chainID: 1 }, message: {} })
  }))

test('nor a misspelt option of the instance', () =>
  compiles(() => {
    createVitrine({ ...options, config: { loginMethods: ['email', 'wallet'] } })
    // @ts-expect-error
    createVitrine({ ...options, lokale: 'en' })
    // @ts-expect-error
    createVitrine({ ...options, config: { loginMethodz: ['email'] } })
    // @ts-expect-error
    createVitrine({ ...options, config: { loginMethods: ['emial'] } })
    // @ts-expect-error
    createVitrine({ ...options, config: { appearance: { theme: 'drak' } } })
    // @ts-expect-error
    createVitrine({ ...options, config: { embeddedWallets: { ethereum: { createOnLogn: 'off' } } } })
    // @ts-expect-error
    createVitrine({ ...options, config: { solana: { rpcs: { 'solana:devnett': {} } } } })
    // @ts-expect-error
    createVitrine({ ...options, config: { customAuth: { getAccessToken: () => null } } })
    // What a page decides by a condition is left out by `undefined`, with `exactOptionalPropertyTypes` too.
    createVitrine({ ...options, locale: undefined, config: { appearance: { theme: undefined } } })
  }))

test('chains of viem fit, with all that they bring', () => {
  const own = defineChain({
    id: 4663,
    name: 'Own',
    nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example'], webSocket: ['wss://rpc.example'] } },
  })
  const constant = {
    ...base,
    rpcUrls: { ...base.rpcUrls, vitrineWalletOverride: { http: ['https://rpc.example'] } },
  } as const
  expectTypeOf<Chain>().toExtend<NonNullable<VitrineConfig['defaultChain']>>()
  const chains = [mainnet, base, celo, zksync, own, constant] as const
  const config = { defaultChain: own, supportedChains: chains } satisfies VitrineConfig
  expectTypeOf({ ...options, config }).toExtend<VitrineOptions>()
  expectTypeOf<Chain[]>().toExtend<NonNullable<VitrineConfig['supportedChains']>>()
  compiles(() => {
    createVitrine({ ...options, config: { defaultChain: mainnet, supportedChains: [mainnet, base] } })
    // @ts-expect-error: a chain has a number
    createVitrine({ ...options, config: { defaultChain: { ...base, id: '8453' } } })
  })
})

test('the provider fits viem and wagmi', () => {
  expectTypeOf<Vitrine['ethereum']>().toExtend<EIP1193Provider>()
  expectTypeOf<TransactionSerializable>().toExtend<Parameters<Vitrine['signTransaction']>[0]>()
  compiles(async () => {
    createWalletClient({ chain: base, transport: custom(vitrine.ethereum) })
    const provider: EIP1193Provider = await vitrine.getEthereumProvider()
    const accounts = await vitrine.ethereum.request<readonly string[]>({ method: 'eth_accounts' })
    return [provider, accounts]
  })
})

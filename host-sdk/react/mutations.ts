import type {
  CreateWalletOptions,
  FundWalletOptions,
  FundWalletResult,
  LinkOptions,
  LoginOptions,
  LoginResult,
  LogoutOptions,
  User,
  Vitrine,
  VitrineError,
  Wallet,
} from '../index.ts'
import { type Mutation, type MutationOptions, useVitrineMutation } from './mutation.ts'

/** A hook for one method: callbacks in, how the latest call is out. */
export type MutationHook<Data, Variables> = <Context = unknown>(
  options?: MutationOptions<Data, Variables, Context>,
) => Mutation<Data, Variables, Context>

const hookOf =
  <Data, Variables>(
    work: (vitrine: Vitrine, variables: Variables) => Promise<Data>,
    atOnce?: boolean,
  ): MutationHook<Data, Variables> =>
  options =>
    useVitrineMutation(work, options, atOnce)

/** In the place of variables that untyped code leaves out: the method then says what is missing, as a `VitrineError`. */
const NOTHING = {} as never

/**
 * `login(options?)`: opens the login dialog. Pressed before the wallet is ready it opens as soon as it is, and tells the person
 * meanwhile when that takes long.
 */
export const useLogin: MutationHook<LoginResult, LoginOptions | undefined> = hookOf(
  (vitrine, options) =>
    // Refused, it has shown the person that the wallet is on its way.
    vitrine.login(options).catch(async (error: VitrineError) => {
      if (error.code !== 'not_ready') throw error
      await vitrine.ready
      return vitrine.login(options)
    }),
  true,
)

/** `logout(options?)` */
export const useLogout: MutationHook<void, LogoutOptions | undefined> = hookOf((vitrine, options) =>
  vitrine.logout(options),
)

/** The way to log in that is added, alone or with its options. */
export type LinkVariables = LinkMethod | ({ readonly method: LinkMethod } & LinkOptions)
type LinkMethod = Parameters<Vitrine['link']>[0]

/** `link(method)`, or `link({method, ...options})`. */
export const useLink: MutationHook<{ user: User }, LinkVariables> = hookOf((vitrine, variables = NOTHING) => {
  const { method, ...options } = typeof variables === 'string' ? { method: variables } : variables
  return vitrine.link(method, options)
})

/** What `signMessage` takes in two arguments. */
export type SignMessageVariables = Parameters<Vitrine['signMessage']>[0] &
  NonNullable<Parameters<Vitrine['signMessage']>[1]>
/** The typed data or the transaction, beside the method's options. */
export type RequestVariables<Method extends 'signTypedData' | 'signTransaction' | 'sendTransaction'> =
  Vitrine[Method] extends (request: infer Request, options?: infer Options) => unknown
    ? { readonly request: Request } & NonNullable<Options>
    : never

/** `signMessage({message, encoding?, address?, uiOptions?})` */
export const useSignMessage: MutationHook<{ signature: string }, SignMessageVariables> = hookOf(
  (vitrine, { message, encoding, ...options } = NOTHING) =>
    vitrine.signMessage({ message, ...(encoding && { encoding }) }, options),
)

/** `signTypedData({request, address?, uiOptions?})`, where `request` is EIP-712's typed data. */
export const useSignTypedData: MutationHook<
  { signature: string },
  RequestVariables<'signTypedData'>
> = hookOf((vitrine, { request, ...options } = NOTHING) => vitrine.signTypedData(request, options))

/** `signTransaction({request, address?, uiOptions?})`, where `request` is the transaction; nothing is sent. */
export const useSignTransaction: MutationHook<
  { signature: string; signedTransaction: string },
  RequestVariables<'signTransaction'>
> = hookOf((vitrine, { request, ...options } = NOTHING) => vitrine.signTransaction(request, options))

/** `sendTransaction({request, address?, uiOptions?})`, where `request` is the transaction. */
export const useSendTransaction: MutationHook<{ hash: string }, RequestVariables<'sendTransaction'>> = hookOf(
  (vitrine, { request, ...options } = NOTHING) => vitrine.sendTransaction(request, options),
)

/** `createWallet(options?)` */
export const useCreateWallet: MutationHook<Wallet, CreateWalletOptions | undefined> = hookOf(
  (vitrine, options) => vitrine.createWallet(options),
)

/** `fundWallet({address, options?})` */
export const useFundWallet: MutationHook<
  FundWalletResult,
  { readonly address: string; readonly options?: FundWalletOptions }
> = hookOf((vitrine, funding) => vitrine.fundWallet(funding))

/** `exportWallet({address?}?)`: shows the person their key, and the page nothing. */
export const useExportWallet: MutationHook<void, { readonly address?: string } | undefined> = hookOf(
  (vitrine, options) => vitrine.exportWallet(options),
)

/** `enrollMfa()`: has the person add a second factor. */
export const useMfaEnrollment: MutationHook<{ user: User }, undefined> = hookOf(vitrine =>
  vitrine.enrollMfa(),
)

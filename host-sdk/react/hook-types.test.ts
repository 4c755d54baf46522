import { expectTypeOf, it } from 'vitest'
import type {
  LoginOptions,
  LoginResult,
  User,
  Vitrine,
  VitrineConfig,
  VitrineError,
  Wallet,
} from '../index.ts'
import type {
  Mutation,
  useCreateWallet,
  useLink,
  useLogin,
  useMfaEnrollment,
  useSendTransaction,
  useUser,
  useVitrine,
  useVitrineEvent,
  useVitrineSuspense,
  useWallets,
} from './index.ts'
import { type UserButton, useVitrineMutation, type VitrineProvider } from './index.ts'

/** Checked by the compiler alone: the file is wrong when it does not compile. */

type Props = Parameters<typeof VitrineProvider>[0]
type Given<Hook extends (...given: never) => unknown> = ReturnType<Hook>
type Mutate<Hook extends (...given: never) => { mutate: (...given: never) => void }> = Given<Hook>['mutate']

const useUnlink = (work: (vitrine: Vitrine, account: { type: string }) => Promise<{ user: User }>) =>
  useVitrineMutation(work)

it('a provider takes options or an instance, and not both', () => {
  expectTypeOf<{ appId: string; walletOrigin: string }>().toExtend<Props>()
  expectTypeOf<{ instance: Vitrine }>().toExtend<Props>()
  expectTypeOf<{ instance: Vitrine; config: VitrineConfig }>().not.toExtend<Props>()
  expectTypeOf<{ appId: string }>().not.toExtend<Props>()
})

it('state is what the instance has', () => {
  expectTypeOf<Given<typeof useVitrine>['vitrine']>().toEqualTypeOf<Vitrine | null>()
  expectTypeOf<Given<typeof useVitrineSuspense>['vitrine']>().toEqualTypeOf<Vitrine>()
  expectTypeOf<Given<typeof useUser>['user']>().toEqualTypeOf<User | null>()
  expectTypeOf<Given<typeof useWallets>['wallets']>().toEqualTypeOf<readonly Wallet[]>()
  expectTypeOf<Parameters<typeof useWallets>>().toEqualTypeOf<[chainType?: Wallet['chainType'] | undefined]>()
  expectTypeOf<Parameters<typeof useVitrineEvent<'login'>>[1]>().parameter(0).toEqualTypeOf<LoginResult>()
})

it('variables that may be left out are optional, others are not', () => {
  expectTypeOf<[]>().toExtend<Parameters<Mutate<typeof useLogin>>>()
  expectTypeOf<[]>().toExtend<Parameters<Mutate<typeof useMfaEnrollment>>>()
  expectTypeOf<[]>().toExtend<Parameters<Mutate<typeof useCreateWallet>>>()
  expectTypeOf<[]>().not.toExtend<Parameters<Mutate<typeof useLink>>>()
  expectTypeOf<[]>().not.toExtend<Parameters<Mutate<typeof useSendTransaction>>>()
  expectTypeOf<[{ request: { to: string; value: bigint } }]>().toExtend<
    Parameters<Mutate<typeof useSendTransaction>>
  >()
  expectTypeOf<[{ to: string }]>().not.toExtend<Parameters<Mutate<typeof useSendTransaction>>>()
  expectTypeOf<[{ loginMethod: string }]>().not.toExtend<Parameters<Mutate<typeof useLogin>>>()
})

it('a mutation’s status says what else it has', () => {
  type Login = Mutation<LoginResult, LoginOptions | undefined>
  expectTypeOf<Extract<Login, { status: 'success' }>['data']>().toEqualTypeOf<LoginResult>()
  expectTypeOf<Extract<Login, { isSuccess: true }>['data']>().toEqualTypeOf<LoginResult>()
  expectTypeOf<Extract<Login, { status: 'error' }>['error']>().toEqualTypeOf<VitrineError>()
  expectTypeOf<Extract<Login, { status: 'idle' }>['data']>().toEqualTypeOf<undefined>()
  expectTypeOf<Login['data']>().toEqualTypeOf<LoginResult | undefined>()
})

it('a mutation of one’s own has the types of its call', () => {
  expectTypeOf(useUnlink).returns.toEqualTypeOf<Mutation<{ user: User }, { type: string }>>()
  expectTypeOf<Parameters<typeof UserButton>[0]>().toHaveProperty('className')
})

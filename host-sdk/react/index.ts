export type { VitrineSnapshot } from './client.ts'
export { type MutateOptions, type Mutation, type MutationOptions, useVitrineMutation } from './mutation.ts'
export {
  type LinkVariables,
  type MutationHook,
  type RequestVariables,
  type SignMessageVariables,
  useCreateWallet,
  useExportWallet,
  useFundWallet,
  useLink,
  useLogin,
  useLogout,
  useMfaEnrollment,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
} from './mutations.ts'
export { VitrineProvider, type VitrineProviderProps } from './provider.tsx'
export { useUser, useVitrine, useVitrineEvent, useVitrineSuspense, useWallets } from './use-vitrine.ts'
export { UserButton, type UserButtonProps, type UserButtonState } from './user-button.tsx'
export { VitrineFrame, type VitrineFrameProps } from './vitrine-frame.tsx'

/**
 * What the guides use of frameworks that are not installed beside the tests. The apps in `examples/` use the same of them and are
 * compiled with the frameworks themselves.
 */
declare module 'next/headers' {
  export function cookies(): Promise<{ get(name: string): { readonly value: string } | undefined }>
}

declare module 'next/navigation' {
  export function redirect(path: string): never
  export function useRouter(): { refresh(): void }
}

/** Of Svelte 5, whose compiler knows it. */
declare function $state<T>(initial: T): T

declare module 'wagmi/chains' {
  export { base, foundry, mainnet } from 'viem/chains'
}

declare module '@tanstack/react-query' {
  import type { ReactNode } from 'react'
  export class QueryClient {}
  export function QueryClientProvider(props: { client: QueryClient; children: ReactNode }): ReactNode
}

declare module 'wagmi' {
  export { createConfig, http } from '@wagmi/core'

  import type { Config, Connector } from '@wagmi/core'
  import type { ReactNode } from 'react'

  interface Mutation<Variables, Data> {
    readonly data: Data | undefined
    readonly error: Error | null
    mutate(variables: Variables): void
  }
  export function WagmiProvider(props: { config: Config; children: ReactNode }): ReactNode
  export function useConnect(): Mutation<{ connector: Connector }, { accounts: readonly string[] }>
  export function useConnection(): { readonly address: `0x${string}` | undefined }
  export function useConnectors(): readonly Connector[]
  export function useSendTransaction(): Mutation<{ to: `0x${string}`; value: bigint }, `0x${string}`>
  export function useSignMessage(): Mutation<{ message: string }, `0x${string}`>
}

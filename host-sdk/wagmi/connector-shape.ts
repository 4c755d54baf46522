import type { AddEthereumChainParameter, Address, Chain, ProviderConnectInfo } from 'viem'
import type { EthereumProvider } from '../index.ts'

/**
 * What wagmi takes among `connectors`: its `CreateConnectorFn`, of 2 and of 3, told in viem's types. `wagmi` brings a `@wagmi/core`
 * of its own, below itself, where no other package finds it.
 */
export type WagmiConnectorFn = (config: WagmiConnectorContext) => WagmiConnector

/** What wagmi gives to a connector, as far as ours needs it. */
export interface WagmiConnectorContext {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: {
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'disconnect'): void
    listenerCount(event: 'connect'): number
  }
}

/** The connector that wagmi makes its own of. An interface would not do: wagmi asks for one that has further properties. */
export type WagmiConnector = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly rdns: string
  readonly icon?: string | undefined

  setup(): Promise<void>
  getProvider(): Promise<EthereumProvider>
  connect<WithCapabilities extends boolean = false>(
    parameters?:
      | {
          readonly chainId?: number | undefined
          readonly isReconnecting?: boolean | undefined
          readonly withCapabilities?: WithCapabilities | boolean | undefined
        }
      | undefined,
  ): Promise<{
    accounts: WithCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  isAuthorized(): Promise<boolean>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  switchChain(parameters: {
    readonly chainId: number
    readonly addEthereumChainParameter?: ChosenOfChain | undefined
  }): Promise<Chain>

  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(info: ProviderConnectInfo): void
  onDisconnect(error?: Error | undefined): void
}

/** What a page says of a chain instead of what the chain has. */
export type ChosenOfChain = {
  readonly [Field in keyof Omit<AddEthereumChainParameter, 'chainId'>]?:
    | AddEthereumChainParameter[Field]
    | undefined
}

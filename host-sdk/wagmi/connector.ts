import { type Address, getAddress, SwitchChainError, UserRejectedRequestError } from 'viem'
import { createVitrine, type Vitrine, type VitrineOptions } from '../index.ts'
import { addedChain } from './added-chain.ts'
import type { WagmiConnectorFn } from './connector-shape.ts'

/** Either the options of `createVitrine`, or an instance that you have made; and how the connector appears and ends. */
export type VitrineConnectorOptions = (VitrineOptions | { readonly instance: Vitrine }) & {
  /** In lists of wallets; "Vitrine" by default. */
  readonly name?: string | undefined
  /** A `data:` or `https:` address of an image. */
  readonly icon?: string | undefined
  /**
   * Whether wagmi's `disconnect` logs the person out of your site, as it does by default. With `false` they stay logged in, and the
   * accounts are hidden until the next `connect`.
   */
  readonly logoutOnDisconnect?: boolean | undefined
}

/** EIP-1193 and EIP-3326. */
const REJECTED = 4001
const UNKNOWN_CHAIN = 4902

const codeOf = (error: unknown) => (error as { code?: unknown }).code
/** As wagmi's own connectors, so that a page knows a refusal by its class. */
const asRejection = (error: unknown) =>
  codeOf(error) === REJECTED ? new UserRejectedRequestError(error as Error) : error

/**
 * A connector for wagmi. `connect` opens the login where nobody is logged in; a reload finds the session again without a dialog;
 * `disconnect` logs out. It takes the place of the wallet that the page announces by EIP-6963, so that lists have it once.
 *
 * On a server it does nothing, and in a browser it loads the wallet's frame with the config.
 *
 * @example
 * createConfig({
 *   chains: [base],
 *   connectors: [vitrineConnector({ appId: 'app_123', walletOrigin: 'https://wallet.example' })],
 *   transports: { [base.id]: http() },
 * })
 */
export function vitrineConnector(options: VitrineConnectorOptions): WagmiConnectorFn {
  const { name = 'Vitrine', icon, logoutOnDisconnect = true, ...rest } = options
  let made: Vitrine | undefined
  const vitrine = () => (made ??= 'instance' in rest ? rest.instance : createVitrine(rest))
  const request = <T>(method: string, ...params: unknown[]) =>
    vitrine().ethereum.request({ method, params }) as Promise<T>
  let isHeard = false

  return ({ chains, emitter }) => ({
    id: 'vitrine',
    name,
    type: 'vitrine',
    rdns: 'app.vitrine',
    ...(icon && { icon }),

    async setup() {
      // A config is made on servers, too. What options cannot be is told again by `connect`.
      if (typeof document !== 'undefined') await this.getProvider().catch(console.error)
    },
    async getProvider() {
      const { ethereum } = vitrine()
      if (!isHeard) {
        isHeard = true
        ethereum.on('accountsChanged', accounts => this.onAccountsChanged([...accounts]))
        ethereum.on('chainChanged', chainId => this.onChainChanged(chainId))
        ethereum.on('disconnect', error => this.onDisconnect(error))
        ethereum.on('connect', info => this.onConnect(info))
      }
      return ethereum
    },

    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      await this.getProvider()
      try {
        if (!isReconnecting) await request('eth_requestAccounts')
        const accounts = await this.getAccounts()
        if (!accounts[0]) throw new Error('Nobody is logged in.')
        let current = await this.getChainId()
        // A chain that the wallet does not have is no reason not to be connected.
        if (chainId && chainId !== current)
          current = await this.switchChain({ chainId }).then(
            chain => chain.id,
            error => {
              if (codeOf(error) === REJECTED) throw error
              return current
            },
          )
        return {
          accounts: (withCapabilities
            ? accounts.map(address => ({ address, capabilities: {} }))
            : accounts) as never,
          chainId: current,
        }
      } catch (error) {
        throw asRejection(error)
      }
    },
    async disconnect() {
      if (logoutOnDisconnect) await vitrine().logout()
      // Without a login there may still be wallets of other apps.
      if ((await this.getAccounts())[0]) await request('wallet_revokePermissions', { eth_accounts: {} })
    },
    async isAuthorized() {
      try {
        await vitrine().ready
        return (await this.getAccounts()).length > 0
      } catch {
        return false
      }
    },

    getAccounts: async () => (await request<string[]>('eth_accounts')).map(it => getAddress(it)),
    getChainId: async () => Number(await request<string>('eth_chainId')),
    async switchChain({ chainId, addEthereumChainParameter }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new SwitchChainError(new Error('Chain not configured.'))
      const asHex = `0x${chainId.toString(16)}`
      try {
        await request('wallet_switchEthereumChain', { chainId: asHex }).catch(error => {
          if (codeOf(error) !== UNKNOWN_CHAIN) throw error
          return request('wallet_addEthereumChain', addedChain(chain, addEthereumChainParameter))
        })
        if ((await this.getChainId()) !== chainId)
          throw new UserRejectedRequestError(new Error('The wallet stayed on its chain.'))
      } catch (error) {
        const cause = asRejection(error)
        throw cause instanceof UserRejectedRequestError ? cause : new SwitchChainError(cause as Error)
      }
      emitter.emit('change', { chainId })
      return chain
    },

    async onAccountsChanged(accounts) {
      if (!accounts[0]) emitter.emit('disconnect')
      // wagmi is not connected yet: the person has logged in by the page's own button.
      else if (emitter.listenerCount('connect')) await this.onConnect({ chainId: '' })
      else emitter.emit('change', { accounts: accounts.map(it => getAddress(it)) })
    },
    onChainChanged: chainId => emitter.emit('change', { chainId: Number(chainId) }),
    async onConnect() {
      if (!emitter.listenerCount('connect')) return
      // What the wallet has is not what the page may see: a person who has disconnected stays so.
      const accounts: readonly Address[] = await this.getAccounts().catch(() => [])
      if (accounts[0]) emitter.emit('connect', { accounts, chainId: await this.getChainId() })
    },
    onDisconnect: () => emitter.emit('disconnect'),
  })
}

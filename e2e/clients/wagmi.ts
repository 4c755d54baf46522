import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  getBalance,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  unstable_connector,
  waitForTransactionReceipt,
} from '@wagmi/core'
import { verifyMessage, verifyTypedData } from 'ethers'
import { type Address, defineChain } from 'viem'
import { offer, RDNS } from './dapp.ts'
import { whyOf } from './why-viem.ts'

declare global {
  interface Window {
    /** The chains of the app, by id and name; set before this runs. */
    chains: readonly { readonly id: number; readonly name: string }[]
    /** What wagmi has called the connection, one after another. */
    statuses: string[]
  }
}

const [first, ...rest] = window.chains.map(({ id, name }) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }),
)
if (!first) throw new Error('No chain')

/** Every read goes through the connected wallet: the page itself knows no node. */
const config = createConfig({
  chains: [first, ...rest],
  multiInjectedProviderDiscovery: true,
  transports: Object.fromEntries(
    window.chains.map(({ id }) => [id, unstable_connector({ type: 'injected' } as never)]),
  ),
})
window.statuses = []
config.subscribe(
  ({ status }) => status,
  status => window.statuses.push(status),
)
const account = () => {
  const { address } = getAccount(config)
  if (!address) throw new Error('Not connected')
  return address
}

offer({
  async connect() {
    const connector = config.connectors.find(({ id }) => id === RDNS)
    if (!connector) throw new Error('The wallet has not announced itself')
    // wagmi connects by itself when a wallet tells of accounts.
    if (!getAccount(config).isConnected) await connect(config, { connector })
    return account()
  },
  chainId: async () => getAccount(config).chainId ?? 0,
  async switchChain(chainId) {
    await switchChain(config, { chainId })
  },
  balance: async address => String((await getBalance(config, { address: address as Address })).value),
  signMessage: async message => verifyMessage(message, await signMessage(config, { message })) === account(),
  async signTypedData({ domain, types, primaryType, message }) {
    const signature = await signTypedData(config, { domain, types, primaryType, message } as never)
    return verifyTypedData(domain, types as never, message, signature) === account()
  },
  async send({ to, value }) {
    const hash = await sendTransaction(config, { to: to as Address, value: BigInt(value) })
    const receipt = await waitForTransactionReceipt(config, { hash, pollingInterval: 50 })
    return { hash, succeeded: receipt.status === 'success' }
  },
  whyNotSent: ({ to, value }) =>
    whyOf(sendTransaction(config, { to: to as Address, value: BigInt(value), gas: 21_000n })),
  async reconnect() {
    await reconnect(config)
  },
  account: async () => getAccount(config).address ?? null,
  disconnect: () => disconnect(config),
})

import { verifyMessage, verifyTypedData } from 'ethers'
import {
  type Address,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  type Hex,
  publicActions,
} from 'viem'
import { offer, RDNS } from './dapp.ts'
import { whyOf } from './why-viem.ts'

/** What wallets announce themselves with (EIP-6963). */
type Announcement = CustomEvent<{
  readonly info: { readonly rdns: string }
  readonly provider: EIP1193Provider
}>

const found: Announcement['detail'][] = []
addEventListener('eip6963:announceProvider', event => found.push((event as Announcement).detail))
dispatchEvent(new Event('eip6963:requestProvider'))

let connected: Awaited<ReturnType<typeof connect>>

async function connect() {
  const detail = found.find(({ info }) => info.rdns === RDNS)
  if (!detail) throw new Error('The wallet has not announced itself')
  const client = createWalletClient({ transport: custom(detail.provider) }).extend(publicActions)
  const [account] = await client.requestAddresses()
  if (!account) throw new Error('No account')
  return { client, account }
}

const chainOf = (id: number) =>
  defineChain({
    id,
    name: 'A chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })

offer({
  async connect() {
    connected = await connect()
    return connected.account
  },
  chainId: () => connected.client.getChainId(),
  switchChain: id => connected.client.switchChain({ id }),
  balance: async address => String(await connected.client.getBalance({ address: address as Address })),
  async signMessage(message) {
    const { client, account } = connected
    return verifyMessage(message, await client.signMessage({ account, message })) === account
  },
  async signTypedData({ domain, types, primaryType, message }) {
    const { client, account } = connected
    const signature = await client.signTypedData({ account, domain, types, primaryType, message } as never)
    return verifyTypedData(domain, types as never, message, signature) === account
  },
  async send({ to, value }) {
    const { client, account } = connected
    const chain = chainOf(await client.getChainId())
    const hash = await client.sendTransaction({ account, chain, to: to as Hex, value: BigInt(value) })
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    return { hash, succeeded: receipt.status === 'success' }
  },
  async whyNotSent({ to, value }) {
    const { client, account } = connected
    const chain = chainOf(await client.getChainId())
    return whyOf(
      client.sendTransaction({ account, chain, to: to as Hex, value: BigInt(value), gas: 21_000n }),
    )
  },
  async reconnect() {
    connected = await connect()
  },
  account: async () => (await connected.client.getAddresses())[0] ?? null,
  async disconnect() {
    await connected.client.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  },
})

import { BrowserProvider, isError, type JsonRpcSigner } from 'ethers'
import { type Address, type Hex, verifyMessage, verifyTypedData } from 'viem'
import { offer, RDNS } from './dapp.ts'

let browser: BrowserProvider
let signer: JsonRpcSigner

async function discover(): Promise<BrowserProvider> {
  const found = await BrowserProvider.discover({
    filter: wallets => wallets.find(({ rdns }) => rdns === RDNS) ?? null,
  })
  if (!found) throw new Error('The wallet has not announced itself')
  return found
}

offer({
  async connect() {
    browser = await discover()
    signer = await browser.getSigner()
    return signer.address
  },
  chainId: async () => Number((await browser.getNetwork()).chainId),
  async switchChain(chainId) {
    await browser.send('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
    // A provider of ethers is of one chain for its lifetime: its guide says to make a new one.
    browser = await discover()
    signer = await browser.getSigner()
  },
  balance: async address => String(await browser.getBalance(address)),
  async signMessage(message) {
    const signature = (await signer.signMessage(message)) as Hex
    return verifyMessage({ address: signer.address as Address, message, signature })
  },
  async signTypedData({ domain, types, primaryType, message }) {
    const signature = (await signer.signTypedData(domain, types as never, message)) as Hex
    const address = signer.address as Address
    return verifyTypedData({ address, domain, types, primaryType, message, signature } as never)
  },
  async send({ to, value }) {
    const sent = await signer.sendTransaction({ to, value })
    const receipt = await sent.wait()
    return { hash: sent.hash, succeeded: receipt?.status === 1 }
  },
  async whyNotSent({ to, value }) {
    try {
      await signer.sendTransaction({ to, value, gasLimit: 21_000 })
    } catch (error) {
      if (isError(error, 'INSUFFICIENT_FUNDS')) return 'insufficient funds'
      if (isError(error, 'ACTION_REJECTED')) return 'rejected'
    }
    return 'another cause'
  },
  async reconnect() {
    browser = await discover()
    signer = await browser.getSigner()
  },
  account: async () => (await browser.listAccounts())[0]?.address ?? null,
  async disconnect() {
    await browser.send('wallet_revokePermissions', [{ eth_accounts: {} }])
  },
})

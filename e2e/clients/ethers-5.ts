import { type Address, type Hex, verifyMessage, verifyTypedData } from 'viem'
import { offer, provider } from './older-dapp.ts'

interface Browser {
  send(method: string, params: readonly unknown[]): Promise<string[]>
  getSigner(): Signer
  on(event: 'block', listener: (number: number) => void): void
}
interface Signer {
  signMessage(message: string): Promise<Hex>
  _signTypedData(domain: object, types: object, message: object): Promise<Hex>
  sendTransaction(transaction: object): Promise<{ hash: string; wait(): Promise<{ status: number }> }>
}
/** `ethers.umd.min.js` of version 5, as far as it is used here. */
declare const ethers: { readonly providers: { readonly Web3Provider: new (provider: unknown) => Browser } }

let browser: Browser
let account: Address

offer({
  async connect() {
    browser = new ethers.providers.Web3Provider(provider())
    const [first] = await browser.send('eth_requestAccounts', [])
    account = first as Address
    return account
  },
  async signMessage(message) {
    const signature = await browser.getSigner().signMessage(message)
    return verifyMessage({ address: account, message, signature })
  },
  async signTypedData({ domain, types, primaryType, message }) {
    const signature = await browser.getSigner()._signTypedData(domain, types, message)
    return verifyTypedData({ address: account, domain, types, primaryType, message, signature } as never)
  },
  async send(transaction) {
    const sent = await browser.getSigner().sendTransaction(transaction)
    return { hash: sent.hash, succeeded: (await sent.wait()).status === 1 }
  },
  async whyNotSent(transaction) {
    try {
      await browser.getSigner().sendTransaction({ ...transaction, gasLimit: 21_000 })
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (code === 'INSUFFICIENT_FUNDS') return 'insufficient funds'
      if (code === 'ACTION_REJECTED') return 'rejected'
    }
    return 'another cause'
  },
  // It begins with the block that it knew last, which is up to two seconds old.
  blockAfter: last => new Promise(resolve => browser.on('block', number => number > last && resolve(number))),
})

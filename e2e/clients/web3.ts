import { type Address, type Hex, verifyMessage, verifyTypedData } from 'viem'
import { offer, provider } from './older-dapp.ts'

interface Subscription {
  on(event: 'data', listener: (block: { readonly number: number | bigint }) => void): void
}
/** `web3.min.js` of versions 1 and 4, as far as it is used here. */
declare const Web3: new (
  provider: unknown,
) => {
  readonly eth: {
    requestAccounts(): Promise<string[]>
    readonly personal: { sign(message: string, account: string, password: string): Promise<Hex> }
    sendTransaction(
      transaction: object,
      format?: undefined,
      options?: object,
    ): Promise<{ readonly transactionHash: string; readonly status: boolean | bigint }>
    subscribe(kind: 'newBlockHeaders'): Subscription | Promise<Subscription>
  }
  readonly currentProvider: { request(request: object): Promise<Hex> }
}

let web3: InstanceType<typeof Web3>
let account: Address

offer({
  async connect() {
    web3 = new Web3(provider())
    const [first] = await web3.eth.requestAccounts()
    account = first as Address
    return account
  },
  async signMessage(message) {
    // It sends the password along, whatever the wallet.
    const signature = await web3.eth.personal.sign(message, account, '')
    return verifyMessage({ address: account, message, signature })
  },
  async signTypedData({ domain, types, primaryType, message }) {
    const data = JSON.stringify({ domain, types, primaryType, message })
    const params = [account, data]
    const signature = await web3.currentProvider.request({ method: 'eth_signTypedData_v4', params })
    return verifyTypedData({ address: account, domain, types, primaryType, message, signature } as never)
  },
  async send(transaction) {
    const { transactionHash, status } = await web3.eth.sendTransaction({ from: account, ...transaction })
    return { hash: transactionHash, succeeded: Boolean(status) }
  },
  async whyNotSent(transaction) {
    try {
      // Version 4 else tries it out first, and the wallet is never asked.
      const untried = { checkRevertBeforeSending: false }
      await web3.eth.sendTransaction({ from: account, gas: 21_000, ...transaction }, undefined, untried)
    } catch (error) {
      // It has no names of its own: dapps look for these words.
      const { message, cause } = error as Error
      const words = `${message} ${cause instanceof Error ? cause.message : ''}`
      if (words.includes('insufficient funds')) return 'insufficient funds'
      if (/user denied/i.test(words)) return 'rejected'
    }
    return 'another cause'
  },
  async blockAfter(last) {
    const subscription = await web3.eth.subscribe('newBlockHeaders')
    return new Promise(resolve =>
      subscription.on('data', ({ number }) => Number(number) > last && resolve(Number(number))),
    )
  },
})

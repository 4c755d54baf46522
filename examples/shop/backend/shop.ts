import { DEMO_CHAIN_ID, DEMO_DOLLAR } from '@vitrine/shared/chains/demo-chain.ts'
import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type Hex,
  isAddressEqual,
  recoverMessageAddress,
} from 'viem'
import { balanceOf, createFaucet, DOLLAR_ABI, dollars } from '../chain/dollars.ts'
import type { IssuerClient } from '../chain/start-chain.ts'
import type { Customer } from './customers.ts'
import { type Order, Orders, orderMessage } from './orders.ts'
import { Refusal } from './refusal.ts'
import { verifyPayment } from './verify-payment.ts'

/** Anvil's tenth account. */
export const SHOP_WALLET: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const LAMP = 148
export const PRICE = dollars(LAMP)

/** What the page hands to the wallet in the click: a payment, or where there is no chain the order's words. */
export type Ask =
  | {
      readonly type: 'payment'
      readonly transaction: { to: Address; data: Hex; chainId: number }
      /** In whole demo dollars. */
      readonly price: number
    }
  | { readonly type: 'signature'; readonly message: string }

/** What the shop tells who logged in. */
export interface Greeting {
  readonly wallet: Address
  /** In whole demo dollars; `null` without a chain. */
  readonly balance: string | null
}

export interface PlacedOrder {
  readonly number: string
  readonly ask: Ask
}

export interface PaidOrder {
  readonly number: string
  /** Whose wallet paid or signed. */
  readonly wallet: Address
  /** Transaction hash or signature. */
  readonly proof: Hex
  /** `null` without a chain. */
  readonly block: number | null
  /** What the wallet has now, in whole demo dollars; `null` without a chain. */
  readonly balance: string | null
}

/** What the shop's server does for a customer. @param client `null`: there is no chain, and an order is placed by a signature */
export function createShop(client: IssuerClient | null) {
  const orders = new Orders()
  const faucet = client && createFaucet(client)
  const ownWallet = ({ wallets }: Customer): Address => {
    const [wallet] = wallets
    if (!wallet) throw new Refusal(409, 'no_wallet', 'Your wallet is not ready yet. Log in again.')
    return wallet
  }
  const balance = async (wallet: Address) =>
    client && formatUnits(await balanceOf(client, wallet), DEMO_DOLLAR.decimals)

  return {
    /** A newcomer gets demo money, to the wallet that the wallet's server named. */
    async greet(customer: Customer): Promise<Greeting> {
      const wallet = ownWallet(customer)
      await faucet?.welcome(wallet)
      return { wallet, balance: await balance(wallet) }
    },

    async place(customer: Customer): Promise<PlacedOrder> {
      const order = orders.place(customer, client ? await client.getBlockNumber({ cacheTime: 0 }) : 0n)
      if (!client)
        return { number: order.number, ask: { type: 'signature', message: orderMessage(order, customer) } }
      const data = encodeFunctionData({
        abi: DOLLAR_ABI,
        functionName: 'transfer',
        args: [SHOP_WALLET, PRICE],
      })
      const transaction = { to: DEMO_DOLLAR.address, data, chainId: DEMO_CHAIN_ID }
      return { number: order.number, ask: { type: 'payment', transaction, price: LAMP } }
    },

    /** @param proof hash of the payment, or the signature. @throws Refusal where it does not pay this order */
    async settle(customer: Customer, number: unknown, proof: unknown): Promise<PaidOrder> {
      const order = orders.find(number, customer)
      const wallet = ownWallet(customer)
      if (!client) {
        const signature = await verifySignature(order, customer, proof)
        orders.settle(order, signature)
        return { number: order.number, wallet, proof: signature, block: null, balance: null }
      }
      const due = { to: SHOP_WALLET, amount: PRICE, payers: customer.wallets, afterBlock: order.afterBlock }
      const block = await verifyPayment(client, proof, due)
      const hash = (proof as string).toLowerCase() as Hex
      orders.settle(order, hash)
      return {
        ...{ number: order.number, wallet, proof: hash },
        ...{ block: Number(block), balance: await balance(wallet) },
      }
    },
  }
}
export type Shop = ReturnType<typeof createShop>

async function verifySignature(order: Order, customer: Customer, signature: unknown): Promise<Hex> {
  const signer = await recoverMessageAddress({
    message: orderMessage(order, customer),
    signature: signature as Hex,
  }).catch(() => null)
  if (signer === null || !customer.wallets.some(wallet => isAddressEqual(wallet, signer)))
    throw new Refusal(422, 'wrong_signature', 'The signature does not belong to your wallet.')
  return signature as Hex
}

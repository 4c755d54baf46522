import { randomInt } from 'node:crypto'
import type { Hex } from 'viem'
import type { Customer } from './customers.ts'
import { Refusal } from './refusal.ts'

/** One lamp. */
export interface Order {
  readonly number: string
  readonly customer: string
  readonly placedAt: Date
  /** A payment of before the order is for something else. */
  readonly afterBlock: bigint
  /** What it was paid with; `null`: it is not. */
  paidBy: Hex | null
}

/** The shop's book, in memory: the demo forgets its orders when it ends, and old payments count for no new order. */
export class Orders {
  readonly #byNumber = new Map<string, Order>()
  readonly #spent = new Set<string>()

  place(customer: Customer, afterBlock: bigint): Order {
    let number: string
    do number = `H-${randomInt(1_000_000).toString().padStart(6, '0')}`
    while (this.#byNumber.has(number))
    const order = { number, customer: customer.id, placedAt: new Date(), afterBlock, paidBy: null }
    this.#byNumber.set(number, order)
    return order
  }

  /** @throws Refusal where there is none, or it is somebody else's: a stranger learns no number */
  find(number: unknown, customer: Customer): Order {
    const order = typeof number === 'string' ? this.#byNumber.get(number) : undefined
    if (order?.customer !== customer.id) throw new Refusal(404, 'no_such_order', 'There is no such order.')
    return order
  }

  /**
   * Takes a payment that was verified. Looked up and written in one go, so that of two requests at once one is refused. After
   * it was verified: a hash can be read by everybody, and who sends another's must not use it up.
   * @throws Refusal
   */
  settle(order: Order, paidBy: Hex): void {
    if (order.paidBy !== null) throw new Refusal(409, 'already_paid', 'This order is paid already.')
    if (this.#spent.has(paidBy)) throw new Refusal(409, 'used_before', 'This payment was for another order.')
    this.#spent.add(paidBy)
    order.paidBy = paidBy
  }
}

/** What the customer reads and signs where there is no chain: every fact of the order, in words. */
export const orderMessage = ({ number, placedAt }: Order, { email }: Customer) =>
  `Halden order ${number}

1 × Dune lamp, brushed brass
Total: $148, incl. tax and delivery
${email === null ? '' : `\nConfirmation to: ${email}`}
Placed: ${placedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`

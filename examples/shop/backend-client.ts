import type { Greeting, PaidOrder, PlacedOrder } from './backend/shop.ts'

/** The shop's backend refused, or did not answer; the message is a sentence for the customer. */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  const answer = (await response?.json().catch(() => null)) ?? null
  if (response?.ok && answer !== null) return answer
  throw new ShopError(answer?.code ?? 'no_answer', answer?.error ?? 'The shop does not answer. Try again.')
}

/** Logs in at the shop by a login code of the wallet; a newcomer's wallet gets demo money. */
export const enterShop = (code: string) => post<Greeting>('/api/session', { code })
/** What the wallet has now. */
export const readWallet = () => post<Greeting>('/api/wallet')
export const leaveShop = () => post('/api/logout')
export const placeOrder = () => post<PlacedOrder>('/api/orders')
/** @param proof the payment's hash, or the signature */
export const settleOrder = (number: string, proof: string) =>
  post<PaidOrder>('/api/orders/pay', { number, proof })

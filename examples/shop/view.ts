import type { PaidOrder } from './backend/shop.ts'

const $ = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element
}

/** How orders are paid here: on the demo chain, or by a signature where there is none. */
export const PAYMENT = document.body.dataset.payment === 'chain' ? 'chain' : 'signature'
const ON_CHAIN = PAYMENT === 'chain'

/** `0x123…6789`, as the wallet itself shows addresses: first five characters, last four. */
const shortHex = (hex: string) => `${hex.slice(0, 5)}…${hex.slice(-4)}`

/** What happened, said once, in words that say what to do next. */
export const say = (text: string) => {
  $('notice').textContent = text
}

export interface Visitor {
  readonly isReady: boolean
  readonly isLoggedIn: boolean
  /** What they logged in by. */
  readonly name: string
  readonly wallet: string | null
  /** Whole demo dollars; `null`: not read, or there is no chain. */
  readonly balance: string | null
}

/** The head of the page and the line above the button. */
export function showVisitor({ isReady, isLoggedIn, name, wallet, balance }: Visitor): void {
  document.body.dataset.visitor = isLoggedIn ? 'member' : 'guest'
  // One button in one place: what has the focus and lies under the pointer never turns into "Log out".
  $('entry').textContent = isLoggedIn ? 'Account' : 'Log in'
  $('name').textContent = name
  $('leave').hidden = !isLoggedIn
  for (const id of ['entry', 'pay', 'logout']) ($(id) as HTMLButtonElement).disabled = !isReady
  $('wallet').hidden = !isLoggedIn
  $('address').textContent = wallet ? shortHex(wallet) : ''
  $('address').title = wallet ?? ''
  const isWaiting = ON_CHAIN && isLoggedIn && wallet === null
  $('balance').textContent =
    balance !== null ? `${balance} DUSD` : isWaiting ? 'Getting your demo money…' : ''
}

const STEPS = ['approve', 'settle', 'paid'] as const
export type Step = (typeof STEPS)[number]

const TITLES: Readonly<Record<Step, string>> = {
  approve: 'Approve in your wallet',
  settle: ON_CHAIN ? 'Waiting for your payment' : 'Checking your signature',
  paid: ON_CHAIN ? 'Order paid' : 'Order placed',
}

/** Where an order is on its way; `null`: there is none. */
export function showOrder(step: Step | null, number = '', paid: PaidOrder | null = null): void {
  $('pay').toggleAttribute('aria-busy', step === 'approve' || step === 'settle')
  $('order').hidden = step === null
  if (step === null) return
  $('order').dataset.step = step
  $('order-title').textContent = TITLES[step]
  $('order-text').textContent =
    step === 'paid' ? `Order ${number} is confirmed. Thank you.` : `Order ${number}, 1 × Dune lamp, $148`
  for (const [at, name] of STEPS.entries()) {
    const item = $(`step-${name}`)
    const now = STEPS.indexOf(step)
    item.dataset.state = at < now || step === 'paid' ? 'done' : at === now ? 'now' : 'next'
    if (item.dataset.state === 'now') item.setAttribute('aria-current', 'step')
    else item.removeAttribute('aria-current')
  }
  $('receipt').hidden = paid === null
  if (paid) {
    $('payer').textContent = shortHex(paid.wallet)
    $('proof').textContent = shortHex(paid.proof)
    $('block').textContent = String(paid.block ?? '')
    $('left').textContent = `${paid.balance} DUSD`
  }
  $('order').scrollIntoView({ block: 'nearest' })
}

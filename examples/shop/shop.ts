import type { Vitrine, VitrineError } from '@vitrine/host-sdk'
import { type Hex, verifyMessage } from 'viem'
import { newOrder, orderMessage, shortHex } from './order.ts'

const page = window as typeof window & { vitrine?: Vitrine }

const $ = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element
}
const button = (id: string) => $(id) as HTMLButtonElement

/** What happened, said once, in words that say what to do next. */
const say = (text: string) => {
  $('notice').textContent = text
}

const explain = ({ code, message }: VitrineError) => {
  if (code === 'exited_auth_flow') return 'You left the login. Your lamp is still here.'
  if (code === 'user_rejected') return 'Nothing was signed. The order is not placed.'
  return message
}

function render({ state }: Vitrine) {
  const [wallet] = state.wallets
  for (const element of document.querySelectorAll<HTMLElement>('[data-for]'))
    element.hidden = (element.dataset.for === 'member') !== state.authenticated
  $('email').textContent = state.user?.email?.address ?? ''
  $('copy').hidden = !wallet
  $('address').textContent = wallet ? shortHex(wallet.address) : ''
  $('copy').title = wallet?.address ?? ''
  if (!state.authenticated) $('receipt').hidden = true
  for (const id of ['login', 'pay', 'account', 'logout']) button(id).disabled = !state.ready
}

async function pay(vitrine: Vitrine) {
  $('receipt').hidden = true
  if (!vitrine.state.authenticated) await vitrine.login()
  const wallet = vitrine.state.wallets[0] ?? (await vitrine.createWallet())
  const order = newOrder(vitrine.state.user?.email?.address ?? wallet.address)
  const message = orderMessage(order)
  const { signature } = await vitrine.signMessage({ message })
  // The shop trusts no answer, only the mathematics: does this signature belong to that address?
  const isValid = await verifyMessage({
    address: wallet.address as Hex,
    message,
    signature: signature as Hex,
  })
  if (!isValid) return say('The signature does not belong to this wallet. The order is not placed.')
  $('order').textContent = order.number
  $('signer').textContent = shortHex(wallet.address)
  $('signature').textContent = shortHex(signature)
  $('receipt').hidden = false
  $('receipt').scrollIntoView({ block: 'nearest' })
}

function start(vitrine: Vitrine) {
  const on = (id: string, action: () => Promise<unknown>) =>
    $(id).addEventListener('click', async () => {
      say('')
      button(id).disabled = true
      try {
        await action()
      } catch (error) {
        say(explain(error as VitrineError))
      } finally {
        button(id).disabled = false
      }
    })
  on('login', () => vitrine.login())
  on('pay', () => pay(vitrine))
  on('account', () => vitrine.openAccount())
  on('logout', () => vitrine.logout())
  on('copy', async () => {
    await navigator.clipboard.writeText(vitrine.state.wallets[0]?.address ?? '')
    say('Wallet address copied.')
  })
  vitrine.subscribe(() => render(vitrine))
  vitrine.ready.catch(() => say('The wallet did not answer. Reload the page to try again.'))
  render(vitrine)
}

const unavailable = () => say('The wallet could not be loaded. Reload the page to try again.')

if (page.vitrine) start(page.vitrine)
else {
  addEventListener('vitrine:loaded', () => (page.vitrine ? start(page.vitrine) : unavailable()), {
    once: true,
  })
  document.querySelector('script[data-app-id]')?.addEventListener('error', unavailable)
}

import type { Vitrine, VitrineError } from '@vitrine/host-sdk'
import type { Ask, PlacedOrder } from './backend/shop.ts'
import { enterShop, leaveShop, placeOrder, readWallet, ShopError, settleOrder } from './backend-client.ts'
import { PAYMENT, say, showOrder, showVisitor } from './view.ts'

/** The payment is made, and the shop has not seen it yet: the same press asks again, and pays nothing. */
const MAY_STILL_COUNT = ['no_answer', 'not_found', 'shop_failed']

const page = window as typeof window & { vitrine?: Vitrine }

const explain = (error: VitrineError | ShopError) => {
  if (error.code === 'exited_auth_flow') return 'You left the login. Your lamp is still here.'
  if (error.code !== 'user_rejected') return error.message
  return PAYMENT === 'chain'
    ? 'You rejected it. Nothing was paid.'
    : 'You rejected it. The order is not placed.'
}

/** What the shop knows of who is logged in, and the order that waits for its payment. */
interface Visit {
  readonly userId: string
  readonly wallet: string
  balance: string | null
  /** Placed ahead: the wallet opens its window in the click alone, before anything is waited for. */
  order: PlacedOrder | null
  /** Paid or signed, and not confirmed by the shop: nobody pays twice for that. */
  proof: string | null
}

function start(vitrine: Vitrine) {
  let visit: Visit | null = null
  let entering: Promise<Visit> | null = null
  /** Whom the shop did not let in: they try again by a press. */
  let refused: string | null = null

  const render = () => {
    const { ready, authenticated, user } = vitrine.state
    showVisitor({
      isReady: ready,
      isLoggedIn: authenticated,
      name: user?.email?.address ?? user?.phone?.number ?? (user?.isGuest ? 'Guest' : ''),
      wallet: visit?.wallet ?? null,
      balance: visit?.balance ?? null,
    })
  }

  /** Logs in at the shop's own backend, once for each person. */
  const enter = (): Promise<Visit> => {
    entering ??= (async () => {
      const userId = vitrine.state.user?.id ?? ''
      const greet = async () => enterShop(await vitrine.getLoginCode())
      const greeting = await greet().catch(async (error: ShopError) => {
        if (error.code !== 'no_wallet') throw error
        await vitrine.createWallet()
        return greet()
      })
      const order = await placeOrder()
      if (vitrine.state.user?.id !== userId) {
        leaveShop().catch(() => {})
        throw new ShopError('not_logged_in', 'You logged out meanwhile. Log in again.')
      }
      visit = { userId, ...greeting, order, proof: null }
      render()
      return visit
    })().catch(error => {
      entering = null
      throw error
    })
    return entering
  }

  const forgetVisit = () => {
    visit = null
    entering = null
  }

  /** Begins with the wallet's call where it can. */
  async function pay() {
    if (!visit && !vitrine.state.authenticated) await vitrine.login()
    const current = visit ?? (await enter())
    current.order ??= await placeOrder()
    const { number, ask } = current.order
    if (current.proof === null) await requireMoney(current, ask)
    try {
      if (current.proof === null) {
        showOrder('approve', number)
        current.proof = await approve(ask)
      }
      showOrder('settle', number)
      const paid = await settleOrder(number, current.proof)
      current.balance = paid.balance
      current.proof = null
      current.order = null
      if (visit !== current) return
      render()
      showOrder('paid', number, paid)
    } catch (error) {
      if (visit !== current) return
      showOrder(null)
      // What the shop refused for good is not asked again; the next press begins anew.
      const isOver = error instanceof ShopError && !MAY_STILL_COUNT.includes(error.code)
      if (isOver) forgetVisit()
      throw error
    }
    // The next one, so that it is there for the next press.
    current.order = await placeOrder().catch(() => null)
  }

  /** Waits for nothing where there is enough: the wallet's window opens in the click. */
  async function requireMoney(current: Visit, ask: Ask) {
    const isShort = () =>
      ask.type === 'payment' && current.balance !== null && Number(current.balance) < ask.price
    if (!isShort()) return
    // Somebody may have sent them some.
    current.balance = (await readWallet()).balance
    render()
    if (isShort())
      throw new ShopError(
        'too_little',
        `You have ${current.balance} DUSD left. Log in with another address to get 500 more.`,
      )
  }

  const approve = async (ask: Ask) =>
    ask.type === 'payment'
      ? (await vitrine.sendTransaction(ask.transaction)).hash
      : (await vitrine.signMessage({ message: ask.message })).signature

  const busy = new Set<string>()
  // The button that was pressed keeps the focus, so it is not disabled meanwhile.
  const on = (id: string, action: () => Promise<unknown>) =>
    document.getElementById(id)?.addEventListener('click', async () => {
      if (busy.has(id)) return
      busy.add(id)
      say('')
      try {
        await action()
      } catch (error) {
        say(explain(error as VitrineError | ShopError))
      } finally {
        busy.delete(id)
      }
    })
  on('entry', async () => {
    if (!vitrine.state.authenticated) return vitrine.login()
    await vitrine.openAccount()
    // They may have sent some of it elsewhere, in the wallet itself.
    if (visit) visit.balance = (await readWallet()).balance
    render()
  })
  on('pay', pay)
  on('logout', async () => {
    await vitrine.logout()
    document.getElementById('entry')?.focus()
  })

  const follow = () => {
    const { ready, authenticated, user } = vitrine.state
    if (visit && visit.userId !== user?.id) {
      forgetVisit()
      showOrder(null)
      leaveShop().catch(() => {})
    }
    render()
    // The wallet of who just logged in is there with the login, not before.
    if (!ready || !authenticated || vitrine.state.isOpen || refused === user?.id) return
    enter().catch(error => {
      refused = user?.id ?? null
      say(explain(error))
    })
  }
  vitrine.subscribe(follow)
  vitrine.ready.catch(() => say('The wallet did not answer. Reload the page to try again.'))
  follow()
}

const unavailable = () => say('The wallet could not be loaded. Reload the page to try again.')

if (page.vitrine) start(page.vitrine)
else {
  addEventListener('vitrine:loaded', () => (page.vitrine ? start(page.vitrine) : unavailable()), {
    once: true,
  })
  document.querySelector('script[data-app-id]')?.addEventListener('error', unavailable)
}

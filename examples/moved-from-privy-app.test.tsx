// In a process of its own: it replaces how React begins, to be able to end it.
// @vitest-environment jsdom
import {
  handlers,
  LOGIN_RESULT,
  USER_FIXTURE,
  WALLET,
  WALLET_FIXTURE,
} from '@vitrine/shared/bridge/testing/fixtures.ts'
import type { Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { iframe, loadFrame, preparePage } from '../host-sdk/testing/fake-page.ts'

/** The page after the move, from its own entry on, beside a frame that speaks over a real port. */

let root: Root | undefined
vi.mock('react-dom/client', async importActual => {
  const { createRoot } = await importActual<typeof import('react-dom/client')>()
  return {
    createRoot: (element: Element) => {
      root = createRoot(element)
      return root
    },
  }
})

const loggedIn = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }
const loggedOut = { authenticated: false, user: null, wallets: [] }

const page = () => document.body.textContent ?? ''
const press = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no button ${name}: ${page()}`)
  found.click()
}

beforeAll(async () => {
  preparePage()
  vi.stubEnv('VITE_VITRINE_APP_ID', 'app_1')
  vi.stubEnv('VITE_VITRINE_ORIGIN', WALLET)
  document.body.innerHTML = '<div id="root"></div>'
  await import('./moved-from-privy/after/src/main.tsx')
})
afterAll(async () => {
  // A page that is left without its end goes on mending its dialog, which the environment takes away.
  root?.unmount()
  await vi.waitFor(() => expect(document.querySelector('iframe')).toBeNull())
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('logs in, knows the person at its own backend, signs and pays, and logs out', async () => {
  /** The shop's server: who has no cookie redeems a login code. */
  let cookie = false
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`.trim())
    if (path !== '/api/orders') cookie = path.endsWith('/login')
    return path === '/api/orders' && !cookie
      ? new Response(null, { status: 401 })
      : Response.json(['Lamp No. 1'])
  })
  const sendTransaction = vi.fn(() => ({ hash: '0x02' }))
  await vi.waitFor(iframe)
  expect(page()).toContain('One moment…')
  const frame = loadFrame({
    ...handlers(),
    login: () => {
      frame.notify({ type: 'state', state: loggedIn })
      return LOGIN_RESULT
    },
    logout: () => frame.notify({ type: 'state', state: loggedOut }),
    sendTransaction,
  })

  await vi.waitFor(() => expect(page()).toContain('Log in to see your orders.'))
  press('Log in')
  await vi.waitFor(() => expect(page()).toMatch(/Welcome\..*Your wallet.*Lamp No\. 1/))
  // StrictMode runs each effect twice.
  expect(asked.splice(0)).toEqual([
    'POST /api/vitrine/login {"code":"code"}',
    'GET /api/orders',
    'GET /api/orders',
  ])
  press('Sign a message')
  await vi.waitFor(() => expect(page()).toContain('Signed: 0x01'))
  press('Pay for a lamp')
  await vi.waitFor(() => expect(page()).toContain('Paid: 0x02'))
  expect(sendTransaction).toHaveBeenCalledExactlyOnceWith({
    request: { to: expect.any(String), value: 10n ** 15n },
    address: WALLET_FIXTURE.address,
    uiOptions: { description: 'One lamp' },
  })
  press('Log out')
  await vi.waitFor(() => expect(page()).toContain('Log in to see your orders.'))
  await vi.waitFor(() => expect(asked).toEqual(['POST /api/vitrine/logout']))
})

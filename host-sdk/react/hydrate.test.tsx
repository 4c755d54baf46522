// @vitest-environment jsdom
import { handlers, USER_FIXTURE, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { act, StrictMode, useId } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVitrine, type Vitrine } from '../index.ts'
import { VitrineProvider } from './provider.tsx'
import { clearReact, endLater, load, OPTIONS, prepareReact, until } from './testing/draw.tsx'
import { useUser, useWallets } from './use-vitrine.ts'
import { UserButton } from './user-button.tsx'

const LOGGED_IN = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }

function App() {
  const { user, ready } = useUser()
  const { wallets } = useWallets()
  return (
    <p id={useId()}>
      {ready ? 'Ready' : 'Loading'} {user?.id} {wallets.length}
    </p>
  )
}

beforeEach(prepareReact)
afterEach(async () => {
  await clearReact()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const hydrate = async (vitrine?: Vitrine) => {
  const tree = (
    <StrictMode>
      <VitrineProvider {...(vitrine ? { instance: vitrine } : OPTIONS)}>
        <App />
        <UserButton />
      </VitrineProvider>
    </StrictMode>
  )
  const written = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  const container = document.body.appendChild(document.createElement('main'))
  // A server has no state of the instance that the page may have by now.
  container.innerHTML = renderToString(tree)
  expect(container.textContent).toBe('Loading  0Log in')
  const onRecoverableError = vi.fn()
  await act(async () => {
    endLater(hydrateRoot(container, tree, { onRecoverableError }))
  })
  return { container, onRecoverableError, written }
}

it('hydrates what a server drew, without a word, and then shows who is logged in', async () => {
  const { container, onRecoverableError, written } = await hydrate()
  load({ hello: async () => ({ ...(await handlers().hello({} as never)), state: LOGGED_IN }) })
  await until(() => expect(container.textContent).toBe('Ready user_1 1Aada@shop.example'))
  expect(onRecoverableError).not.toHaveBeenCalled()
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
})

it('so it does with an instance that is ready before', async () => {
  const vitrine = createVitrine(OPTIONS)
  load({ hello: async () => ({ ...(await handlers().hello({} as never)), state: LOGGED_IN }) })
  await vitrine.ready
  const { container, onRecoverableError, written } = await hydrate(vitrine)
  expect(container.textContent).toBe('Ready user_1 1Aada@shop.example')
  expect(onRecoverableError).not.toHaveBeenCalled()
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
  vitrine.destroy()
})

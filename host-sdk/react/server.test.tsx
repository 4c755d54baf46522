import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { StrictMode, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLogin } from './mutations.ts'
import { VitrineProvider } from './provider.tsx'
import { useUser, useVitrine, useVitrineEvent, useVitrineSuspense, useWallets } from './use-vitrine.ts'
import { UserButton } from './user-button.tsx'

/** Runs in Node, as a site's server does. */

function App() {
  const { vitrine, ready, error, isOpen } = useVitrine()
  const { user } = useUser()
  const { wallets } = useWallets('ethereum')
  const { status } = useLogin()
  useVitrineEvent('login', () => {})
  return <p>{JSON.stringify({ vitrine, ready, error, isOpen, user, wallets, status })}</p>
}

const tree = (
  <StrictMode>
    <VitrineProvider appId="app_1" config={{ appearance: { theme: 'dark' } }} walletOrigin={WALLET}>
      <App />
      <UserButton className="user" />
    </VitrineProvider>
  </StrictMode>
)
const EXPECTED =
  '<p>{"vitrine":null,"ready":false,"error":null,"isOpen":false,"user":null,"wallets":[],"status":"idle"}</p>' +
  '<button aria-haspopup="dialog" type="button" class="user">Log in</button>'

const written = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')]
beforeEach(() => {
  for (const spy of written) spy.mockClear()
})
afterEach(() => {
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
})

it('a server draws a page that knows nobody yet, and says nothing', () => {
  expect(renderToString(tree).replaceAll('&quot;', '"')).toBe(EXPECTED)
})

it('so does one that streams', async () => {
  const html = await new Promise<string>((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      onAllReady: () => resolve(text(stream.pipe(new PassThrough()))),
      onError: reject,
    })
  })
  expect(html.replaceAll('&quot;', '"')).toBe(EXPECTED)
})

it('what suspends is left to the browser, which Next knows by the error’s digest', async () => {
  const onError = vi.fn((error: unknown) => (error as { digest?: string }).digest)
  const html = await new Promise<string>(resolve => {
    const stream = renderToPipeableStream(
      <VitrineProvider appId="app_1" walletOrigin={WALLET}>
        <Suspense fallback="Loading">
          <Suspending />
        </Suspense>
      </VitrineProvider>,
      { onError, onAllReady: () => resolve(text(stream.pipe(new PassThrough()))) },
    )
  })
  expect(html).toContain('Loading')
  expect(onError.mock.results).toEqual([{ type: 'return', value: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' }])
})

function Suspending() {
  useVitrineSuspense()
  return 'Never on a server'
}

// @vitest-environment jsdom
import { handlers, USER_FIXTURE, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine, type VitrineConfig } from '../index.ts'
import { iframe } from '../testing/fake-page.ts'
import type { VitrineSnapshot } from './client.ts'
import { VitrineProvider } from './provider.tsx'
import { clearReact, draw, endLater, load, OPTIONS, prepareReact, until } from './testing/draw.tsx'
import { useVitrine } from './use-vitrine.ts'

const LOGGED_IN = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }
let seen: VitrineSnapshot[] = []

function Probe() {
  seen.push(useVitrine())
  return null
}
const last = () => seen[seen.length - 1]
const frames = () => document.querySelectorAll('iframe').length

beforeEach(() => {
  prepareReact()
  seen = []
})
afterEach(async () => {
  await clearReact()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the instance of a provider', () => {
  it('loads one frame under StrictMode, and shows the restored session with the first ready state', async () => {
    const mounted = vi.spyOn(HTMLDialogElement.prototype, 'append')
    await draw(
      <VitrineProvider {...OPTIONS}>
        <Probe />
      </VitrineProvider>,
    )
    expect(mounted).toHaveBeenCalledOnce()
    expect(frames()).toBe(1)
    expect(last()).toMatchObject({ ready: false, user: null, vitrine: expect.anything() })
    load({ hello: () => ({ ...(handlers().hello({} as never) as object), state: LOGGED_IN }) as never })
    await until(() => expect(last()?.ready).toBe(true))
    expect(last()).toMatchObject({ ready: true, ...LOGGED_IN, isOpen: false, error: null })
    for (const { ready, user } of seen) expect(ready).toBe(user !== null)
  })

  it('ends with the provider', async () => {
    const show = await draw(
      <VitrineProvider {...OPTIONS}>
        <Probe />
      </VitrineProvider>,
    )
    const vitrine = last()?.vitrine
    await show(null)
    await vi.waitFor(() => expect(frames()).toBe(0))
    await expect(vitrine?.login()).rejects.toMatchObject({ code: 'instance_destroyed' })
  })

  it('stays while options are written in place, with equal values', async () => {
    const tree = () => (
      <VitrineProvider {...OPTIONS} config={{ appearance: { theme: 'dark' }, loginMethods: ['email'] }}>
        <Probe />
      </VitrineProvider>
    )
    const show = await draw(tree())
    const first = iframe()
    await show(tree())
    await show(tree())
    expect(iframe()).toBe(first)
    expect(new Set(seen.map(({ vitrine }) => vitrine)).size).toBe(2)
  })

  it('is another one for other values, which are those that its frame is told', async () => {
    const tree = (theme: 'dark' | 'light') => (
      <VitrineProvider {...OPTIONS} config={{ appearance: { theme } }}>
        <Probe />
      </VitrineProvider>
    )
    const show = await draw(tree('dark'))
    const first = last()?.vitrine
    const hello = vi.fn(handlers().hello)
    await show(tree('light'))
    expect(frames()).toBe(1)
    load({ hello })
    await until(() => expect(last()?.ready).toBe(true))
    expect(hello.mock.calls[0]?.[0].options).toEqual({ appearance: { theme: 'light' } })
    expect(last()?.vitrine).not.toBe(first)
    await expect(first?.ready).rejects.toMatchObject({ code: 'instance_destroyed' })
  })

  it('goes over to a provider that takes the place of another in one step', async () => {
    const tree = (key: string, theme: 'dark' | 'light') => (
      <VitrineProvider key={key} {...OPTIONS} config={{ appearance: { theme } }}>
        <Probe />
      </VitrineProvider>
    )
    const show = await draw(tree('a', 'dark'))
    const first = last()?.vitrine
    await show(tree('b', 'dark'))
    expect(last()?.vitrine).toBe(first)
    await show(tree('c', 'light'))
    expect(last()).toMatchObject({ error: null, vitrine: expect.anything() })
    expect(last()?.vitrine).not.toBe(first)
    expect(frames()).toBe(1)
  })

  it('that cannot be made is an error of the state, and the page stands', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    await draw(
      <VitrineProvider {...OPTIONS} walletOrigin="wallet.example">
        <Probe />
        <p>The page</p>
      </VitrineProvider>,
    )
    expect(last()).toMatchObject({ ready: false, vitrine: null, error: { code: 'configuration_error' } })
    expect(document.body.textContent).toBe('The page')
    expect(consoleError).toHaveBeenCalledWith(last()?.error)
  })

  it('of your own is shown, and is yours to end', async () => {
    const vitrine = createVitrine(OPTIONS)
    const show = await draw(
      <VitrineProvider instance={vitrine}>
        <Probe />
      </VitrineProvider>,
    )
    load()
    await until(() => expect(last()?.ready).toBe(true))
    expect(last()?.vitrine).toBe(vitrine)
    await show(null)
    await vitrine.logout()
    vitrine.destroy()
  })

  it('is asked for below a provider alone', async () => {
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    endLater(root)
    await expect(act(async () => root.render(<Probe />))).rejects.toThrow(
      'There is no <VitrineProvider> above this component.',
    )
  })
})

describe('`config.customAuth` of a provider', () => {
  const tree = (customAuth: VitrineConfig['customAuth']) => (
    <VitrineProvider {...OPTIONS} config={customAuth ? { customAuth } : {}}>
      <Probe />
    </VitrineProvider>
  )

  it('is asked as the last render gave it, and the frame looks when it has changed', async () => {
    const show = await draw(tree({ isLoading: true, getCustomAccessToken: () => 'first' }))
    const syncCustomAuth = vi.fn(() => undefined)
    const frame = load({ syncCustomAuth })
    await until(() => expect(syncCustomAuth).toHaveBeenCalledOnce())
    expect(await frame.customAccessToken()).toBeUndefined()
    const first = last()?.vitrine
    const getCustomAccessToken = () => 'second'
    await show(tree({ isLoading: false, getCustomAccessToken }))
    await until(() => expect(syncCustomAuth).toHaveBeenCalledTimes(2))
    expect(await frame.customAccessToken()).toBe('second')
    await show(tree({ isLoading: false, getCustomAccessToken }))
    expect(await frame.customAccessToken()).toBe('second')
    expect(syncCustomAuth).toHaveBeenCalledTimes(2)
    expect(last()?.vitrine).toBe(first)
  })

  it('hears of the site by `subscribe`, too', async () => {
    let changed = () => {}
    const subscribe = (onChange: () => void) => {
      changed = onChange
      return () => {}
    }
    await draw(tree({ getCustomAccessToken: () => null, subscribe }))
    const syncCustomAuth = vi.fn(() => undefined)
    load({ syncCustomAuth })
    await until(() => expect(syncCustomAuth).toHaveBeenCalledOnce())
    changed()
    await until(() => expect(syncCustomAuth).toHaveBeenCalledTimes(2))
  })
})

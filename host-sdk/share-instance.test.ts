// @vitest-environment jsdom
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { act, createElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine as createByTag } from './create-vitrine.ts'
import { createVitrine } from './index.ts'
import type { Vitrine } from './instance.ts'
import type { VitrineOptions } from './options.ts'
import { iframe, loadFrame, PARTS, preparePage } from './testing/fake-page.ts'

const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false } as const satisfies VitrineOptions
/** Longer than any grace. */
const LATER_MS = 60_000
const frames = () => document.querySelectorAll('iframe').length

const taken: Vitrine[] = []
const take = (options: Partial<VitrineOptions> = {}) => {
  const vitrine = createVitrine({ ...OPTIONS, ...options })
  taken.push(vitrine)
  return vitrine
}

beforeEach(() => {
  preparePage()
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('reportError', console.error)
})

afterEach(() => {
  for (const one of taken.splice(0)) one.destroy()
  vi.advanceTimersByTime(LATER_MS)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(frames()).toBe(0)
})

describe('the same options', () => {
  it('are one instance with one frame, which ends when each caller has left', () => {
    const one = take({ config: { appearance: { theme: 'dark', landingHeader: 'Hi' } } })
    const other = take({ config: { appearance: { landingHeader: 'Hi', theme: 'dark' } } })
    expect(other).toBe(one)
    expect(frames()).toBe(1)
    one.destroy()
    vi.advanceTimersByTime(LATER_MS)
    expect(frames()).toBe(1)
    other.destroy()
    vi.advanceTimersByTime(LATER_MS)
    expect(frames()).toBe(0)
  })

  it.each([
    ['at once', () => {}],
    ['in a later microtask', () => Promise.resolve()],
    ['in a later task', () => vi.advanceTimersByTimeAsync(50)],
  ])('keep the frame when they are taken again %s', async (_, wait) => {
    const one = take()
    const first = iframe()
    one.destroy()
    await wait()
    expect(take()).toBe(one)
    await vi.advanceTimersByTimeAsync(LATER_MS)
    expect(iframe()).toBe(first)
  })

  it('are another instance once the first has ended, whose destroy() does not reach it', async () => {
    const one = take()
    one.destroy()
    vi.advanceTimersByTime(LATER_MS)
    await expect(one.login()).rejects.toMatchObject({ code: 'instance_destroyed' })
    const other = take()
    expect(other).not.toBe(one)
    one.destroy()
    vi.advanceTimersByTime(LATER_MS)
    expect(frames()).toBe(1)
  })

  it('do not fall by a destroy() too many before they were taken again', () => {
    const one = take()
    one.destroy()
    one.destroy()
    one.destroy()
    take()
    vi.advanceTimersByTime(LATER_MS)
    expect(frames()).toBe(1)
  })

  it('are tried anew after a failure', async () => {
    const one = take({ config: circle() })
    loadFrame()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(one.state.error).not.toBeNull())
    one.destroy()
    expect(frames()).toBe(0)
  })

  it('are the same with other functions', () => {
    const chain = { id: 8453, name: 'Base' }
    const withFormatters = (format: () => string) => ({ ...chain, formatters: { block: { format } } })
    const one = take({ config: { defaultChain: withFormatters(() => 'one') } })
    expect(take({ config: { defaultChain: withFormatters(() => 'other') } })).toBe(one)
  })

  it('have the site’s login asked of who came last', async () => {
    const left = vi.fn()
    const auth = (token: string, isLoading = false) => ({
      getCustomAccessToken: vi.fn(() => token),
      isLoading,
      subscribe: vi.fn(() => left),
    })
    const first = auth('first')
    const last = auth('last')
    const syncCustomAuth = vi.fn()
    take({ config: { customAuth: first } })
    const frame = loadFrame({ syncCustomAuth })
    await vi.waitFor(() => expect(syncCustomAuth).toHaveBeenCalledOnce())
    take({ config: { customAuth: last } })
    await vi.waitFor(() => expect(syncCustomAuth).toHaveBeenCalledTimes(2))
    expect(first.subscribe).toHaveBeenCalledOnce()
    expect(left).toHaveBeenCalledOnce()
    expect(last.subscribe).toHaveBeenCalledOnce()
    expect(await frame.customAccessToken()).toBe('last')
    expect(first.getCustomAccessToken).not.toHaveBeenCalled()
    frame.destroy()
  })
})

describe('other options', () => {
  it.each([
    [{ locale: 'es' }, 'locale'],
    [{ signer: 'thumbprint' }, 'signer'],
    [{ walletOrigin: 'https://other.example' }, 'walletOrigin'],
    [{ config: { appearance: { theme: 'light' } } }, 'config.appearance.theme'],
    [{ config: { appearance: { theme: 'dark' }, loginMethods: ['email'] } }, 'config.loginMethods'],
    [
      { config: { appearance: { theme: 'dark' }, customAuth: { getCustomAccessToken: () => '' } } },
      'config.customAuth',
    ],
  ] as const)('are refused while somebody holds the app: %o', (options, name) => {
    take({ config: { appearance: { theme: 'dark' } } })
    expect(() => take({ config: { appearance: { theme: 'dark' } }, ...options })).toThrow(
      expect.objectContaining({
        code: 'configuration_error',
        message: `app_1 has an instance with another ${name}. Give both the same options, or destroy() that one first.`,
      }),
    )
    expect(frames()).toBe(1)
  })

  it('are taken at once where nobody holds it any more', () => {
    const one = take()
    const first = iframe()
    one.destroy()
    const other = take({ locale: 'es' })
    expect(other).not.toBe(one)
    expect(first.isConnected).toBe(false)
    expect(frames()).toBe(1)
    vi.advanceTimersByTime(LATER_MS)
    expect(frames()).toBe(1)
  })

  it('of another app are another instance', () => {
    expect(take({ appId: 'app_2' })).not.toBe(take())
    expect(frames()).toBe(2)
  })
})

it('sends who has the script tag to its instance', () => {
  const byTag = createByTag(OPTIONS, PARTS)
  expect(() => take()).toThrow(
    'The script tag of this page has made an instance of app_1: use window.vitrine, or leave the tag out.',
  )
  byTag.destroy()
  const byModule = take()
  expect(() => createByTag(OPTIONS, PARTS)).toThrow('app_1 has an instance: destroy() it.')
  expect(byModule.state.error).toBeNull()
})

const mounted: Vitrine[] = []
function Page() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    // An object and functions of its own for each effect, as a component writes them.
    const vitrine = createVitrine({
      ...OPTIONS,
      config: { customAuth: { getCustomAccessToken: () => null } },
    })
    mounted.push(vitrine)
    const off = vitrine.subscribe(() => setReady(vitrine.state.ready))
    return () => {
      off()
      vitrine.destroy()
    }
  }, [])
  return createElement('p', null, ready ? 'ready' : 'loading')
}

it('loads one frame for a component that React mounts twice, and takes it away with the component', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const sources = new Set<Element>()
  const observer = new MutationObserver(() => {
    for (const frame of document.querySelectorAll('iframe')) sources.add(frame)
  })
  observer.observe(document, { childList: true, subtree: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(createElement(StrictMode, null, createElement(Page))))
  await vi.advanceTimersByTimeAsync(LATER_MS / 100)
  expect(mounted).toHaveLength(2)
  expect(mounted[1]).toBe(mounted[0])
  const frame = loadFrame()
  await act(() => mounted[0]?.ready)
  expect(place.textContent).toBe('ready')
  expect(sources.size).toBe(1)
  await act(async () => root.unmount())
  await vi.advanceTimersByTimeAsync(LATER_MS)
  expect(frames()).toBe(0)
  observer.disconnect()
  frame.destroy()
  place.remove()
})

function circle(): { appearance: object } {
  const appearance: { appearance?: object } = {}
  appearance.appearance = appearance
  return { appearance }
}

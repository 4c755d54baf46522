import { base64Bytes } from '@vitrine/shared/encoding.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SolanaNetworks } from '../../chains/solana/ports.ts'
import { terms } from '../../delegation/testing/terms.ts'
import { mount } from '../../requests/mount.tsx'
import type { ScreenRequest } from '../../requests/registry.ts'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import { type FakeKernel, fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { speak } from '../../words/language.ts'
import { approvalWindows } from '../open-window/approval-windows.ts'
import { fakeNetworks } from '../testing/fake-network.ts'
import { SCENES } from '../testing/scenes.ts'
import '../ui/send-screen.tsx'
import '../../requests/delegate-wallet/screen.tsx'
import '../../requests/sign-typed-data/screen.tsx'
import '../../requests/solana-transaction/screen.tsx'

/**
 * No approval can be pressed before everything critical of it was on the screen. The browser lays the review out; the clock of the page
 * stands still but where the test moves it on.
 */
const SIZES = [
  [320, 568],
  [390, 844],
  [1280, 800],
] as const
const LANGUAGES = ['en', 'es', 'ar', 'ja'] as const

const SOLANA = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
/** 1.5 SOL, unsigned. */
const TRANSFER =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAEDbnoc3Smwt4/ROvTFWY/v9O8qlxZuPKby5Pv8zYBQW/GKh1//HrOEUVd6zVr+5AVFZWjdfIngkIY6BVe8evSfFwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAC9oWQAAAAA='

const ofScene = (name: string) => () => {
  const scene = SCENES[name]
  if (!scene) throw new Error(`No scene ${name}`)
  return {
    kernel: fakeKernel({ ethereum: async () => fakeNetworks(scene.network) }),
    request: { ...scene.request, uiOptions: {} },
  }
}
const KINDS: Readonly<Record<string, () => { kernel: FakeKernel; request: object }>> = {
  send: ofScene('tx-send'),
  token: ofScene('tx-token'),
  batch: ofScene('calls'),
  permit: ofScene('typed-permit'),
  'unlimited approval': ofScene('tx-unlimited'),
  'typed data': ofScene('typed-mail'),
  delegation: () => {
    const kernel = fakeKernel()
    kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
    const other = { ...terms, signer_id: 'signer_2', name: 'Other backend' }
    return {
      kernel,
      request: { id: '1', kind: 'delegate-wallet', wallet, terms: [terms, other], uiOptions: {} },
    }
  },
  Solana: () => {
    const network = {
      cluster: {
        chain: 'solana:devnet',
        rpcUrl: 'https://rpc.example',
        socketUrl: null,
        blockExplorerUrl: null,
      },
      accounts: async (addresses: readonly string[]) =>
        new Map(addresses.map(it => [it, { lamports: 5_000_000_000n, owner: '', data: new Uint8Array() }])),
      latestBlockhash: async () => '11111111111111111111111111111111',
      fee: async () => 5_000n,
      simulate: async () => null,
    }
    const networks = {
      clusters: [],
      of: () => network,
      sent: { get: () => [], subscribe: () => () => {} },
      resume: () => {},
    } as unknown as SolanaNetworks
    return {
      kernel: fakeKernel({ solana: async () => networks }),
      request: {
        ...{ id: '1', kind: 'solana-transaction', chain: 'solana:devnet', mode: 'send', options: {} },
        ...{ wallet: { ...wallet, chainType: 'solana', address: SOLANA }, uiOptions: {} },
        transactions: [base64Bytes(TRANSFER)],
      },
    }
  },
}

/** Lets the browser report, at once and by the clock of the test: of what also tells of covers it lets a tenth of a second pass. */
class EagerObserver extends IntersectionObserver {
  constructor(
    report: IntersectionObserverCallback,
    { root, rootMargin, threshold }: IntersectionObserverInit,
  ) {
    super(
      (entries, observer) => {
        const own = { isVisible: true, time: performance.now() }
        const read = (it: IntersectionObserverEntry, key: string) => Reflect.get(key in own ? own : it, key)
        report(
          entries.map(entry => new Proxy(entry, { get: (it, key) => read(it, String(key)) })),
          observer,
        )
      },
      // Without `trackVisibility` and its delay.
      {
        root: root ?? null,
        ...(rootMargin !== undefined && { rootMargin }),
        ...(threshold !== undefined && { threshold }),
      },
    )
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', EagerObserver)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  // The focus is in the page around it.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
})
let shown: FakeKernel | undefined
afterEach(async () => {
  await act(async () => shown?.show(null))
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The browser draws, and reports what is in sight. */
const frames = (count = 3) =>
  act(async () => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isLive = () => document.querySelector<HTMLButtonElement>('[data-guarded]')?.disabled === false

/** The part of each critical element that has been on the screen, measured apart from the product: rows of pixels by `elementsFromPoint`. */
function createEye() {
  const seen = new Map<Element, Set<number>>()
  const critical = () => [...document.querySelectorAll('[data-critical]')]
  return {
    look() {
      for (const element of critical()) {
        const box = element.getBoundingClientRect()
        const rows = seen.get(element) ?? new Set()
        seen.set(element, rows)
        for (let row = 0; row < Math.floor(box.height / 4); row++) {
          const y = box.top + row * 4 + 2
          // An address is a button with room around it, which reaches into the next row on one of the sides.
          const sides = [box.left + 4, box.right - 4].map(x => document.elementFromPoint(x, y))
          if (sides.some(at => at !== null && element.contains(at))) rows.add(row)
        }
      }
    },
    /** Critical elements of which a row has never been there. */
    unseen: () =>
      critical()
        .filter(element => {
          const rows = Math.floor(element.getBoundingClientRect().height / 4)
          return rows > (seen.get(element)?.size ?? 0)
        })
        .map(element => element.textContent),
  }
}

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) =>
  scrollTop + clientHeight >= scrollHeight - 1

/** A good half of what is above the bar of buttons. */
function stepOf(scroller: HTMLElement): number {
  const bar = document.querySelector<HTMLElement>('[data-guarded]')?.parentElement
  const isOver = bar && getComputedStyle(bar).position === 'sticky'
  return (scroller.clientHeight - (isOver ? bar.offsetHeight : 0)) * 0.6
}

async function show(kind: string) {
  const { kernel, request } = KINDS[kind]?.() ?? {}
  if (!kernel) throw new Error(kind)
  shown = kernel
  // Requests of the kinds share their ids.
  approvalWindows(window, kernel.app.id).stop()
  const root = document.createElement('div')
  document.body.append(root)
  await act(async () => mount(root, kernel))
  await act(async () => kernel.show(request as ScreenRequest))
  for (let turn = 0; document.querySelector('[data-critical]') === null; turn++) {
    if (turn === 200) throw new Error(`Nothing critical: ${document.body.textContent}`)
    await frames(1)
    await pass(20)
  }
  await frames()
}

test.each(
  SIZES.flatMap(size => [100, 200].flatMap(zoom => LANGUAGES.map(language => ({ size, zoom, language })))),
)('$size, $zoom %, $language: Approve is not live before all was seen', async ({ size, zoom, language }) => {
  const [width, height] = size
  await page.viewport(width, height)
  await speak({ tags: [language], overrides: {} }, document.documentElement)
  for (const kind of Object.keys(KINDS)) {
    document.documentElement.style.fontSize = `${zoom}%`
    const eye = createEye()
    await show(kind)
    for (let turn = 0; !isLive(); turn++) {
      const scroller = document.querySelector('[data-scroller]') as HTMLElement
      if (turn === 60) throw new Error(`${kind} never becomes live: ${eye.unseen()}`)
      eye.look()
      await pass(UNBROKEN_MS + 2)
      if (isLive()) break
      // As a user does: down, and by the note to what was passed too fast.
      const note = document.querySelector<HTMLElement>('[data-why] button')
      if (isAtEnd(scroller)) await act(async () => note?.click())
      else scroller.scrollBy(0, stepOf(scroller))
      await frames(2)
    }
    expect({ kind, unseen: eye.unseen() }).toEqual({ kind, unseen: [] })
    await act(async () => shown?.show(null))
    document.body.replaceChildren()
  }
})

import type { FrameServer } from '@vitrine/shared/bridge/frame.ts'
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { loadFrame, preparePage, withoutGrace } from '../../testing/fake-page.ts'
import { VitrineProvider } from '../provider.tsx'

export const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false }

const roots: Root[] = []
const frames: FrameServer[] = []

/** What callbacks of the page threw. */
export const reported = vi.fn<(error: unknown) => void>()

export function prepareReact() {
  preparePage()
  // jsdom has none.
  vi.stubGlobal('reportError', reported)
  reported.mockClear()
  inAct(true)
}

/** Ends what the test has drawn, and waits until the frame is out of the page. */
export async function clearReact() {
  await withoutGrace(() =>
    act(async () => {
      for (const root of roots.splice(0)) root.unmount()
    }),
  )
  for (const frame of frames.splice(0)) frame.destroy()
  await vi.waitFor(() => expect(document.querySelector('iframe')).toBeNull())
  document.body.replaceChildren()
}

/** Draws in the page, under `StrictMode`. @returns draws something else in its place */
export async function draw(children: ReactNode): Promise<(next: ReactNode) => Promise<void>> {
  const container = document.body.appendChild(document.createElement('main'))
  const root = createRoot(container)
  roots.push(root)
  const show = (next: ReactNode) => act(async () => root.render(<StrictMode>{next}</StrictMode>))
  await show(children)
  return show
}

/** What hydrates and other roots of a test are ended with the others. */
export const endLater = (root: Root) => roots.push(root)

/** The frame's document loads and answers. */
export function load(...parameters: Parameters<typeof loadFrame>): FrameServer {
  const frame = loadFrame(...parameters)
  frames.push(frame)
  return frame
}

/** Draws `children` below a provider, without waiting for a frame. */
export const drawInside = (children: ReactNode) =>
  draw(<VitrineProvider {...OPTIONS}>{children}</VitrineProvider>)

const inAct = (on: boolean) => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', on)

/** Waits until `check` passes, while React draws by itself, as in a browser. */
export async function until(check: () => void | Promise<void>): Promise<void> {
  inAct(false)
  try {
    await vi.waitFor(check)
  } finally {
    inAct(true)
  }
}

function Probe<T>({ useHook, onGiven }: { useHook: () => T; onGiven: (given: T) => void }) {
  onGiven(useHook())
  return null
}

/**
 * Calls a hook in a component below a provider.
 * @param beside another component there
 * @returns reads what the hook gave last, and takes its component away
 */
export async function drawHook<T>(useHook: () => T, beside?: ReactNode) {
  const given: T[] = []
  const tree = (on: boolean) => (
    <VitrineProvider {...OPTIONS}>
      {on && <Probe onGiven={it => given.push(it)} useHook={useHook} />}
      {beside}
    </VitrineProvider>
  )
  const show = await draw(tree(true))
  return { get: () => given[given.length - 1] as T, show: (on: boolean) => show(tree(on)) }
}

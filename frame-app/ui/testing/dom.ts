import { act } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { mount } from '../../requests/mount.tsx'
import type { FakeKernel } from './fake-kernel.ts'

/** One element that an IntersectionObserver watches, with the means to report on it. */
export interface Watched {
  readonly element: Element
  report(entry: {
    readonly ratio?: number
    readonly isVisible?: boolean
    readonly isIntersecting?: boolean
  }): void
}

/** Elements under watch, oldest first. */
export const watched: Watched[] = []

/** What jsdom lacks, reduced to what a screen asks of it. `tracksVisibility`: the browser has IntersectionObserver v2. */
export function useBrowser({ tracksVisibility = true } = {}) {
  beforeEach(() => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal(
      'FontFace',
      class {
        load = () => new Promise(() => {})
      },
    )
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    vi.stubGlobal(
      'IntersectionObserverEntry',
      tracksVisibility
        ? class {
            get isVisible() {
              return false
            }
          }
        : class {},
    )
    vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  })
  afterEach(async () => {
    await act(async () => {
      for (const kernel of mounted.splice(0)) kernel.show(null)
    })
    document.body.replaceChildren()
    watched.length = 0
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

class FakeIntersectionObserver {
  readonly #callback: (entries: unknown[]) => void

  constructor(callback: (entries: unknown[]) => void) {
    this.#callback = callback
  }

  observe(element: Element) {
    const report: Watched['report'] = ({ ratio = 1, isVisible, isIntersecting }) =>
      this.#callback([
        { target: element, intersectionRatio: ratio, isVisible, isIntersecting, time: performance.now() },
      ])
    watched.push({ element, report })
  }

  disconnect() {}
}

const mounted: FakeKernel[] = []

/** Mounts the frame's screens as the kernel does. */
export async function mountScreens(kernel: FakeKernel) {
  const root = document.createElement('div')
  document.body.append(root)
  mounted.push(kernel)
  await act(async () => mount(root, kernel))
}

/** The control with this role and exact accessible name; throws when there is not exactly one. */
export function control(role: 'button' | 'textbox', name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(role === 'button' ? 'button' : 'input')].filter(
    element => (element.getAttribute('aria-label') ?? element.textContent) === name,
  )
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} ${role}s are named "${name}"`)
  return only
}

export const hasButton = (name: string) =>
  [...document.querySelectorAll('button')].some(
    button => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )

export const title = () => document.querySelector('h1')?.textContent
export const alertText = () => document.querySelector('[role="alert"]')?.textContent ?? null

/** Waits for what comes by itself, such as a screen's code, without a step of the test. */
export async function until(check: () => void) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  // Approve alone takes half a second of it.
  await vi.waitFor(check, { timeout: 5_000 })
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
}

/** Clicks, and lets everything settle that follows at once. */
export async function click(element: HTMLElement) {
  await act(async () => element.click())
}

/** Types over what stands in a field. */
export async function type(field: HTMLElement, text: string) {
  await act(async () => {
    // React listens to the prototype's setter: setting the property itself would look like no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function pressKey(key: string, init: KeyboardEventInit = {}) {
  await act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  })
}

export async function submit(field: HTMLElement) {
  await act(async () => field.closest('form')?.requestSubmit())
}

/** Presses a guarded button, as a person who has seen it long enough. @param isTrusted `false`: no person's press */
export async function pressGuarded(name: string, isTrusted = true) {
  await act(async () => {
    for (const { report } of watched) report({ isVisible: true })
  })
  await until(() => expect(control('button', name)).toHaveProperty('disabled', false))
  await act(async () => {
    const button = control('button', name)
    // As the button's own handler has it: jsdom's presses are nobody's.
    const key = Object.keys(button).find(it => it.startsWith('__reactProps$')) ?? ''
    const props: { onClick(event: unknown): void } = Reflect.get(button, key)
    props.onClick({ nativeEvent: { isTrusted } })
  })
}

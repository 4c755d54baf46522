import { act } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { mount } from '../../requests/mount.tsx'
import { UNBROKEN_MS } from '../approval-guard.ts'
import type { FakeKernel } from './fake-kernel.ts'

/** One element that an IntersectionObserver watches, with the means to report on it. */
export interface Watched {
  readonly element: Element
  /** Of it and of all that its observer watches, but for what is `alone`. */
  report(entry: { readonly ratio?: number; readonly isVisible?: boolean; readonly alone?: boolean }): void
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
    // jsdom says no until something has been focused.
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
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
  readonly #elements: Element[] = []

  constructor(callback: (entries: unknown[]) => void) {
    this.#callback = callback
  }

  observe(element: Element) {
    this.#elements.push(element)
    const report: Watched['report'] = ({ ratio = 1, isVisible, alone = false }) => {
      const [box, shown] = [100, 100 * ratio].map(height => ({ top: 0, width: 100, height }))
      const rectangles = { boundingClientRect: box, intersectionRect: shown }
      const entry = { intersectionRatio: ratio, isVisible, ...rectangles, time: performance.now() }
      this.#callback((alone ? [element] : this.#elements).map(target => ({ target, ...entry })))
    }
    watched.push({ element, report })
  }

  unobserve() {}

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
    element => nameOf(element) === name,
  )
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} ${role}s are named "${name}"`)
  return only
}

export const hasButton = (name: string) =>
  [...document.querySelectorAll('button')].some(button => nameOf(button) === name)

/** The accessible name, as far as the screens make names: a label, or the text that is not hidden. */
function nameOf(element: HTMLElement): string | null {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const copy = element.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent
}

export const title = () => document.querySelector('h1')?.textContent
export const alertText = () => document.querySelector('[role="alert"]')?.textContent ?? null

/** Waits for what comes by itself, such as a screen's code, without a step of the test. */
export async function until(check: () => void) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  await vi.waitFor(check)
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
}

/** Clicks, and lets everything settle that follows at once. */
export async function click(element: HTMLElement) {
  await act(async () => element.click())
}

/** A click as a person makes it: jsdom cannot make a trusted one, so React is handed one that says it is, or is not. */
export async function press(element: HTMLElement, isTrusted = true) {
  await act(async () => {
    const key = Object.keys(element).find(name => name.startsWith('__reactProps$')) ?? ''
    const props: { onClick(event: unknown): void } = Reflect.get(element, key)
    props.onClick({ nativeEvent: { isTrusted } })
  })
}

/** The browser reports that what stands on the screen is in sight, or that something covers it. */
export async function see(isVisible = true) {
  await act(async () => {
    for (const { element, report } of watched) if (element.isConnected) report({ isVisible })
  })
}

/**
 * The browser reports that the guarded button is in sight, and the time passes that the guard asks for. The clock moves for that
 * time alone: dozens of tests would wait for it. A test that has a clock of its own moves that one itself.
 */
export const seeForLong = () =>
  forLong(() =>
    watched.findLast(({ element }) => element.matches('[data-guarded]'))?.report({ isVisible: true }),
  )

/** The same of everything critical of a review. */
export const seeCritical = () =>
  forLong(() => {
    for (const { element, report } of watched)
      if (element.isConnected && element.matches('[data-critical]')) report({ alone: true })
  })

/** The browser reports, and the time passes after which what is on the screen counts as seen. */
export async function forLong(report: () => void) {
  const isOurs = !vi.isFakeTimers()
  if (isOurs) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await act(async () => report())
  if (!isOurs) return
  await act(async () => vi.advanceTimersByTime(UNBROKEN_MS + 1))
  vi.useRealTimers()
}

/** Presses a guarded button, once its card and all that is critical have been in sight for long enough. @param isTrusted `false`: no person's press */
export async function pressGuarded(name: string, isTrusted = true) {
  await until(() => control('button', name))
  await seeCritical()
  await seeForLong()
  await until(() => {
    if ((control('button', name) as HTMLButtonElement).disabled) throw new Error(`${name} is off`)
  })
  await press(control('button', name), isTrusted)
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

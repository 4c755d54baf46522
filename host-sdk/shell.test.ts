// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShell, type Shell } from './shell.ts'
import { dialog, iframe, preparePage } from './testing/fake-page.ts'

const OPEN = { open: true, title: 'Log in or sign up', colorScheme: 'dark' } as const
let shell: Shell
const onMount = vi.fn()

beforeEach(() => {
  preparePage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  shell = createShell('https://wallet.example/apps/app_1/frame')
  shell.mounts.push(onMount)
})

afterEach(() => {
  shell.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  onMount.mockClear()
})

/** Lets the observer see what changed, and its timer run. */
const settle = () => vi.advanceTimersByTimeAsync(1)

describe('the frame element', () => {
  it('has exactly the rights that the wallet needs, for its origin only', () => {
    expect(iframe().getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation allow-downloads',
    )
    expect(iframe().allow).toBe(
      // No list behind a name: for the origin of `src`, and for no other.
      'publickey-credentials-get;publickey-credentials-create;clipboard-write;payment',
    )
    expect(iframe().title).toBe('Vitrine')
  })

  it('is laid out yet invisible until it is shown', () => {
    expect(dialog()?.open).toBe(false)
    expect(dialog()?.style.getPropertyValue('display')).toBe('block')
    expect(dialog()?.style.getPropertyValue('visibility')).toBe('hidden')
    expect(dialog()?.style.getPropertyPriority('visibility')).toBe('important')
  })
})

describe('showing', () => {
  it('names the dialog, takes the colour scheme, and moves the focus into the frame', () => {
    shell.show(OPEN)
    expect(dialog()).toMatchObject({ open: true, ariaLabel: 'Log in or sign up' })
    expect(dialog()?.style.getPropertyValue('visibility')).toBe('visible')
    expect(iframe().style.getPropertyValue('color-scheme')).toBe('dark')
    expect(document.activeElement).toBe(iframe())
  })

  it('opens once, and follows a new title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    shell.show(OPEN)
    shell.show({ ...OPEN, title: 'Enter the code' })
    expect(showModal).toHaveBeenCalledOnce()
    expect(dialog()?.ariaLabel).toBe('Enter the code')
  })

  it('locks the scroll of the page and puts its own style back', () => {
    const { style } = document.documentElement
    style.overflowX = 'clip'
    shell.show(OPEN)
    expect([style.overflowX, style.overflowY]).toEqual(['hidden', 'hidden'])
    shell.hide()
    expect(document.documentElement.getAttribute('style')).toBe('overflow-x: clip;')
    style.overflowX = ''
    shell.show(OPEN)
    shell.show({ ...OPEN, open: false })
    expect(document.documentElement.getAttribute('style')).toBeNull()
  })

  it('leaves Escape to the frame', () => {
    shell.show(OPEN)
    const cancel = new Event('cancel', { cancelable: true })
    dialog()?.dispatchEvent(cancel)
    expect(cancel.defaultPrevented).toBe(true)
  })
})

describe('after the end', () => {
  it('a screen that comes late shows nothing and locks nothing', async () => {
    dialog()?.setAttribute('aria-hidden', 'true')
    shell.destroy()
    shell.show(OPEN)
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    expect(dialog()).toBeNull()
    expect(document.documentElement.getAttribute('style')).toBeNull()
  })
})

describe('what page code does to the dialog', () => {
  it('inert and aria-hidden are undone', async () => {
    shell.show(OPEN)
    dialog()?.setAttribute('aria-hidden', 'true')
    await settle()
    expect(dialog()?.hasAttribute('aria-hidden')).toBe(false)
  })

  it('a dialog that was closed opens again', async () => {
    shell.show(OPEN)
    dialog()?.close()
    await settle()
    expect(dialog()?.open).toBe(true)
  })

  it('a dialog that was removed is put back, closed, since its frame loads anew', async () => {
    shell.show(OPEN)
    dialog()?.remove()
    await settle()
    expect(dialog()?.isConnected).toBe(true)
    expect(dialog()?.open).toBe(false)
    expect(document.documentElement.getAttribute('style')).toBeNull()
  })

  it('a new body gets the dialog too', async () => {
    document.body.replaceWith(document.createElement('body'))
    await settle()
    expect(dialog()?.parentElement).toBe(document.body)
    dialog()?.remove()
    await settle()
    expect(dialog()?.parentElement).toBe(document.body)
  })
})

describe('what the page opens above the dialog', () => {
  const other = () => {
    const button = document.createElement('button')
    document.body.append(button)
    return button
  }
  const takeFocus = () => other().dispatchEvent(new Event('focusin', { bubbles: true }))

  it('comes below it, and the focus comes back', async () => {
    shell.show(OPEN)
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    other().focus()
    takeFocus()
    expect(showModal).not.toHaveBeenCalled()
    await settle()
    expect(showModal).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(iframe())
  })

  it('also as a popover, which takes no focus', async () => {
    shell.show(OPEN)
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    other().dispatchEvent(new Event('toggle'))
    await settle()
    expect(showModal).toHaveBeenCalledOnce()
  })

  it('is let be when the page insists, until the next screen', async () => {
    shell.show(OPEN)
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    const insist = async () => {
      for (let times = 0; times < 80; times++) {
        takeFocus()
        await settle()
      }
    }
    await insist()
    expect(showModal).toHaveBeenCalledTimes(50)
    shell.hide()
    await insist()
    expect(showModal).toHaveBeenCalledTimes(50)
    shell.show(OPEN)
    takeFocus()
    await settle()
    expect(showModal).toHaveBeenCalledTimes(52)
  })

  it('concerns nobody while it is closed, nor does what happens in it', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    takeFocus()
    shell.show(OPEN)
    iframe().dispatchEvent(new Event('focusin', { bubbles: true }))
    dialog()?.dispatchEvent(new Event('toggle'))
    await settle()
    expect(showModal).toHaveBeenCalledOnce()
  })
})

it('a copy of the open dialog that the page has kept goes, and dialogs of other apps stay', async () => {
  shell.show(OPEN)
  const other = createShell('https://wallet.example/apps/app_2/frame')
  other.show(OPEN)
  const kept = document.body.cloneNode(true)
  expect(document.querySelectorAll('dialog')).toHaveLength(2)
  document.body.replaceWith(kept)
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(2)
  await settle()
  expect([...document.querySelectorAll('iframe')].map(({ src }) => src)).toEqual([
    'https://wallet.example/apps/app_1/frame',
    'https://wallet.example/apps/app_2/frame',
  ])
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(0)
  other.destroy()
})

describe('the iframe', () => {
  it('that was taken out of the dialog is put back, and that is told', async () => {
    shell.show(OPEN)
    const taken = iframe()
    taken.remove()
    await settle()
    expect(iframe()).toBe(taken)
    expect(dialog()?.open).toBe(false)
    expect(onMount).toHaveBeenCalledOnce()
  })

  it('comes back into a document that was opened anew, whose dialog leaves Escape to the frame', async () => {
    document.replaceChildren()
    await settle()
    const root = document.createElement('html')
    root.append(document.createElement('body'))
    document.append(root)
    await settle()
    expect(dialog()?.parentElement).toBe(document.body)
    const cancel = new Event('cancel', { cancelable: true })
    dialog()?.dispatchEvent(cancel)
    expect(cancel.defaultPrevented).toBe(true)
  })
})

describe('destroy', () => {
  it('removes everything and puts nothing back', async () => {
    shell.show(OPEN)
    shell.destroy()
    expect(dialog()).toBeNull()
    expect(document.adoptedStyleSheets).toEqual([])
    expect(document.documentElement.getAttribute('style')).toBeNull()
    document.body.append(document.createElement('p'))
    await settle()
    expect(dialog()).toBeNull()
  })

  it('holds against a repair that was due', async () => {
    // The microtask lets the observer set its timer; showing then repairs at once, beside that timer.
    await Promise.resolve()
    shell.show(OPEN)
    await Promise.resolve()
    shell.destroy()
    await settle()
    expect(dialog()).toBeNull()
  })
})

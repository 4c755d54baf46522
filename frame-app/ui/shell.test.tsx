// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { control, mountScreens, pressKey, useBrowser } from './testing/dom.ts'
import { fakeKernel } from './testing/fake-kernel.ts'

async function open() {
  const kernel = fakeKernel()
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'login', options: {} }))
  return kernel
}

/** A press and release of the pointer, each on its element. */
async function pointer(down: Element, up: Element, detail = 1) {
  await act(async () => {
    down.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    up.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  })
}

const dialog = () => document.querySelector('[role="dialog"]') ?? document.body
const stage = () => dialog().closest('[data-guarded-card]')?.parentElement ?? document.body

describe('shell', () => {
  useBrowser()

  it('is empty while nothing is asked', async () => {
    await mountScreens(fakeKernel())
    expect(document.body.textContent).toBe('')
  })

  it('names the dialog by its heading and shows the wallet origin', async () => {
    await open()
    const heading = document.getElementById(dialog().getAttribute('aria-labelledby') ?? '')
    expect(heading?.textContent).toBe('Log in or sign up')
    expect(document.body.textContent).toContain(location.host)
  })

  it('gives a field that the browser would not focus the first key that is pressed', async () => {
    await open()
    const field = control('textbox', 'Email')
    field.blur()
    expect(document.activeElement).toBe(document.body)
    // Ctrl+V begins with Control.
    await pressKey('Control')
    expect(document.activeElement).toBe(field)
  })

  it('moves no focus that the person has put elsewhere', async () => {
    await open()
    const button = control('button', 'Continue')
    button.focus()
    await pressKey('a')
    expect(document.activeElement).toBe(button)
  })

  it('leaves by Escape, unless an input method is using it', async () => {
    const kernel = await open()
    await pressKey('Escape', { isComposing: true })
    expect(kernel.outcomes).toEqual([])
    await pressKey('Escape')
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('leaves by a click beside the card', async () => {
    const kernel = await open()
    await pointer(stage(), stage())
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('stays when a double click on the page’s button, whose first click opened it, ends beside the card', async () => {
    const kernel = await open()
    await pointer(stage(), stage(), 2)
    expect(kernel.outcomes).toEqual([])
  })

  it('stays when the click began or ended in the card', async () => {
    const kernel = await open()
    await pointer(control('textbox', 'Email'), stage())
    await pointer(stage(), dialog())
    expect(kernel.outcomes).toEqual([])
  })

  it('keeps Tab inside of the card, both ways', async () => {
    await open()
    const first = control('button', 'Close')
    const last = control('button', 'Continue')
    last.focus()
    await pressKey('Tab')
    expect(document.activeElement).toBe(first)
    await pressKey('Tab', { shiftKey: true })
    expect(document.activeElement).toBe(last)
  })

  it('takes the focus when the page shows the frame after the screen was drawn', async () => {
    await open()
    control('textbox', 'Email').blur()
    await act(async () => window.dispatchEvent(new Event('focus')))
    expect(document.activeElement).toBe(control('textbox', 'Email'))
  })

  it('follows a change of the app’s theme', async () => {
    const kernel = await open()
    const root = document.documentElement
    expect(root.dataset.colorScheme).toBe('light')
    await act(async () => kernel.setAppearance({ theme: '#1b2a4a', accentColor: '#ffd400' }))
    expect(root.dataset.colorScheme).toBe('dark')
    expect(root.style.getPropertyValue('--surface')).toBe('#1b2a4a')
    expect(root.style.getPropertyValue('--accent-contrast')).toBe('#000000')
    await act(async () => kernel.setAppearance({ theme: 'dark', accentColor: null }))
    expect(root.style.getPropertyValue('--surface')).toBe('')
  })
})

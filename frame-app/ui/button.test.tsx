// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { control } from './testing/dom.ts'

describe('a busy button', () => {
  beforeEach(() => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  })
  afterEach(() => document.body.replaceChildren())

  async function draw(isBusy: boolean) {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const root = document.body.appendChild(document.createElement('div'))
    await act(async () =>
      createRoot(root).render(
        <form onSubmit={onSubmit}>
          <Button isBusy={isBusy} onClick={onClick} type="submit">
            Send
          </Button>
        </form>,
      ),
    )
    return { onClick, onSubmit, button: control('button', 'Send') as HTMLButtonElement }
  }

  it('takes no press and submits nothing', async () => {
    const { button, onClick, onSubmit } = await draw(true)
    await act(async () => button.click())
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(button.ariaDisabled ?? button.getAttribute('aria-disabled')).toBe('true')
  })

  it('is not disabled: Chromium would take the focus from it, and a keyboard loses its place', async () => {
    const { button } = await draw(true)
    expect(button.disabled).toBe(false)
  })

  it('takes presses again when it is done', async () => {
    const { button, onClick, onSubmit } = await draw(false)
    await act(async () => button.click())
    expect(onClick).toHaveBeenCalledOnce()
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(button.hasAttribute('aria-disabled')).toBe(false)
  })
})

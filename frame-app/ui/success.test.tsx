// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import { KernelContext } from './kernel-context.ts'
import { ShellContext } from './shell-context.ts'
import { SUCCESS_MS, Success } from './success.tsx'
import { useBrowser } from './testing/dom.ts'
import { fakeKernel } from './testing/fake-kernel.ts'

useBrowser()

it('has told that it is shown before anybody can close it, be it at once', async () => {
  // Outside of `act`, which would run every effect first.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  const told: string[] = []
  const hurry = new MutationObserver(() => {
    document.querySelector<HTMLButtonElement>('button[aria-label=Close]')?.click()
  })
  hurry.observe(document.body, { childList: true, subtree: true })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <KernelContext value={fakeKernel()}>
      <ShellContext value={{ leave: { current: null }, height: { current: null } }}>
        <Success onEnd={() => told.push('end')} onShown={() => told.push('shown')} title="Done" />
      </ShellContext>
    </KernelContext>,
  )
  await vi.waitFor(() => expect(told).toContain('end'))
  expect(told[0]).toBe('shown')
  hurry.disconnect()
  root.unmount()
})

it('one that stays ends when it is closed, or once another request waits for its turn', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const kernel = fakeKernel()
  const isAwaited = createStore(false)
  const onEnd = vi.fn()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <KernelContext value={{ ...kernel, screens: { ...kernel.screens, isAwaited } }}>
        <ShellContext value={{ leave: { current: null }, height: { current: null } }}>
          <Success onEnd={onEnd} stays="until-closed" title="Sent" />
        </ShellContext>
      </KernelContext>,
    ),
  )
  await act(async () => vi.advanceTimersByTime(SUCCESS_MS * 1_000))
  expect(onEnd).not.toHaveBeenCalled()
  await act(async () => isAwaited.set(true))
  await act(async () => vi.advanceTimersByTime(SUCCESS_MS * 2))
  expect(onEnd).toHaveBeenCalledTimes(1)
  await act(async () => root.unmount())
  vi.useRealTimers()
})

// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { KernelContext } from './kernel-context.ts'
import { ShellContext } from './shell-context.ts'
import { Success } from './success.tsx'
import { useBrowser } from './testing/dom.ts'
import { fakeKernel } from './testing/fake-kernel.ts'

useBrowser()

it('has told that it is shown before anybody can close it, be it at once', async () => {
  // Outside of `act`, which would run every effect first.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  const told: string[] = []
  new MutationObserver(() => {
    document.querySelector<HTMLButtonElement>('button[aria-label=Close]')?.click()
  }).observe(document.body, { childList: true, subtree: true })
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
  root.unmount()
})

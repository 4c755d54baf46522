// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { control } from '../ui/testing/dom.ts'
import { fakeKernel, loginResult } from '../ui/testing/fake-kernel.ts'
import { cardMethod } from './card-method.tsx'

it('ends what goes on beside the landing when its row is pressed: the two would stop each other’s ceremony', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const end = vi.fn()
  const view = cardMethod({
    label: () => 'Continue with a passkey',
    title: () => 'Passkey',
    icon: () => null,
    load: () => new Promise(() => {}),
    isPrefetched: false,
    besideLanding: () => end,
  })
  const { Row, hasCard } = view.open({
    purpose: 'login',
    way: { method: 'passkey' },
    kernel: fakeKernel(),
    request: { id: '1', kind: 'login', options: {} },
    onAuthenticated: () => loginResult,
  })
  const root = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(root).render(<Row isFirst />))
  expect(end).not.toHaveBeenCalled()
  await act(async () => control('button', 'Continue with a passkey').click())
  expect(end).toHaveBeenCalledOnce()
  expect(hasCard.get()).toBe(true)
})

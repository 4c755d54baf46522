// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useBrowser } from '../../../ui/testing/dom.ts'
import { fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { usePortfolio } from './portfolio.ts'
import { draw, holding, holdings, portfolio } from './testing/fixtures.tsx'

useBrowser()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function open() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const shown = portfolio(holdings())
  const read = [vi.spyOn(shown.holdings, 'refresh'), vi.spyOn(shown.activity, 'refresh')]
  const openIt = () => shown
  const Part = () => {
    usePortfolio(wallet, openIt)
    return null
  }
  await draw(fakeKernel({}), <Part />)
  return { shown, read: () => read.map(({ mock }) => mock.calls.length) }
}

it('a payment that is waited for is seen to come, and what happened is read when a balance changed', async () => {
  const { shown, read } = await open()
  expect(read()).toEqual([0, 0])
  await act(async () => vi.advanceTimersByTime(20_000))
  expect(read()).toEqual([1, 0])
  shown.holdings.refresh = async () =>
    shown.holdings.store.set(holdings({ list: [holding({ amount: 2n * 10n ** 18n })] }))
  await act(async () => vi.advanceTimersByTime(20_000))
  await vi.waitFor(() => expect(read()).toEqual([1, 1]))
})

it('a page that nobody sees asks no node; coming back to it reads anew', async () => {
  const { read } = await open()
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => vi.advanceTimersByTime(40_000))
  expect(read()).toEqual([0, 0])
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(read()).toEqual([1, 0])
})

// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { KernelContext } from '../../ui/kernel-context.ts'
import { ShellContext } from '../../ui/shell-context.ts'
import { alertText, click, control, submit, title, type, until, useBrowser } from '../../ui/testing/dom.ts'
import { type FakeKernel, fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import type { KnownRequest } from '../asset.ts'
import { keptFunding } from '../purchase/kept.ts'
import { onBase } from '../testing/requests.ts'
import { FundingCard } from './funding-card.tsx'
import { OwnFunding } from './own-funding.tsx'

const CARD = { method: 'card', provider: 'coinbase' } as const
const EXCHANGE = { method: 'exchange', provider: 'coinbase' } as const
const MANUAL = { method: 'manual', provider: null } as const
let root: Root

useBrowser()
afterEach(() => act(async () => root.unmount()))

async function draw(request: KnownRequest, kernel: FakeKernel = fakeKernel(), onBack?: () => void) {
  const on = { onCompleted: vi.fn(), onEnd: vi.fn(), onLeave: vi.fn() }
  await drawIn(kernel, <FundingCard {...on} onBack={onBack} request={request} />)
  return on
}
async function drawIn(kernel: FakeKernel, card: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <KernelContext value={kernel}>
        <ShellContext value={{ leave: { current: null }, height: { current: null } }}>{card}</ShellContext>
      </KernelContext>,
    ),
  )
}
const amount = () => document.querySelector('input') as HTMLInputElement

it('offers the request’s own ways, and says why others are off', async () => {
  await draw(
    onBase({
      supportedOptions: [CARD, MANUAL],
      disabledOptions: [{ option: EXCHANGE, reason: 'testnet' }],
      uiConfig: { landing: { title: 'Top up to play' } },
    }),
  )
  expect(title()).toBe(say('funding.title'))
  const rows = [...document.querySelectorAll('button')].map(it => it.textContent)
  expect(rows).toEqual(['', 'CardThrough Coinbase', expect.stringContaining(say('funding.method.manual'))])
  expect(document.querySelector('li')?.textContent).toBe(`Coinbase account${say('funding.off.testnet')}`)
  // The page's words stand as the page's.
  expect(document.body.textContent).toContain(`${say('sign.siteSays')}“Top up to play”`)
})

it('begins with the default way, from which there is a way to the others', async () => {
  await draw(onBase({ supportedOptions: [MANUAL, CARD], defaultFundingMethod: 'card' }))
  expect(title()).toBe(say('funding.howMuch'))
  await click(control('button', say('action.back')))
  expect(title()).toBe(say('funding.title'))
})

it('takes an amount that can be one, and says what is wrong with others', async () => {
  await draw(onBase({ supportedOptions: [CARD], amount: '25' }))
  expect(amount().value).toBe('25')
  for (const [text, problem] of [
    ['', say('send.problem.missing')],
    ['0', say('send.problem.zero')],
    ['-1', say('send.problem.unreadable')],
    ['1.1234567', say('send.problem.tooPrecise', { symbol: 'USDC', count: 6 })],
  ] as const) {
    await type(amount(), text)
    await submit(amount())
    expect(alertText()).toBe(problem)
    expect(title()).toBe(say('funding.howMuch'))
  }
  await click(control('button', '$50'))
  expect(amount().value).toBe('50')
  await submit(amount())
  await until(() => expect(title()).toBe(say('funding.buyTitle', { amount: '50 USDC' })))
})

it('who leaves before a way was begun has begun none; afterwards that one', async () => {
  const on = await draw(onBase({ supportedOptions: [CARD], amount: '25' }))
  await click(control('button', say('action.close')))
  expect(on.onLeave).toHaveBeenLastCalledWith(null)
  await submit(amount())
  await until(() => expect(title()).toBe(say('funding.buyTitle', { amount: '25 USDC' })))
  await click(control('button', say('action.close')))
  expect(on.onLeave).toHaveBeenLastCalledWith('card')
})

it('takes up what was begun before a reload, before all else', async () => {
  const kernel = fakeKernel()
  const request = onBase({ supportedOptions: [MANUAL, CARD] })
  const kept = keptFunding(kernel.keptOfUser('funding', request.address))
  kept.remember({ request, method: 'card', amount: '25' }, 'coinbase', 'fund_1')
  await draw(request, kernel)
  await until(() => expect(title()).toBe(say('funding.waitingTitle', { provider: 'Coinbase' })))
  // Begun anew, it is forgotten.
  await click(control('button', say('action.back')))
  expect(kept.latest(request)).toBeNull()
  expect(title()).toBe(say('funding.howMuch'))
})

it('a token that nobody can read is told as such', async () => {
  const asset = { type: 'erc20', address: `0x${'1'.repeat(40)}`, symbol: null, decimals: null } as const
  await draw(onBase({ asset: asset as never }))
  await until(() => expect(alertText()).toBe(say('error.unexpected')))
})

it('who asks for funds where nothing can bring them reads so in their own words, not the developer’s', async () => {
  const kernel = fakeKernel({
    app: { funding_config: { options: [{ method: 'card', provider: 'moonpay' }] } },
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  const short = { type: 'ethereum', chainId: 84532 } as const
  await drawIn(kernel, <OwnFunding onClose={() => {}} onDone={() => {}} short={short} wallet={wallet} />)
  expect(alertText()).toBe(say('funding.unavailable'))
})

import { expect, it } from 'vitest'
import { fakeKernel, wallet } from '../ui/testing/fake-kernel.ts'
import type { OwnRequest } from './flow.ts'
import { ownScreens } from './own-screens.ts'

const own: OwnRequest = {
  id: 'own-1',
  kind: 'send-transaction',
  wallet,
  chainId: 1,
  transaction: {},
  isOwn: true,
  uiOptions: {},
}
const other = { ...own, id: 'of-the-page' }
const hash = `0x${'ab'.repeat(32)}` as const

function setUp() {
  const told: string[] = []
  const kernel = fakeKernel()
  const screens = ownScreens(kernel.screens, own, {
    onSent: id => told.push(`sent ${id}`),
    onEnd: () => told.push('end'),
    onLeft: () => told.push('left'),
  })
  return { told, screens, outcomes: kernel.outcomes }
}

it('what is sent is told once, and its end after it', () => {
  const { told, screens } = setUp()
  screens.resolve<'send-transaction'>(own, { hash }, 'stays')
  screens.resolve<'send-transaction'>(own, { hash }, 'stays')
  expect(told).toEqual([`sent ${hash}`])
  screens.dismiss(own)
  expect(told).toEqual([`sent ${hash}`, 'end'])
})

it('who leaves while it is on its way has sent it', () => {
  const { told, screens } = setUp()
  screens.resolve<'send-transaction'>(own, { hash })
  expect(told).toEqual([`sent ${hash}`, 'end'])
})

it('rejected, refused and failed all lead back', () => {
  const { told, screens } = setUp()
  screens.dismiss(own)
  screens.reject(own, 'user_rejected', '')
  expect(told).toEqual(['left', 'left'])
})

it('no call of the page is answered by it, and nothing of a page’s request is its own', () => {
  const { told, screens, outcomes } = setUp()
  screens.resolve<'send-transaction'>(own, { hash }, 'stays')
  screens.dismiss(own)
  expect(outcomes).toEqual([])
  expect(told).toHaveLength(2)

  const foreign = setUp()
  foreign.screens.resolve<'send-transaction'>(other, { hash }, 'stays')
  foreign.screens.dismiss(other)
  expect(foreign.told).toEqual([])
  expect(foreign.outcomes).toEqual([])
})

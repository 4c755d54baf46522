// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScreenRequest } from '../../requests/registry.ts'
import {
  click,
  control,
  hasButton,
  mountScreens,
  press,
  seeCritical,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { externalWallet, type FakeKernelOptions, fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { fakeConnection, fakeWallets } from '../../wallet-login/testing/fake-wallets.ts'
import { en } from '../../words/en.ts'
import { say } from '../../words/say.ts'
import { fakeNetworks } from '../testing/fake-network.ts'
import { report, sendOf, text } from '../testing/open-scene.ts'
import { SCENES } from '../testing/scenes.ts'
import '../../requests/sign-message/screen.tsx'

useBrowser()
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const signing = {
  ...{ id: '1', kind: 'sign-message', wallet: externalWallet, message: 'Hello', encoding: 'utf-8' },
  uiOptions: {},
} as ScreenRequest
const sending = { ...SCENES['tx-send']?.request, wallet: externalWallet, uiOptions: {} } as ScreenRequest
const openApp = 'https://metamask.app.link/'

async function approve(request: ScreenRequest, options: FakeKernelOptions & { isPhone?: boolean }) {
  vi.stubGlobal('matchMedia', () => ({ matches: options.isPhone === true }))
  const line = { ...fakeConnection({ address: externalWallet.address }), openApp }
  const externalWallets = async () => ({ ...fakeWallets(), connectionOf: () => line })
  const kernel = fakeKernel({ externalWallets, ...options })
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  await until(() => expect(hasButton('Approve')).toBe(true))
  // The amounts come with the review, after the buttons.
  await until(() => expect(text()).toContain(say('approval.details')))
  await seeCritical()
  await report({ isVisible: true })
  await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', false))
  await press(control('button', 'Approve'))
  await until(() => expect(text()).toContain('Answer in MetaMask.'))
  return kernel
}
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

it('asks anew after four seconds; of the two answers the second counts', async () => {
  const answers: ((result: { signature: string }) => void)[] = []
  const signMessage = vi.fn(() => new Promise<{ signature: string }>(resolve => void answers.push(resolve)))
  const kernel = await approve(signing, { operations: { signMessage } })
  await wait(3_000)
  expect(hasButton(en['action.tryAgain'])).toBe(false)
  await wait(1_500)
  expect(text()).toContain('Nothing to see? Open MetaMask and look for the request.')
  await click(control('button', en['action.tryAgain']))
  expect(signMessage).toHaveBeenCalledTimes(2)
  // It begins anew with the second question.
  expect(hasButton(en['action.tryAgain'])).toBe(false)
  await act(async () => answers[0]?.({ signature: '0x01' }))
  expect(kernel.outcomes).toEqual([])
  await act(async () => answers[1]?.({ signature: '0x02' }))
  await until(() => expect(kernel.outcomes).toEqual([{ resolved: { signature: '0x02' } }]))
})

it('whoever does not want to wait can leave', async () => {
  const kernel = await approve(signing, { operations: { signMessage: () => new Promise(() => {}) } })
  await click(control('button', en['action.reject']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})

it('what is sent is not asked for twice: a late yes would be a second transaction', async () => {
  const send = vi.fn(() => new Promise<never>(() => {}))
  await approve(sending, { ethereum: async () => fakeNetworks(sendOf({ send })) })
  await wait(4_500)
  expect(text()).toContain('Nothing to see? Open MetaMask and look for the request.')
  expect(hasButton(en['action.tryAgain'])).toBe(false)
  expect(send).toHaveBeenCalledTimes(1)
  expect(title()).not.toBe('Sent')
})

it.each([
  [true, openApp],
  [false, undefined],
])('the link to the app is on the phone that it is on alone: %s', async (isPhone, href) => {
  await approve(signing, { operations: { signMessage: () => new Promise(() => {}) }, isPhone })
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open MetaMask')
  expect(link?.href).toBe(href)
})

import { act } from 'react'
import { expect, vi } from 'vitest'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import {
  control,
  forLong,
  mountScreens,
  seeCritical,
  seeForLong,
  until,
  watched,
} from '../../ui/testing/dom.ts'
import { type FakeKernelOptions, fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { approvalWindows } from '../open-window/approval-windows.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks } from './fake-network.ts'
import { SCENES } from './scenes.ts'
// Here already, so that no test waits for them.
import '../ui/send-screen.tsx'
import '../../requests/sign-authorization/screen.tsx'
import '../../requests/sign-typed-data/screen.tsx'

interface Setting extends FakeKernelOptions {
  readonly network?: EthereumNetwork
  readonly uiOptions?: object
}

/** Shows the request of one of `SCENES`. */
export async function open(name: string, { network, uiOptions = {}, ...options }: Setting = {}) {
  const scene = SCENES[name]
  if (!scene) throw new Error(`No scene ${name}`)
  // Scenes share the ids of their requests.
  approvalWindows(window, 'app_demo').stop()
  const kernel = fakeKernel({ ...options, ethereum: async () => fakeNetworks(network ?? scene.network) })
  await mountScreens(kernel)
  await act(async () => kernel.show({ ...scene.request, uiOptions } as ScreenRequest))
  return kernel
}

/** What the browser reports of the approving button. */
export const report = (entry: { ratio?: number; isVisible?: boolean }) =>
  act(async () => watched.findLast(({ element }) => element.matches('[data-guarded]'))?.report(entry))

/** Everything critical of the review is outside of what is on the screen. */
export const hideCritical = () =>
  forLong(() => {
    for (const { element, report: tell } of watched)
      if (element.matches('[data-critical]')) tell({ ratio: 0, alone: true })
  })

/** Until the receipt stands there, and the button has been seen long enough. */
export async function arm() {
  await until(() => expect(document.body.textContent).toContain(say('approval.details')))
  await seeCritical()
  await seeForLong()
  await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', false))
}

export const text = () => document.body.textContent

export const hash = `0x${'ab'.repeat(32)}` as const

/** A chain on which the scenes' requests can be sent. */
export const sendOf = (state: FakeChainState) => fakeNetwork({ price: 2_000, ...state })

/** A window of the page, and what it says and hears. */
export function fakePopup() {
  const popup = { postMessage: vi.fn(), close: vi.fn(), closed: false, top: null as unknown }
  popup.top = popup
  const told = () => popup.postMessage.mock.lastCall?.[0]
  const say = (event: 'ready' | 'approved' | 'rejected', key?: string) =>
    act(async () => {
      const { id } = popup.postMessage.mock.calls.map(([it]) => it).findLast(it => 'id' in it) ?? { id: null }
      const said =
        event === 'ready' ? { event, id: null, order: 1 } : { event: 'answer', id, key, verdict: event }
      window.dispatchEvent(
        new MessageEvent('message', {
          data: { to: 'vitrine:approval-frame', app: 'app_demo', ...said },
          origin: location.origin,
          source: popup as unknown as Window,
        }),
      )
    })
  return { popup, told, say }
}

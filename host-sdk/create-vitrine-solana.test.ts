// @vitest-environment jsdom
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { loadFrame, PARTS, preparePage } from './testing/fake-page.ts'

const made: { destroy(): void }[] = []
const hello = () => ({
  protocol: 1,
  version: '0.1.0',
  app: { id: 'app_1', name: 'Shop', icon: null },
  features: ['solana:mainnet'],
  state: { authenticated: false, user: null, wallets: [] },
})
/** Registrations in the page's Wallet Standard registry that were not taken back. */
const registered = new Set<unknown>()
const onRegister = (event: Event) =>
  (event as CustomEvent<(registry: object) => void>).detail({
    register(wallet: unknown) {
      registered.add(wallet)
      return () => registered.delete(wallet)
    },
  })
beforeEach(() => {
  preparePage()
  vi.stubGlobal('reportError', vi.fn())
  registered.clear()
  addEventListener('wallet-standard:register-wallet', onRegister)
})
afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  removeEventListener('wallet-standard:register-wallet', onRegister)
  vi.unstubAllGlobals()
})

const withSlowSolana = () => {
  const arrivals: (() => void)[] = []
  const solana = vi.fn(async () => {
    await new Promise<void>(resolve => arrivals.push(resolve))
    return PARTS.later()
  })
  const vitrine = createVitrine(
    { appId: 'app_1', walletOrigin: WALLET, eip6963: false },
    { ...PARTS, later: solana },
  )
  made.push(vitrine)
  const asked = (times: number) => vi.waitFor(() => expect(solana).toHaveBeenCalledTimes(times))
  return { vitrine, asked, arrive: () => arrivals.forEach(resolve => void resolve()) }
}

it('announces nothing when its code comes after the instance was destroyed', async () => {
  const { vitrine, asked, arrive } = withSlowSolana()
  made.push(loadFrame({ hello }))
  await asked(1)
  vitrine.destroy()
  arrive()
  await new Promise(resolve => setTimeout(resolve))
  expect(registered.size).toBe(0)
  expect(vitrine.state.ready).toBe(false)
})

it('is announced once when the frame is loaded again while it comes', async () => {
  const { vitrine, asked, arrive } = withSlowSolana()
  made.push(loadFrame({ hello }))
  await asked(1)
  made.push(loadFrame({ hello }))
  await asked(2)
  arrive()
  await vitrine.ready
  expect(registered.size).toBe(1)
  vitrine.destroy()
  expect(registered.size).toBe(0)
})

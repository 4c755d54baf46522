import type { BrowserContext } from '@playwright/test'
import { HostPage } from '../e2e/fixtures/host-page.ts'
import { withOwnApp } from '../e2e/fixtures/own-app.ts'
import type { Stack } from '../e2e/fixtures/stack.ts'
import type { Lab } from './lab.ts'
import { pageScript } from './page-script.ts'
import { settled } from './wallet-frame.ts'

/** Where the keys are, as an operator configures it and as the table says it. */
export const CUSTODIES = {
  device: { mode: 'legacy-embedded-wallets-only', where: 'key on the device' },
  server: { mode: 'user-controlled-server-wallets-only', where: 'key at the server' },
} as const
export type Custody = keyof typeof CUSTODIES

/** A site in which people have wallets of one custody mode, and may sign without a screen. */
export interface WalletSite {
  /** A page in which somebody new has logged in, with no wallet yet and with `wallet-signing/libraries.ts`. */
  open(context: BrowserContext): Promise<HostPage>
}

export async function createWalletSite(lab: Lab, custody: Custody): Promise<WalletSite> {
  const stack: Stack = await withOwnApp(await lab.stack(), {
    // Else a person's click would be the time that is measured.
    enforce_wallet_uis: false,
    embedded_wallet_config: { mode: CUSTODIES[custody].mode },
  })
  const body = await pageScript('wallet-signing/libraries.ts')
  return {
    async open(context) {
      const config = { embeddedWallets: { showWalletUIs: false } }
      const host = await (await HostPage.open(context, stack, { body, config })).ready()
      await host.logIn(`bench-${crypto.randomUUID()}@mail.example`)
      await host.page.waitForFunction('window.libraries')
      await settled(host)
      return host
    },
  }
}

/** Makes a wallet. @returns its address, and how many ms the call took in the page */
export async function createWallet(
  host: HostPage,
  chainType: 'ethereum' | 'solana',
): Promise<{ readonly address: string; readonly took: number }> {
  const made = await host.evaluate<{ address: string; took: number }>(
    `const start = performance.now()
    const { address } = await vitrine.createWallet({ chainType: args[0] })
    return { address, took: performance.now() - start }`,
    [chainType],
  )
  if (!made.ok) throw new Error(`createWallet: ${made.error.message}`)
  return made.value
}

/** Text of a call that signs a message with this wallet. */
export const signing = (address: string): string =>
  `vitrine.signMessage({ message: ${JSON.stringify(MESSAGE)}, address: '${address}' })`

/** Text of a call of a library over the same message. */
export const bareSigning = (library: 'viem' | 'ed25519'): string =>
  `libraries.${library}(${JSON.stringify(MESSAGE)})`

const MESSAGE = 'I agree to the terms of the Example shop.'

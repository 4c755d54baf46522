import type { FrameLocator } from '@playwright/test'
import {
  keyIntoEthers,
  keyIntoMetaMask,
  wordsIntoEthers,
  wordsIntoMetaMask,
} from '@vitrine/shared/wallet/testing/import-elsewhere.ts'
import { Wallet as EthersWallet } from 'ethers'
import { type Hex, verifyMessage } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'

const MODES = ['user-controlled-server-wallets-only', 'legacy-embedded-wallets-only'] as const

interface PublicWallet {
  readonly address: Hex
  readonly walletIndex: number | null
  readonly imported: boolean
}

const secretsOf = (host: HostPage): FrameLocator =>
  host.frame.frameLocator(`iframe[title="${en['secret.frame']}"]`)

/** As a person types, once the document has been in sight for a moment: before, nothing is taken. */
async function typeKey(host: HostPage, text: string) {
  const field = secretsOf(host).getByRole('textbox', { name: en['secret.enterAs'] })
  await expect(async () => {
    await field.click()
    await host.page.keyboard.insertText(text)
    expect(await field.inputValue()).not.toBe('')
  }).toPass()
}

/** What the document shows once it is asked to. */
async function shown(host: HostPage): Promise<string> {
  const button = (name: string) => secretsOf(host).getByRole('button', { name, exact: true })
  await button(en['secret.show']).click()
  await button(en['secret.hide']).waitFor()
  return (await secretsOf(host).locator('body').allInnerTexts()).join(' ').replaceAll('\n', ' ')
}

for (const mode of MODES)
  test.describe(`keys of ${mode}`, () => {
    test('are brought, sign, and are taken out into other wallets', async ({ context, stack, address }) => {
      test.slow()
      const app = await withOwnApp(stack, { embedded_wallet_config: { mode } })
      const host = await (await HostPage.open(context, app)).ready()
      await host.logIn(address)
      await host.evaluate('window.made = []; vitrine.on("walletCreated", it => made.push(it.wallet.address))')

      const own = EthersWallet.createRandom()
      const importing = host.call<PublicWallet>('importWallet', { chainType: 'ethereum' })
      await typeKey(host, own.privateKey)
      await secretsOf(host)
        .getByRole('button', { name: /^Import 0x/ })
        .click()
      await host.confirm(address)
      const imported = await importing
      expect(imported).toMatchObject({
        ok: true,
        value: { address: own.address, walletIndex: null, imported: true },
      })
      expect(await host.page.evaluate('made')).toEqual([own.address])
      await expect(host.page.getByRole('dialog')).toBeHidden()

      const signs = async (message: string) => {
        const outcome = await host.sign(message)
        if (!outcome.ok) throw new Error(outcome.error.message)
        const { signature } = outcome.value
        return verifyMessage({ address: own.address as Hex, message, signature })
      }
      expect(await signs('hello')).toBe(true)
      await host.page.reload()
      await host.ready()
      expect(await signs('after a reload')).toBe(true)

      const again = host.call('importWallet', { chainType: 'ethereum' })
      await typeKey(host, own.privateKey)
      await secretsOf(host)
        .getByRole('button', { name: /^Import 0x/ })
        .click()
      await expect(secretsOf(host).getByRole('alert')).toHaveText('You have this wallet already.')
      await host.button('Close').click()
      expect((await again).ok).toBe(false)

      const exporting = host.call('exportWallet', { address: own.address })
      await host.frame.getByRole('button', { name: /^Private key/ }).click()
      await host.confirm(address)
      const key = /\b0x[0-9a-f]{64}\b/i.exec(await shown(host))?.[0] ?? ''
      expect(key).toBe(own.privateKey)
      expect([keyIntoEthers(key), await keyIntoMetaMask(key)]).toEqual([own.address, own.address])
      await host.button('Close').click()
      expect(await exporting).toMatchObject({ ok: true })
    })

    test('are words that bring back every wallet which was made here', async ({
      context,
      stack,
      address,
    }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: { mode, ethereum: { create_on_login: 'all-users' } },
      })
      const host = await (await HostPage.open(context, app)).ready()
      const { user } = await host.logIn(address)
      const exporting = host.call('exportWallet')
      await host.frame.getByRole('button', { name: /^Recovery phrase/ }).click()
      await host.confirm(address)
      const text = await shown(host)
      const count = mode === 'legacy-embedded-wallets-only' ? 12 : 24
      const words = [...text.matchAll(/\b\d{1,2}\.?\s+([a-z]{3,8})\b/g)].map(([, word]) => word ?? '')
      expect(words).toHaveLength(count)
      const phrase = words.join(' ')
      const made = user.wallet?.address
      expect([wordsIntoEthers(phrase)[0], (await wordsIntoMetaMask(phrase))[0]]).toEqual([made, made])
      await host.button('Close').click()
      expect(await exporting).toMatchObject({ ok: true })
    })
  })

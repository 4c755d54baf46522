import { type Browser, expect as expectNow, type Page } from '@playwright/test'
import { address as addressOf, getTransactionDecoder, lamports } from '@solana/kit'
import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import { Wallet as EthersWallet, HDNodeWallet, parseEther } from 'ethers'
import { LiteSVM } from 'litesvm'
import { en } from '../../frame-app/words/en.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { importKey, secretsOf } from '../fixtures/secrets-document.ts'
import { expect, test } from '../fixtures/test.ts'

const MODES = ['user-controlled-server-wallets-only', 'legacy-embedded-wallets-only'] as const
const PAGE = new URL('../../dist/recovery/vitrine-recovery.html', import.meta.url)
const TO = EthersWallet.createRandom().address
/** CSS px of three centimetres. */
const THREE_CM = (3 / 2.54) * 96
/** CSS px between the margins of 14 mm. */
const PAPERS = { A4: (210 - 28) * (96 / 25.4), Letter: (215.9 - 28) * (96 / 25.4) } as const

/** From the account, with a fresh proof, up to the press that opens the kit. */
async function askForKit(host: HostPage, address: string) {
  void host.call('openAccount', { screen: 'security' })
  await host.button(en['account.recoveryKit']).click()
  await host.confirm(address)
  await expect(host.button(en['export.kitOpen'])).toBeEnabled()
}

async function openKit(host: HostPage): Promise<Page> {
  const opening = host.page.context().waitForEvent('page')
  await host.button(en['export.kitOpen']).click()
  const kit = await opening
  await kit.getByRole('heading', { name: en['secret.kitTitle'] }).waitFor()
  return kit
}

/** The words of a kit by their printed numbers. */
const wordsIn = async (kit: Page) =>
  (await kit.locator('.word').allInnerTexts()).map((text, place) => {
    const [, number, word] = /^(\d+)\s+([a-z]+)$/.exec(text) ?? []
    expectNow(Number(number)).toBe(place + 1)
    return word ?? ''
  })

/** The recovery page from the disk, in a browser that has no network and knows nothing of the wallet. */
async function fromDisk(browser: Browser) {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(PAGE.href)
  const field = page.getByLabel('Your recovery words or private key')
  return {
    page,
    async type(text: string) {
      await field.pressSequentially(text)
      await page.getByRole('button', { name: 'Open wallets' }).click()
    },
    scan: (picture: Buffer) =>
      page
        .getByLabel('Read a picture of the QR code')
        .setInputFiles({ name: 'kit.png', mimeType: 'image/png', buffer: picture }),
    forget: () => page.getByRole('button', { name: 'Clear everything' }).click(),
    async sign(wallet: string, nth: number, fields: Readonly<Record<string, string>>): Promise<string> {
      await page
        .getByRole('button', { name: `Sign a transfer: ${wallet}` })
        .nth(nth)
        .click()
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      return page.getByLabel('Signed transaction').inputValue()
    },
    async close() {
      expect(asked.filter(url => !/^(data|blob):/.test(url))).toEqual([PAGE.href])
      await context.close()
    },
  }
}

for (const mode of MODES)
  test(`a kit of ${mode} brings back and moves what its person had, without any server`, async ({
    browser,
    context,
    stack,
    address,
    keep,
  }) => {
    test.slow()
    await context.addInitScript('window.print = () => { window.printed = (window.printed ?? 0) + 1 }')
    const app = await withOwnApp(stack, {
      embedded_wallet_config: {
        mode,
        ethereum: { create_on_login: 'all-users' },
        solana: { create_on_login: 'all-users' },
      },
    })
    const host = await (await HostPage.open(context, app)).ready()
    await host.logIn(address)
    expect(await host.call('createWallet', { createAdditional: true })).toMatchObject({ ok: true })
    const own = EthersWallet.createRandom()
    expect(await importKey(host, 'ethereum', { text: own.privateKey }, address)).toMatchObject({ ok: true })
    const { wallets } = (await host.page.evaluate('vitrine.state')) as {
      wallets: { address: string; chainType: string; walletIndex: number | null }[]
    }
    const made = (chainType: string, index: number) =>
      wallets.find(it => it.chainType === chainType && it.walletIndex === index)?.address ?? 'none'
    const [first, second, solana] = [made('ethereum', 0), made('ethereum', 1), made('solana', 0)]

    await askForKit(host, address)
    const kit = await openKit(host)
    const missing = kit.locator('section', { hasText: en['secret.kitNotHere'] })
    await expect(missing).toContainText(own.address)
    await expect(kit.getByText(own.privateKey)).toHaveCount(0)
    await host.page.bringToFront()
    await host.button(`Add ${own.address.slice(0, 5)}…${own.address.slice(-4)}`).click()
    await host.confirm(address)
    await expect(kit.getByText(own.privateKey)).toBeVisible()
    await expect(missing).toHaveCount(0)

    const words = await wordsIn(kit)
    expect(words).toHaveLength(mode === 'legacy-embedded-wallets-only' ? 12 : 24)
    const phrase = words.join(' ')
    for (const [index, of] of [first, second].entries())
      expect(HDNodeWallet.fromPhrase(phrase, '', `m/44'/60'/0'/0/${index}`).address).toBe(of)
    const rows = await kit.locator('.kit-wallets .kit-wallet').allInnerTexts()
    expect(rows.map(it => it.split(/\s+/))).toEqual([
      ['Ethereum', first, "m/44'/60'/0'/0/0"],
      ['Ethereum', second, "m/44'/60'/0'/0/1"],
      ['Solana', solana, "m/44'/501'/0'/0'"],
    ])
    await kit.bringToFront()
    await kit.getByRole('button', { name: en['secret.kitPrint'] }).click()
    expect(await kit.evaluate('window.printed')).toBe(1)

    await kit.emulateMedia({ media: 'print' })
    const codes: Buffer[] = []
    for (const width of Object.values(PAPERS)) {
      await kit.setViewportSize({ width: Math.floor(width), height: 1000 })
      expect(
        await kit.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
      await expect(kit.getByRole('button')).toHaveCount(0)
      for (const code of await kit.locator('.code').all()) {
        expect((await code.boundingBox())?.width).toBeGreaterThan(THREE_CM)
        codes.push(await code.screenshot())
      }
    }
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await kit.pdf({ format, preferCSSPageSize: false })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
    }

    const disk = await fromDisk(browser)
    const [codeOfWords, codeOfKey, ...onLetter] = codes
    expect(onLetter).toHaveLength(2)
    if (!codeOfWords || !codeOfKey) throw new Error('The kit has no codes')
    await disk.scan(codeOfWords)
    for (const of of [first, second, solana]) await expect(disk.page.getByText(of)).toBeVisible()
    await disk.forget()
    await disk.type(phrase)
    for (const of of [first, second, solana]) await expect(disk.page.getByText(of)).toBeVisible()

    const anvil = await keep('a node for kits', startAnvil)
    const received = async () => BigInt(await anvil.request<string>('eth_getBalance', [TO, 'latest']))
    const before = await received()
    const transfer = { 'Chain ID': String(anvil.chainId), To: TO, Amount: '0.5', Nonce: '0' }
    const fees = { 'Highest fee, in gwei': '10' }
    await anvil.fund(second, parseEther('1'))
    await anvil.fund(own.address, parseEther('1'))
    const send = async (raw: string) => anvil.mined(await anvil.request('eth_sendRawTransaction', [raw]))
    await send(await disk.sign('Wallet 2', 0, { ...transfer, ...fees }))
    expect((await received()) - before).toBe(parseEther('0.5'))

    await disk.page.getByRole('button', { name: 'Back to wallets' }).click()
    const svm = new LiteSVM()
    svm.airdrop(addressOf(solana), lamports(2_000_000_000n))
    const to = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
    const ofSolana = { To: to, Amount: '1.25', 'Recent blockhash': svm.latestBlockhash() }
    const signed = base64Bytes(await disk.sign('Wallet 1', 1, ofSolana)) ?? new Uint8Array()
    svm.sendTransaction(getTransactionDecoder().decode(signed))
    expect(svm.getBalance(addressOf(to))).toBe(1_250_000_000n)

    await disk.forget()
    await disk.scan(codeOfKey)
    await expect(disk.page.getByText(own.address)).toBeVisible()
    await send(await disk.sign('Imported key', 0, { ...transfer, ...fees }))
    expect((await received()) - before).toBe(parseEther('1'))
    await disk.close()

    // Loaded anew the window holds nothing: neither has the document kept it, nor does the frame tell it again.
    await kit.reload()
    await expect(kit.locator('.word')).toHaveCount(0)
    await host.page.bringToFront()
    await expect(host.alert).toHaveText(en['export.kitGone'])
    expect(await kit.evaluate('document.body.innerText')).not.toContain(words[0])
  })

test('where no window opens the kit stands in the card, and a page that opens its address does not see in', async ({
  context,
  stack,
  address,
}) => {
  const embedded_wallet_config = { ethereum: { create_on_login: 'all-users' } } as const
  const app = await withOwnApp(stack, { embedded_wallet_config })
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  await askForKit(host, address)
  await host.walletFrame().evaluate('window.open = () => null')
  await host.button(en['export.kitOpen']).click()
  await expect(secretsOf(host).locator('.word')).toHaveCount(24)

  const opening = context.waitForEvent('page')
  await host.page.evaluate(
    url => Object.assign(window, { opened: window.open(url, 'kit') }),
    `${app.wallet.origin}/apps/${app.app.id}/secrets`,
  )
  await (await opening).waitForLoadState()
  const seen = 'try { opened.document.body.innerText } catch (error) { error.name }'
  expect(await host.page.evaluate(seen)).toBe('SecurityError')
})

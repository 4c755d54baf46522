import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { Keypair, Transaction as SolanaTransaction } from '@solana/web3.js'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import { HDNodeWallet, Transaction } from 'ethers'
import encodeQR from 'qr'

/** No server of ours runs for these: the file is opened from disk, without a network. */
const FILE = new URL('../dist/recovery/vitrine-recovery.html', import.meta.url)
const WORDS = 'test test test test test test test test test test test junk'
const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SOLANA = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const SOLANA_TO = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey.toBase58()

/** The page, and what it asked of a network, which is nothing. */
const test = base.extend<{ recovery: Page }>({
  async recovery({ context, page }, use) {
    const asked: string[] = []
    const errors: string[] = []
    page.on('request', request => asked.push(request.url()))
    page.on('websocket', socket => asked.push(socket.url()))
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await context.setOffline(true)
    await page.goto(FILE.href)
    await use(page)
    expect(new Set(asked.filter(url => !/^(data|blob):/.test(url)))).toEqual(new Set([FILE.href]))
    expect(errors).toEqual([])
  },
})

async function open(page: Page, text: string) {
  await page.getByLabel('Your recovery words or private key').fill(text)
  await page.getByRole('button', { name: 'Open wallets' }).click()
}

const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const signed = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  return page.getByLabel('Signed transaction').inputValue()
}

test('the words bring the wallets back, and sign a transfer on each chain', async ({ recovery }) => {
  await open(recovery, WORDS)
  const ethereum = recovery.getByRole('region', { name: 'Ethereum' })
  const solana = recovery.getByRole('region', { name: 'Solana' })
  await expect(ethereum.getByText(ETHEREUM)).toBeVisible()
  await expect(solana.getByText(SOLANA)).toBeVisible()
  await ethereum.getByRole('button', { name: 'Show more' }).click()
  const fifth = HDNodeWallet.fromPhrase(WORDS, '', "m/44'/60'/0'/0/4").address
  await expect(ethereum.getByText(fifth)).toBeVisible()

  await recovery.getByRole('button', { name: 'Sign a transfer: Wallet 1' }).first().click()
  const to = HDNodeWallet.fromPhrase(WORDS, '', "m/44'/60'/0'/0/1").address
  await fill(recovery, { To: to, Amount: '0.25', Nonce: '7', 'Highest fee, in gwei': '30' })
  await recovery.getByRole('button', { name: 'Review' }).click()
  await expect(recovery.getByRole('heading', { name: 'Send 0.25 ETH' })).toBeFocused()
  await expect(recovery.getByText('0.00063 ETH')).toBeVisible()
  const raw = Transaction.from(await signed(recovery))
  expect(raw).toMatchObject({ from: ETHEREUM, to, nonce: 7, value: 25n * 10n ** 16n, chainId: 1n })
  await expect(recovery.getByText(raw.hash ?? 'no hash')).toBeVisible()

  await recovery.getByRole('button', { name: 'Back to wallets' }).click()
  await recovery.getByRole('button', { name: 'Sign a transfer: Wallet 1' }).nth(1).click()
  const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
  await fill(recovery, { To: SOLANA_TO, Amount: '1.5', 'Recent blockhash': blockhash })
  await recovery.getByRole('button', { name: 'Review' }).click()
  await expect(recovery.getByRole('heading', { name: 'Send 1.5 SOL' })).toBeVisible()
  const transaction = SolanaTransaction.from(base64Bytes(await signed(recovery)) ?? [])
  expect(transaction.verifySignatures()).toBe(true)
  expect(transaction.feePayer?.toBase58()).toBe(SOLANA)
})

test('a private key shows when it is asked for, and goes as a file into solana-keygen’s place', async ({
  recovery,
}) => {
  await open(recovery, WORDS)
  const key = HDNodeWallet.fromPhrase(WORDS).privateKey
  await expect(recovery.getByText(key)).toHaveCount(0)
  await recovery.getByRole('button', { name: 'Show private key: Wallet 1' }).first().click()
  await expect(recovery.getByText(key)).toBeVisible()
  await recovery.getByRole('button', { name: 'Hide private key' }).click()
  await expect(recovery.getByText(key)).toHaveCount(0)

  await recovery.getByRole('button', { name: 'Show private key: Wallet 1' }).nth(1).click()
  const saving = recovery.waitForEvent('download')
  await recovery.getByRole('button', { name: 'Save key as a file' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`${SOLANA}.json`)
  const secretKey = Uint8Array.from(JSON.parse(await readFile(await download.path(), 'utf8')))
  expect(Keypair.fromSecretKey(secretKey).publicKey.toBase58()).toBe(SOLANA)
})

test('a picture of the kit’s code opens it', async ({ recovery }) => {
  const buffer = Buffer.from(encodeQR(WORDS, 'gif', { scale: 4 }))
  await recovery
    .getByLabel('Read a picture of the QR code')
    .setInputFiles({ name: 'kit.gif', mimeType: 'image/gif', buffer })
  await expect(recovery.getByText(ETHEREUM)).toBeVisible()
})

test('it says which word is wrong, suggests words, and what is forgotten is gone', async ({ recovery }) => {
  const field = recovery.getByLabel('Your recovery words or private key')
  await open(recovery, WORDS.replace('junk', 'juunk'))
  await expect(recovery.getByRole('alert')).toHaveText(
    'Word 12, “juunk”, isn’t in the list. Did you mean “junk”?',
  )
  await field.fill(WORDS.replace('junk', 'jun'))
  await recovery.getByRole('button', { name: 'junk' }).click()
  await expect(field).toHaveValue(`${WORDS} `)
  await recovery.keyboard.press('Tab')
  await recovery.getByRole('button', { name: 'Open wallets' }).press('Enter')
  await expect(recovery.getByRole('heading', { name: 'Your wallets' })).toBeFocused()
  await recovery.getByRole('button', { name: 'Clear everything' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(recovery.getByText(ETHEREUM)).toHaveCount(0)
  // Nor does the browser keep any of it, or bring it back with the page.
  await open(recovery, WORDS)
  expect(
    await recovery.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
  ).toEqual([0, 0, ''])
  await recovery.goto('about:blank')
  await recovery.goBack()
  await expect(field).toHaveValue('')
  await expect(recovery.getByText(ETHEREUM)).toHaveCount(0)
})

test('it can be read and used by everybody, in four languages', async ({ recovery }) => {
  const check = async () =>
    expect((await new AxeBuilder({ page: recovery }).analyze()).violations).toEqual([])
  for (const [language, title, direction] of [
    ['es', 'Recupera tu monedero', 'ltr'],
    ['ja', 'ウォレットを復元', 'ltr'],
    ['ar', 'استعد محفظتك', 'rtl'],
  ] as const) {
    await recovery.getByRole('combobox').selectOption(language)
    await expect(recovery.getByRole('heading', { name: title })).toBeVisible()
    expect(await recovery.evaluate(() => document.documentElement.dir)).toBe(direction)
  }
  await check()
  await recovery.getByRole('combobox').selectOption('en')
  await recovery.emulateMedia({ colorScheme: 'dark' })
  await recovery.setViewportSize({ width: 320, height: 568 })
  await open(recovery, WORDS)
  await check()
  await recovery.getByRole('button', { name: 'Sign a transfer: Wallet 1' }).first().click()
  await check()
  expect(await recovery.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('its policy stops a script that tries to reach the network', async ({ page }) => {
  const violated: string[] = []
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      console.log(`stopped ${event.effectiveDirective}`),
    )
  })
  page.on('console', message => message.text().startsWith('stopped') && violated.push(message.text()))
  await page.goto(FILE.href)
  const outcome = await page.evaluate(async () => {
    new Image().src = 'https://example.org/a.png'
    return fetch('https://example.org/').then(
      () => 'reached',
      () => 'stopped',
    )
  })
  expect(outcome).toBe('stopped')
  await expect.poll(() => violated.sort()).toEqual(['stopped connect-src', 'stopped img-src'])
})

test('the hash that is published is the file’s', async () => {
  const hash = createHash('sha256')
    .update(await readFile(FILE))
    .digest('hex')
  expect(await readFile(new URL(`${FILE}.sha256`), 'utf8')).toBe(`${hash}  vitrine-recovery.html\n`)
})

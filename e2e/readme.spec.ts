import { readFile } from 'node:fs/promises'
import { recoverMessageAddress } from 'viem'
import { approveIn } from './fixtures/approve-in.ts'
import { root } from './fixtures/server-process.ts'
import { expect, test } from './fixtures/test.ts'

/** The first block of this language that has these words. */
async function blockOf(language: string, words: string): Promise<string> {
  const readme = await readFile(`${root}README.md`, 'utf8')
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))]
  const block = blocks.map(([, text]) => text ?? '').find(text => text.includes(words))
  if (block === undefined) throw new Error(`README.md has no block of ${language} with ${words}`)
  return block
}

test('the README’s page works with the app that the README’s command registers', async ({
  page,
  stack,
  address,
}) => {
  const { wallet, site, mailbox } = stack
  const line = (await blockOf('sh', 'app create')).trim().replace(/^npm run vitrine -- /, '')
  const args = line.match(/"[^"]*"|\S+/g)?.map(word => word.replace(/^"|"$/g, '')) ?? []
  const printed = await wallet.command(
    ...args.map(word => word.replace('https://shop.example', site.crossSite)),
  )
  const id = /\bapp_\w+/.exec(printed)?.[0] ?? ''

  const snippet = (await blockOf('html', 'vitrine.js'))
    .replace('https://wallet.example', wallet.origin)
    .replace('app_123', id)
    .replace(/(?=<\/script>\s*$)/, '  window.readme = { user, signature }\n')
  await page.goto(site.crossSite + site.publish({ head: snippet }))

  const frame = page.frameLocator('iframe')
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  // The page asks for its signature as soon as the person is in: their typing has the wallet's window opened.
  const opening = page.waitForEvent('popup')
  await frame.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.waitForCode(address))
  await approveIn(await opening)

  const made = await page.waitForFunction<{ user: object; signature: `0x${string}` }>('window.readme')
  const { user, signature } = await made.jsonValue()
  const message = /message: '([^']+)'/.exec(snippet)?.[1] ?? ''
  const signer = await recoverMessageAddress({ message, signature })
  const accounts = await page.evaluate(`vitrine.ethereum.request({ method: 'eth_accounts' })`)
  expect(accounts).toEqual([signer])
  // Wallets of both families that the command names.
  expect(JSON.stringify(user)).toMatch(/"chain_?[tT]ype":"ethereum"/)
  expect(JSON.stringify(user)).toMatch(/"chain_?[tT]ype":"solana"/)
})

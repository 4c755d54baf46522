import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { HostPage } from '../../fixtures/host-page.ts'
import { root } from '../../fixtures/server-process.ts'
import type { Stack } from '../../fixtures/stack.ts'
import type { Press } from './press.ts'

const BUILD = `${root}node_modules/@metamask/test-dapp/dist/`
const PRESSED = 'button, .network-modal-item'

/**
 * Runs in the page before the dapp. The dapp works only with a provider that says it is MetaMask's, so ours says so here.
 * The dapp shows few of the answers that it gets, so every answer is recorded on the way.
 */
const WATCH_PROVIDER = `
  window.asked = []
  addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => {
    if (provider.isMetaMask) return
    const request = provider.request
    provider.isMetaMask = true
    provider.request = async call => {
      const entry = { method: call.method }
      window.asked.push(entry)
      try {
        entry.result = await request(call)
        return entry.result
      } catch (error) {
        entry.code = error.code
        throw error
      } finally {
        entry.isSettled = true
      }
    }
  })`

/** Reads that the dapp and its copy of ethers make by themselves, some of them on a timer. */
const READS = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'net_version',
]

interface Asked {
  readonly method: string
  readonly result?: unknown
  readonly code?: number
  readonly isSettled?: true
}

/** A button's name in the tables: its id, else its text. */
const NAME_OF = `element => element.id || element.textContent.trim().replace(/\\s+/g, ' ')`

/** MetaMask's test dapp as it is published, on a page of an app, with the wallet as its provider. */
export class TestDapp {
  readonly host: HostPage
  /** The first account, as the dapp shows it. */
  readonly account: string

  private constructor(host: HostPage, account: string) {
    this.host = host
    this.account = account
  }

  /** Opens the dapp without a login. @returns its page, on which it has found the wallet */
  static async open(context: BrowserContext, shop: Stack): Promise<HostPage> {
    // The dapp's fonts, styles and relays are on other companies' servers.
    await context.route(/^https:/, route => route.abort())
    await context.routeWebSocket(/^wss:/, socket => socket.close())
    const host = await HostPage.open(context, shop, {
      document: await readFile(`${BUILD}index.html`, 'utf8'),
      head: `<base href="${shop.site.publishFolder(BUILD)}">`,
      initScript: WATCH_PROVIDER,
    })
    await host.ready()
    await expect(host.page.locator('#activeProviderName')).toHaveText('Vitrine')
    return host
  }

  /** Opens the dapp and presses "Connect", for which a new user logs in. */
  static async connect(context: BrowserContext, shop: Stack, email: string): Promise<TestDapp> {
    const host = await TestDapp.open(context, shop)
    const { page } = host
    await page.locator('#connectButton').click()
    await host.code.fill(await host.askForCode(email))
    await expect(page.locator('#connectButton')).toHaveText('Connected')
    const account = await page.locator('#accounts').textContent()
    if (!account) throw new Error('The dapp shows no account')
    return new TestDapp(host, account)
  }

  get #page(): Page {
    return this.host.page
  }

  /** The names of everything in a dapp's page that can be pressed, in the order of the page. */
  static buttons(page: Page): Promise<string[]> {
    return page.evaluate(`[...document.querySelectorAll('${PRESSED}')].map(${NAME_OF})`)
  }

  /** Presses a button as its row says, and holds the answers of the wallet against the row. */
  async press(row: Press): Promise<void> {
    const { button, fields = {}, user = [], answers = [], shows = {} } = row
    for (const [id, value] of Object.entries(fields))
      await this.#page
        .locator(`#${id}`)
        .evaluate((field, text) => ((field as HTMLInputElement).value = text), this.#filled(value))
    const element = await this.#element(button)
    if (row.isDisabled) {
      await expect(element, button).toBeDisabled()
      return
    }
    await expect(element, button).toBeEnabled()
    const before = await this.#page.evaluate<number>('asked.length')
    // The wallet's dialog may still show the success of the row before, over the dapp.
    await element.evaluate(pressed => (pressed as HTMLElement).click())
    // Requests without a screen come first in each row, so the screens are those of the last requests.
    for (const [index, answer] of user.entries()) {
      if (answer === 'Approve') await this.host.approve()
      else await this.host.button(answer).click()
      await this.#settled(before, answers.length - user.length + index + 1)
    }
    await this.#settled(before, answers.length)
    // The success of what was sent stays for some seconds, in which the next screen waits.
    if (answers.at(-1)?.endsWith(' hash')) await this.host.button('Close').click()
    expect(await this.#answers(before), button).toEqual(answers)
    for (const [id, text] of Object.entries(shows))
      await expect(this.#page.locator(`#${id}`), button).toHaveText(this.#filled(text), { ignoreCase: true })
  }

  /** Waits for answers as the page itself sees them: a test that asks from outside loses a second with each. */
  async #settled(before: number, count: number): Promise<void> {
    await this.#page.waitForFunction(
      `asked.slice(${before}).filter(({ method, isSettled }) =>
        isSettled && !${JSON.stringify(READS)}.includes(method)).length >= ${count}`,
    )
  }

  /** @param before how many requests there were before those that are wanted */
  async #answers(before: number): Promise<string[]> {
    const asked = await this.#page.evaluate<Asked[]>(`asked.slice(${before})`)
    return asked.filter(({ method }) => !READS.includes(method)).map(entry => this.#describe(entry))
  }

  #describe({ method, result, code, isSettled }: Asked): string {
    if (!isSettled) return `${method} waits`
    if (code !== undefined) return `${method} ${code}`
    if (Array.isArray(result)) return `${method} [${result.map(({ parentCapability }) => parentCapability)}]`
    if (typeof result !== 'string') return `${method} ${JSON.stringify(result)}`
    if (/^0x[0-9a-f]{64}$/.test(result)) return `${method} hash`
    if (/^0x[0-9a-f]{130}$/.test(result)) return `${method} signature`
    return `${method} ${result.toLowerCase().replaceAll(this.account.toLowerCase(), 'ACCOUNT')}`
  }

  #filled(text: string): string {
    return text.replaceAll('ACCOUNT', this.account)
  }

  async #element(button: string): Promise<Locator> {
    const index = (await TestDapp.buttons(this.#page)).indexOf(button)
    if (index === -1) throw new Error(`The dapp has no button "${button}".`)
    return this.#page.locator(PRESSED).nth(index)
  }
}

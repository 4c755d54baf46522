import { existsSync, readdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../fixtures/free-port.ts'
import {
  asJson,
  type Engine,
  fromJson,
  inView,
  keysOf,
  startProgram,
  type Tab,
  type Where,
} from './engine.ts'

const NEEDS = 'webkit2gtk-driver xvfb xauth dbus-x11'

/** WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), on a screen that nobody sees. Each device is a browser. */
export const webkitEngine: Engine = {
  async start() {
    return {
      async device({ storage, windows, hasAuthenticator } = {}) {
        if (hasAuthenticator) throw new Error('WebKitGTK has no WebAuthn.')
        if (windows) throw new Error('WebKitWebDriver runs no script before those of a page.')
        const port = await freePort()
        const program = await startProgram('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
          needs: NEEDS,
          env: { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
        })
        const server = `http://127.0.0.1:${port}`
        await expect
          .poll(() =>
            fetch(`${server}/status`).then(
              ({ ok }) => ok,
              () => false,
            ),
          )
          .toBe(true)
        const args = ['--automation', ...(storage ? ['--enable-html5-local-storage=false'] : [])]
        const driver = await new Builder()
          .usingServer(server)
          .withCapabilities(
            new Capabilities({
              browserName: 'MiniBrowser',
              'webkitgtk:browserOptions': { binary: miniBrowser(), args },
            }),
          )
          .build()
        const open = tabsOf(driver)
        // Without a word to the driver, which may hang: the browser and its screen are in the group that is ended.
        return { open, stop: program.stop }
      },
      stop: async () => {},
    }
  },
}

/** @returns what opens a tab; the first one is there from the start */
function tabsOf(driver: WebDriver): () => Promise<Tab> {
  const tabs: string[] = []
  const opened = async () => (await driver.getAllWindowHandles()).filter(handle => !tabs.includes(handle))
  let at = { tab: '', where: 'page' as Where }
  /** Goes to a document only where it is another: going to the page takes the focus out of the frame. */
  const goTo = async (tab: string, where: Where) => {
    if (at.tab === tab && at.where === where) return
    if (where === 'window') {
      const [popup] = await opened()
      if (!popup) throw new Error('There is no window of the wallet')
      await driver.switchTo().window(popup)
    } else {
      if (at.tab !== tab || at.where === 'window') await driver.switchTo().window(tab)
      await driver.switchTo().defaultContent()
      at = { tab, where: 'page' }
      if (where !== 'page')
        await driver.switchTo().frame(await driver.findElement(By.css('dialog.vitrine iframe')))
      if (where === 'secrets') await driver.switchTo().frame(await driver.findElement(By.css('iframe')))
    }
    at = { tab, where }
  }
  return async () => {
    // A window, since a tab in the background draws nothing, and no driver's command brings it to the front.
    if (tabs.length > 0) await driver.switchTo().newWindow('window')
    const tab = await driver.getWindowHandle()
    tabs.push(tab)
    at = { tab, where: 'page' }
    return {
      async goto(url) {
        await goTo(tab, 'page')
        await driver.get(url)
      },
      async show() {
        await driver.switchTo().window(tab)
        at = { tab, where: 'page' }
      },
      async run(where, body) {
        await goTo(tab, where)
        const script = `const done = arguments[arguments.length - 1]; ${asJson(body)}.then(done)`
        return fromJson(await driver.executeAsyncScript<string>(script))
      },
      async press(where, element) {
        await goTo(tab, where)
        const origin = await driver.executeScript<WebElement>(inView(element))
        await driver.actions().move({ origin, duration: 0 }).press().release().perform()
      },
      async type(text) {
        await driver
          .actions()
          .sendKeys(...keysOf(text))
          .perform()
      },
      windows: async () => (await opened()).length,
      async close() {
        await goTo(tab, 'page')
        await driver.close()
        tabs.splice(tabs.indexOf(tab), 1)
        at = { tab: '', where: 'page' }
      },
    }
  }
}

function miniBrowser(): string {
  const lib = '/usr/lib'
  const found = readdirSync(lib)
    .map(folder => `${lib}/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find(path => existsSync(path))
  if (!found)
    throw new Error(`MiniBrowser is missing. Install it: apt-get install --no-install-recommends ${NEEDS}`)
  return found
}

import { type BrowserContextOptions, chromium, type Frame, type Page } from '@playwright/test'
import { withoutClick } from '../fixtures/approval-window.ts'
import { blockStorage } from '../fixtures/blocked-storage.ts'
import { launchOptions } from '../fixtures/browser.ts'
import { addAuthenticator, NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'
import { asJson, type Device, type Engine, fromJson, type Tab, type Where } from './engine.ts'

/** Chromium over Playwright. */
export const chromiumEngine = chromiumAs({})

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko)'

/** The same engine as the browser of a phone: a small screen, and fingers instead of a pointer. */
export const phoneEngine = chromiumAs({
  ...PHONE,
  userAgent: `${ANDROID}) ${CHROME} Chrome/156.0.0.0 Mobile Safari/537.36`,
})

/** The page of an Android app: a WebView, which has no windows. */
export const webviewEngine = chromiumAs(
  { ...PHONE, userAgent: `${ANDROID}; wv) ${CHROME} Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36` },
  false,
)

function chromiumAs(profile: BrowserContextOptions, hasWindows = true): Engine {
  return {
    async start(wallet) {
      const browser = await chromium.launch(launchOptions)
      return {
        async device({ storage, windows, hasAuthenticator, hasNoPress } = {}) {
          const context = await browser.newContext({ ...profile, reducedMotion: 'reduce' })
          if (storage) await blockStorage(context, wallet)
          if (windows || !hasWindows) await context.addInitScript('window.open = () => null')
          if (hasNoPress) await context.addInitScript(withoutClick)
          if (hasAuthenticator) await context.addInitScript(NO_AUTOFILL)
          const tabs: Page[] = []
          const opened = () => context.pages().filter(page => !tabs.includes(page))
          const device: Device = {
            async open() {
              const page = await context.newPage()
              tabs.push(page)
              if (hasAuthenticator) await addAuthenticator(page)
              return tabOf(page, wallet, opened, profile.hasTouch ?? false)
            },
            stop: () => context.close(),
          }
          return device
        },
        stop: () => browser.close(),
      }
    },
  }
}

function tabOf(page: Page, wallet: string, opened: () => readonly Page[], hasTouch: boolean): Tab {
  const documentOf = (where: Where): Frame => {
    if (where === 'page') return page.mainFrame()
    if (where === 'window') {
      const [popup] = opened()
      if (!popup) throw new Error('There is no window of the wallet')
      return popup.mainFrame()
    }
    const frame = page
      .frames()
      .find(
        it => it.url().startsWith(wallet) && (it.parentFrame() === page.mainFrame()) === (where === 'frame'),
      )
    if (!frame) throw new Error(`There is no ${where} of the wallet`)
    return frame
  }
  return {
    goto: async url => void (await page.goto(url)),
    show: () => page.bringToFront(),
    run: async (where, body) => fromJson(await documentOf(where).evaluate<string>(asJson(body))),
    async press(where, element) {
      const found = await documentOf(where).evaluateHandle<Element>(`(() => { ${element} })()`)
      await (hasTouch ? found.tap() : found.click())
    },
    async type(text) {
      for (const key of text)
        await page.keyboard.press(key === '\n' ? 'Enter' : key === '\t' ? 'Tab' : key === ' ' ? 'Space' : key)
    },
    windows: async () => opened().length,
    close: () => page.close(),
  }
}

import { chromium, type Frame } from '@playwright/test'
import { launchOptions } from '../fixtures/browser.ts'
import { asJson, type Engine, fromJson, type Where } from './engine.ts'

export const chromiumEngine: Engine = {
  async open(wallet) {
    const browser = await chromium.launch(launchOptions)
    const page = await browser.newPage()
    const documentOf = (where: Where): Frame => {
      if (where === 'page') return page.mainFrame()
      if (where === 'window') {
        const popup = page.context().pages()[1]
        if (!popup) throw new Error('There is no window of the wallet')
        return popup.mainFrame()
      }
      const frame = page.frames().find(it => it.url().startsWith(wallet))
      if (!frame) throw new Error('There is no frame of the wallet')
      return frame
    }
    return {
      goto: async url => void (await page.goto(url)),
      run: async (where, body) => fromJson(await documentOf(where).evaluate<string>(asJson(body))),
      async press(where, element) {
        const found = await documentOf(where).evaluateHandle<Element>(`(() => { ${element} })()`)
        await found.click()
      },
      async type(text) {
        for (const key of text) await page.keyboard.press(key === '\n' ? 'Enter' : key)
      },
      windows: async () => page.context().pages().length - 1,
      close: () => browser.close(),
    }
  },
}

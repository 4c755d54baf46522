import { browser } from './browser-api.ts'

/** Between the page's world and the extension. Whose page it is the browser itself tells the extension. */
addEventListener('message', async ({ source, data }) => {
  if (source !== window || data?.to !== 'test-wallet-bridge') return
  const { number, family, method, params } = data
  const answer = await browser.runtime.sendMessage({ family, method, params })
  postMessage({ to: 'test-wallet-page', number, answer }, location.origin)
})

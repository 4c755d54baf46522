import type { Page } from '@playwright/test'

/** What a developer would see in the console of their page, and the requests that left this machine. */
export interface Watch {
  readonly complaints: readonly string[]
  readonly strangers: readonly string[]
}

const isLoopback = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost'
}

/** Listens to a page and its frames; to requests of the windows that it opens, too. */
export function watch(page: Page): Watch {
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', message => {
    // The apps that frameworks create have no icon.
    if (message.location().url.endsWith('/favicon.ico') && message.text().includes('404')) return
    // An approval window that the page opened looks for the frame as its opener first. Chromium writes an error for each such message.
    if (
      /approval-window-.*\.js$/.test(message.location().url) &&
      message.text().includes('does not match the recipient')
    )
      return
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.context().on('request', request => {
    if (!isLoopback(request.url())) strangers.push(request.url())
  })
  return { complaints, strangers }
}

import type { BrowserContext } from '@playwright/test'

/** What a developer would see in the console, and the requests that left this machine. */
export interface Watch {
  readonly complaints: readonly string[]
  readonly strangers: readonly string[]
}

const isLoopback = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost'
}

/** Listens to all pages and frames of a browser context. */
export function watch(context: BrowserContext): Watch {
  const complaints: string[] = []
  const strangers: string[] = []
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', error => complaints.push(String(error.error())))
  context.on('request', request => {
    if (!isLoopback(request.url())) strangers.push(request.url())
  })
  return { complaints, strangers }
}

import type { Frame } from '@playwright/test'
import type { HostPage } from '../e2e/fixtures/host-page.ts'

/** The wallet's frame in a page. */
export function walletFrame(host: HostPage): Frame {
  const frame = host.page.frames().find(it => it.url().startsWith(host.stack.wallet.origin))
  if (!frame) throw new Error('The page has no frame of the wallet origin')
  return frame
}

/** Until the screens that come when the browser is idle are there too: nothing more is on its way. */
export async function settled(host: HostPage): Promise<void> {
  await host.page.waitForLoadState('networkidle')
}

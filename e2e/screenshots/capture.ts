import type { HostPage } from '../fixtures/host-page.ts'

/** Writes `.cache/screenshots/<name>.png` once nothing moves. */
export async function capture(host: HostPage, name: string) {
  await host.stillness()
  await host.page.screenshot({ path: `.cache/screenshots/${name}.png`, caret: 'initial' })
}

import type { BrowserContext } from '@playwright/test'
import { HostPage, type HostPageOptions } from './fixtures/host-page.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  readonly fix?: string
}

/** What `vitrine.doctor()` finds in such a page, by name. It does not wait for `ready`, which may never come. */
async function examined(host: HostPage): Promise<ReadonlyMap<string, Check>> {
  const outcome = await host.evaluate<{ checks: Check[] }>(
    'await loaded; await vitrine.ready.catch(() => {}); return await vitrine.doctor()',
  )
  if (!outcome.ok) throw new Error(outcome.error.message)
  return new Map(outcome.value.checks.map(check => [check.name, check]))
}
const examine = async (context: BrowserContext, stack: Stack, options: HostPageOptions = {}) =>
  examined(await HostPage.open(context, stack, options))
const faults = (checks: ReadonlyMap<string, Check>) =>
  [...checks.values()].filter(({ ok }) => !ok).map(({ name }) => name)
/** What cannot be told without a frame. */
const BY_THE_FRAME = ['storage', 'passkeys', 'clock']

test('a page on which all is well gets a sentence for each check, and nothing to mend', async ({ host }) => {
  const said: string[] = []
  host.page.on('console', message => said.push(message.text()))
  const checks = await examined(host)
  expect([...checks.keys()]).toEqual([
    ...[
      'secure-context',
      'browser',
      'frame',
      'app',
      'origin',
      'csp',
      'coop',
      'storage',
      'popups',
      'passkeys',
      'extensions',
    ],
    'clock',
  ])
  expect(faults(checks)).toEqual([])
  for (const { detail, fix } of checks.values()) {
    expect(detail).toMatch(/ .+\.$/)
    expect(fix).toBeUndefined()
  }
  expect(said).toEqual([])
  // It leaves nothing behind, and no second frame was tried.
  expect(await host.page.locator('iframe').count()).toBe(1)
})

test('a page that asks at once is told of the frame that is coming', async ({ context, stack }) => {
  const host = await HostPage.open(context, stack, {
    initScript: `addEventListener('vitrine:loaded', () => { window.examining = vitrine.doctor() })`,
  })
  const outcome = await host.evaluate<{ checks: Check[] }>('await loaded; return await examining')
  expect(outcome.ok && outcome.value.checks.filter(({ ok }) => !ok)).toEqual([])
  expect(await host.page.locator('iframe').count()).toBe(1)
})

test('a wrong app id is told, with where to look for the right one', async ({ context, stack }) => {
  const checks = await examine(context, {
    ...stack,
    wallet: stack.wallet,
    site: stack.site,
    app: { id: 'app_wrong', secret: '' },
  } as Stack)
  expect(faults(checks)).toEqual(['frame', 'app', 'origin', ...BY_THE_FRAME])
  expect(checks.get('app')).toMatchObject({
    detail: `${stack.wallet.origin} has no app app_wrong.`,
    fix: expect.stringContaining('data-app-id'),
  })
})

test('an origin that the app does not list is told, with the command that adds it', async ({
  context,
  stack,
}) => {
  const checks = await examine(context, stack, { site: 'unlisted' })
  expect(faults(checks)).toEqual(['frame', 'origin', ...BY_THE_FRAME])
  expect(checks.get('origin')?.detail).toContain(stack.site.unlisted)
  expect(checks.get('origin')?.fix).toContain(`app edit ${stack.app.id}`)
})

test('a policy that keeps the frame out is told, with the line to add', async ({ context, stack }) => {
  const { origin } = stack.wallet
  const checks = await examine(context, stack, { csp: `default-src 'none'; script-src ${origin}` })
  expect(faults(checks)).toEqual(['frame', 'app', 'origin', 'csp', ...BY_THE_FRAME])
  expect(checks.get('csp')?.fix).toContain(`frame-src ${origin}`)
})

test('a policy that allows no Trusted Types is told, by the error and by doctor itself', async ({
  context,
  stack,
}) => {
  const csp = `trusted-types 'none'; require-trusted-types-for 'script'`
  const host = await HostPage.open(context, stack, { csp })
  const ready = await host.evaluate('await loaded; return await vitrine.ready.then()')
  expect(ready).toMatchObject({
    ok: false,
    error: { code: 'configuration_error', message: expect.stringContaining('CSP trusted-types vitrine') },
  })
  expect([...(await examined(host)).values()]).toEqual([
    expect.objectContaining({ name: 'csp', ok: false, detail: expect.stringContaining('trusted-types') }),
  ])
})

test('a policy without names for Trusted Types does no harm where it requires none', async ({
  context,
  stack,
}) => {
  expect(faults(await examine(context, stack, { csp: "trusted-types 'none'" }))).toEqual([])
})

test('a frame that an extension or the network keeps out is told apart from a refusal', async ({
  context,
  stack,
}) => {
  await context.route('**/frame?origin=*', route => route.abort('blockedbyclient'))
  const checks = await examine(context, stack)
  expect(faults(checks)).toEqual(['frame', 'app', 'origin', ...BY_THE_FRAME])
  expect(checks.get('frame')).toMatchObject({
    detail: expect.stringContaining('does not load'),
    fix: expect.stringContaining('ERR_BLOCKED_BY_CLIENT'),
  })
})

test('an opener policy that cuts the wallet’s windows off is told, with the one to send', async ({
  context,
  stack,
}) => {
  const headers = { 'cross-origin-opener-policy': 'same-origin' }
  const checks = await examine(context, stack, { headers })
  expect(faults(checks)).toEqual(['coop'])
  expect(checks.get('coop')?.fix).toContain('same-origin-allow-popups')
  const kept = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }
  expect(faults(await examine(context, stack, { headers: kept }))).toEqual([])
})

test('storage that the browser blocks for the wallet is told', async ({ context, stack }) => {
  await context.addInitScript(origin => {
    if (location.origin !== origin) return
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The user blocks storage.', 'SecurityError')
      },
    })
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user blocks storage.', 'SecurityError')
    }
  }, stack.wallet.origin)
  const checks = await examine(context, stack)
  expect(faults(checks)).toEqual(['storage'])
  expect(checks.get('storage')?.detail).toContain('localStorage and IndexedDB')
})

test('passkeys that the page’s policy keeps from the wallet are told, with the header to send', async ({
  context,
  stack,
}) => {
  const headers = { 'permissions-policy': 'publickey-credentials-get=(self)' }
  const checks = await examine(context, stack, { headers })
  expect(faults(checks)).toEqual(['passkeys'])
  const fix = checks.get('passkeys')?.fix ?? ''
  const [, value = ''] = /Permissions-Policy: (.*), or leave/.exec(fix) ?? []
  expect(value).toContain(stack.wallet.origin)
  // What it says to send mends it.
  expect(faults(await examine(context, stack, { headers: { 'permissions-policy': value } }))).toEqual([])
})

test('a script that takes the permission for passkeys from the frame is told', async ({ openHost }) => {
  const host = await openHost()
  await host.page.evaluate(() => document.querySelector('iframe')?.removeAttribute('allow'))
  const checks = await examined(host)
  expect(faults(checks)).toEqual(['passkeys'])
  expect(checks.get('passkeys')?.fix).toContain('allow attribute')
})

test('a page in a sandbox that forbids windows is told, with what to add', async ({ context, stack }) => {
  const script = `<script src="${stack.wallet.origin}/vitrine.js" data-app-id="${stack.app.id}"></script>`
  const inner = stack.site.publish({ head: script })
  const outer = stack.site.publish({
    body: `<iframe sandbox="allow-scripts allow-same-origin" src="${inner}"></iframe>`,
  })
  const page = await context.newPage()
  await page.goto(stack.site.crossSite + outer)
  const frame = page.frames().find(candidate => candidate.url().endsWith(inner))
  const checks = (await frame?.evaluate('vitrine.ready.then(() => vitrine.doctor())')) as { checks: Check[] }
  expect(checks.checks.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ name: 'popups', fix: expect.stringContaining('allow-popups') }),
  ])
})

test('what stands in the wallet’s place is told; other wallets are named and are no fault', async ({
  openHost,
}) => {
  const host = await openHost({
    initScript: `
      window.ethereum = {}
      window.announceAs = rdns => addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({
          info: Object.freeze({ uuid: crypto.randomUUID(), name: 'Foxy', icon: 'data:,', rdns }), provider: {} }) })))
      announceAs('io.foxy')`,
  })
  const fine = await examined(host)
  expect(faults(fine)).toEqual([])
  expect(fine.get('extensions')?.detail).toMatch(/Foxy \(io\.foxy\).*window\.ethereum is another/)
  await host.page.evaluate(`
    dispatchEvent = new Proxy(dispatchEvent, { apply: (target, self, [event]) =>
      event.detail?.provider === vitrine.ethereum ? true : target.apply(window, [event]) })`)
  expect(faults(await examined(host))).toEqual(['extensions'])
  await host.page.evaluate(`announceAs('app.vitrine')`)
  const replaced = await examined(host)
  expect(replaced.get('extensions')?.detail).toContain('under this wallet’s name')
})

test('a window.open that a script has replaced is told', async ({ openHost }) => {
  const host = await openHost()
  await host.page.evaluate('window.open = () => null')
  expect(faults(await examined(host))).toEqual(['popups'])
})

test('a clock that is wrong is told, and by how much', async ({ context, stack }) => {
  await context.route('**/frame?origin=*', async route => {
    const response = await route.fetch()
    const html = (await response.text()).replace(
      /"now":(\d+)/,
      (_, now) => `"now":${Number(now) - 3_600_000}`,
    )
    await route.fulfill({ response, body: html })
  })
  const checks = await examine(context, stack)
  expect(faults(checks)).toEqual(['clock'])
  expect(checks.get('clock')?.detail).toMatch(/is 36\d\d s ahead of the server’s/)
})

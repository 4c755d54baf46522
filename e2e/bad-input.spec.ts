import { createHash } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import type { SitePage } from './fixtures/host-server.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

/** Long before the limit of 15 s that says nothing but that nobody has answered. On a machine of its own it is half a second. */
const SOON_MS = 5_000

/** What the page hears, and when, from the moment that it has an instance. */
const LISTEN = `
  if (window === top) {
    window.listen = async vitrine => {
      const beganAt = performance.now()
      const why = promise => promise.then(() => null, ({ code, message }) => ({ code, message }))
      const ready = await why(vitrine.ready)
      const afterMs = performance.now() - beganAt
      window.heard = { ready, login: await why(vitrine.login()), afterMs }
    }
    addEventListener('vitrine:loaded', () => window.vitrine && window.listen(window.vitrine))
  }`

interface Page {
  readonly appId: string
  /** An attribute of the script that the page's policy goes by. */
  readonly trust: string
}
const BY = {
  'the script tag': (origin: string, { appId, trust }: Page) =>
    `<script src="${origin}/vitrine.js" data-app-id="${appId}" async ${trust}></script>`,
  'the module': (origin: string, { appId, trust }: Page) =>
    `<script type="module" ${trust}>
      import { createVitrine } from '${origin}/vitrine.mjs'
      window.vitrine = createVitrine({ appId: '${appId}', walletOrigin: '${origin}' })
      window.listen(window.vitrine)
    </script>`,
}

interface Case {
  readonly appId?: string
  readonly site?: 'unlisted'
  readonly trust?: string
  readonly csp?: SitePage['csp']
}
interface Heard {
  readonly ready: { readonly code: string; readonly message: string }
  readonly login: unknown
  readonly afterMs: number
}

/** Opens such a page. @returns the reason that it is told by `ready`, by a login after that and on the console, all the same */
async function reason(by: keyof typeof BY, context: BrowserContext, stack: Stack, given: Case) {
  const { origin } = stack.wallet
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await page.addInitScript({ content: LISTEN })
  const head = BY[by](origin, { appId: given.appId ?? stack.app.id, trust: given.trust ?? '' })
  const path = stack.site.publish({ head, ...(given.csp && { csp: given.csp }) })
  await page.goto(stack.site[given.site ?? 'crossSite'] + path)
  await expect.poll(() => page.evaluate('"heard" in window')).toBe(true)
  const { ready, login, afterMs } = (await page.evaluate('window.heard')) as Heard
  expect(login).toEqual(ready)
  expect(said.filter(text => text.startsWith('Vitrine: '))).toEqual([`Vitrine: ${ready.message}`])
  expect(afterMs).toBeLessThan(SOON_MS)
  return ready
}

for (const by of Object.keys(BY) as (keyof typeof BY)[])
  test.describe(`a page with ${by} is told within a moment, with what to change`, () => {
    test('a wrong app id', async ({ context, stack }) => {
      expect(await reason(by, context, stack, { appId: 'app_wrong' })).toEqual({
        code: 'missing_or_invalid_privy_app_id',
        message: `${stack.wallet.origin} has no app app_wrong. Check data-app-id (appId); npm run vitrine -- app list prints the ids.`,
      })
    })

    test('an origin that is not listed', async ({ context, stack }) => {
      expect(await reason(by, context, stack, { site: 'unlisted' })).toEqual({
        code: 'invalid_origin',
        message: expect.stringContaining(
          `Add ${stack.site.unlisted} to allowed_domains: npm run vitrine -- app edit ${stack.app.id} --file app.json`,
        ),
      })
    })

    for (const error of ['blockedbyclient', 'connectionrefused'] as const)
      test(`a frame that does not come: ${error}`, async ({ context, stack }) => {
        await context.route('**/apps/*/frame?*', route => route.abort(error))
        expect(await reason(by, context, stack, {})).toEqual({
          code: 'frame_unreachable',
          message: expect.stringMatching(/ad blocker.*X-Frame-Options/),
        })
      })

    test('a frame that a header keeps out', async ({ context, stack }) => {
      await context.route('**/apps/*/frame?*', async route => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          headers: {
            ...response.headers(),
            'x-frame-options': 'DENY',
            'content-security-policy': "frame-ancestors 'none'",
          },
        })
      })
      expect(await reason(by, context, stack, {})).toMatchObject({ code: 'frame_unreachable' })
    })

    test('a policy without frame-src', async ({ context, stack }) => {
      const { origin } = stack.wallet
      const given = { csp: `default-src 'none'; script-src ${origin} 'nonce-page'`, trust: 'nonce="page"' }
      expect(await reason(by, context, stack, given)).toEqual({
        code: 'configuration_error',
        message: `The Content Security Policy of this page keeps the wallet's frame out. Add to it: frame-src ${origin}`,
      })
    })
  })

test('a policy that trusts the tag’s hash alone: the page is told which entry the other parts need', async ({
  context,
  stack,
}) => {
  const { origin } = stack.wallet
  const script = Buffer.from(await (await fetch(`${origin}/vitrine.js`)).arrayBuffer())
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`
  const trust = `integrity="${hash}" crossorigin="anonymous"`
  const csp = `script-src '${hash}'; frame-src ${origin}`
  expect(await reason('the script tag', context, stack, { csp, trust })).toEqual({
    code: 'configuration_error',
    message: expect.stringContaining(`CSP script-src ${origin}`),
  })
})

test('a policy without connect-src lets the wallet in: the page’s script asks for nothing', async ({
  context,
  stack,
}) => {
  const { origin } = stack.wallet
  const csp = `default-src 'none'; script-src ${origin}; frame-src ${origin}; connect-src 'none'`
  const page = await context.newPage()
  const head = BY['the script tag'](origin, { appId: stack.app.id, trust: '' })
  await page.goto(stack.site.crossSite + stack.site.publish({ head, csp }))
  await expect.poll(() => page.evaluate('window.vitrine?.state.ready')).toBe(true)
})

test('misspelt options are told with those that were meant', async ({ context, stack }) => {
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  const options = {
    appId: stack.app.id,
    walletOrigin: stack.wallet.origin,
    lokale: 'es',
    config: { loginMethodz: ['email'], appearance: { themee: 'dark' } },
  }
  const head = `<script type="module">
    import { createVitrine } from '${stack.wallet.origin}/vitrine.mjs'
    window.vitrine = createVitrine(${JSON.stringify(options)})
  </script>`
  await page.goto(stack.site.crossSite + stack.site.publish({ head }))
  await expect
    .poll(() => said.filter(text => text.startsWith('Vitrine: ')))
    .toEqual([
      'Vitrine: lokale: there is no such option. Did you mean locale?',
      'Vitrine: config.loginMethodz: there is no such option. Did you mean config.loginMethods?',
      'Vitrine: config.appearance.themee: there is no such option. Did you mean config.appearance.theme?',
    ])
})

test('so are misspelt attributes of the script tag, and options of a call', async ({ context, stack }) => {
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  const { origin } = stack.wallet
  // Others put attributes of their own there.
  const attributes = `data-app-id="${stack.app.id}" data-acent-color="#112233" data-nscript="afterInteractive"`
  const head = `<script src="${origin}/vitrine.js" ${attributes}></script>`
  await page.goto(stack.site.crossSite + stack.site.publish({ head }))
  await page.evaluate(
    'vitrine.ready.then(() => void vitrine.login({ loginMethodz: ["email"] }).catch(() => {}))',
  )
  await expect
    .poll(() => said.filter(text => text.startsWith('Vitrine: ')))
    .toEqual([
      'Vitrine: data-acent-color: there is no such attribute. Did you mean data-accent-color?',
      'Vitrine: login: there is no option loginMethodz. Did you mean loginMethods?',
    ])
})

test('the module gives the same options the same instance, and one frame in all', async ({
  context,
  stack,
}) => {
  const page = await context.newPage()
  const options = { appId: stack.app.id, walletOrigin: stack.wallet.origin }
  const head = `<script type="module">
    import { createVitrine } from '${stack.wallet.origin}/vitrine.mjs'
    const make = () => createVitrine(${JSON.stringify(options)})
    window.loads = 0
    document.addEventListener('load', ({ target }) => { if (target.localName === 'iframe') loads++ }, true)
    // As React in StrictMode mounts a component.
    const first = make()
    first.destroy()
    window.vitrine = make()
    window.isSame = vitrine === first
  </script>`
  await page.goto(stack.site.crossSite + stack.site.publish({ head }))
  await page.evaluate('vitrine.ready')
  await expect
    .poll(() => page.evaluate('[isSame, loads, document.querySelectorAll("iframe").length]'))
    .toEqual([true, 1, 1])
  await page.evaluate('vitrine.destroy()')
  await expect(page.locator('iframe')).toHaveCount(0)
})

import { readFileSync } from 'node:fs'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'
import { settle } from './settle.ts'

const PAGE = new URL('../../docs/theming.md', import.meta.url)
const LOOKS = [...readFileSync(PAGE, 'utf8').matchAll(/```json look (\w+)\n(.*?)```/gs)]
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><path d="M8 6v20M8 16h12M20 6v20" fill="none" stroke="#17171c" stroke-width="4"/><circle cx="44" cy="16" r="10" fill="#0f766e"/><path d="M64 26 74 6l10 20z" fill="#b45309"/></svg>`

test.use({ viewport: { width: 720, height: 700 } })
/** Of the page that is seen around the card. */
const MARGIN = 24
/** The foot with the lock stands below the dialog's element. */
const FOOT = 40

// The pictures of the guide, of the very configs that stand in it.
for (const [, name, config = ''] of LOOKS)
  test(`theming ${name}`, async ({ context, stack }) => {
    const app = await withOwnApp(stack, { sms_auth: true, wallet_auth: true, guest_auth: true })
    await context.route('**/logo.svg', route =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: LOGO,
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      }),
    )
    const own = JSON.parse(config.replaceAll('https://shop.example', stack.site.crossSite))
    const host = await HostPage.open(context, app, { config: own, initScript: NO_AUTOFILL })
    await host.ready()
    // Nobody answers: it ends with the page.
    void host.call('login')
    // What was typed has the button in the accent.
    await host.email.fill('nora@mail.example')
    await settle(host.page)
    const card = await host.frame.getByRole('dialog').boundingBox()
    if (!card) throw new Error('There is no card.')
    await host.page.screenshot({
      path: `docs/images/theming/${name}.png`,
      caret: 'hide',
      clip: {
        x: card.x - MARGIN,
        y: card.y - MARGIN,
        width: card.width + 2 * MARGIN,
        height: card.height + FOOT + 2 * MARGIN,
      },
    })
  })

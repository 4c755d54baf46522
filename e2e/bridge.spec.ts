import { HostPage } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/test.ts'

const NOT_READY = 'Method called before `ready`. Ensure you wait until `ready` is true before calling.'

/** Keeps the page's end of the bridge, and every message that the window gets. */
const TAP = `
  if (window === top) {
    window.ports = []
    window.received = []
    addEventListener('message', ({ data }) => window.received.push(data))
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super()
        window.ports.push(this.port1)
      }
    }
  }`

test('a call before ready is refused in the words of the specification', async ({ context, stack }) => {
  const host = await HostPage.open(context, stack, {
    initScript: `addEventListener('vitrine:loaded', () => {
      window.early = Promise.all(['login', 'logout', 'createWallet', 'getLoginCode'].map(
        method => vitrine[method]().catch(({ code, message }) => ({ code, message }))))
    })`,
  })
  await host.ready()
  const early = await host.page.evaluate('window.early')
  expect(early).toEqual(Array(4).fill({ code: 'not_ready', message: NOT_READY }))
})

test('a frame that loads again rejects calls in flight, says so once, and is ready again', async ({
  host,
  address,
}) => {
  const inFlight = host.call('login')
  await host.email.waitFor()
  await host.reloadFrame()
  expect(await inFlight).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect((await host.events()).filter(name => name === 'connectionLost')).toHaveLength(1)
  await expect(host.dialog).toBeHidden()
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('10,000 malformed messages change nothing', async ({ openHost, address }) => {
  const host = await openHost({ initScript: TAP })
  const { user } = await host.logIn(address)
  const before = await host.evaluate('return JSON.stringify(vitrine.state)')
  const events = await host.events()

  await host.page.evaluate(() => {
    const { ports } = window as unknown as { ports: MessagePort[] }
    const frame = document.querySelector<HTMLIFrameElement>('iframe')?.contentWindow
    const [bridge] = ports
    if (!frame || !bridge) throw new Error('There is no bridge to attack')
    const call = (methodPath: unknown, args: unknown = []) => ({
      namespace: 'penpal',
      channel: undefined,
      type: 'CALL',
      id: crypto.randomUUID(),
      methodPath,
      args,
    })
    const attacks: unknown[] = [
      null,
      undefined,
      7,
      'syn',
      [],
      { penpal: 'syn' },
      { penpal: 'call', methodName: 'login', id: 1, args: [] },
      { vitrine: 'port', nonce: 'guessed' },
      { vitrine: 'frame', nonce: 'guessed' },
      { namespace: 'penpal', type: 'SYN', participantId: 'x' },
      { namespace: 'penpal', type: 'ACK2' },
      { namespace: 'penpal', type: 'REPLY', callId: 'x', value: { ok: true } },
      call(['__proto__']),
      call(['constructor', 'constructor'], ['return 1']),
      call(['login', 'call']),
      call(['toString']),
      call(['signMessage']),
      call(['signMessage'], [{ message: { toString: 'x' } }]),
      call(['logout'], [{ scope: 'everything' }]),
      call('logout'),
      call([]),
      { ...call(['logout']), id: { evil: true } },
      { type: 'x'.repeat(10_000) },
      new Map([['a', new Date()]]),
      Object.assign([1, 2, 3], { namespace: 'penpal' }),
    ]
    for (let i = 0; i < 10_000; i++) {
      const attack = attacks[i % attacks.length]
      if (i % 3 === 0) frame.postMessage(attack, '*')
      else if (i % 3 === 1) bridge.postMessage(attack)
      else frame.postMessage(attack, '*', [new MessageChannel().port2])
    }
  })

  // The answer to this call comes after all of them: a port keeps its order.
  const accounts = await host.call('ethereum.request', { method: 'eth_accounts' })
  expect(accounts).toEqual({ ok: true, value: [user.wallet?.address] })
  expect(await host.evaluate('return JSON.stringify(vitrine.state)')).toEqual(before)
  expect(await host.events()).toEqual(events)
  await expect(host.dialog).toBeHidden()
  expect(await host.sign('still there')).toMatchObject({ ok: true })
})

test('an origin that the app does not list gets a clear page and no handshake', async ({
  context,
  stack,
}) => {
  const host = await HostPage.open(context, stack, { site: 'unlisted', initScript: TAP })
  // The page looks for the reason in a frame of its own, which is there for a moment.
  const refusal = host.page.locator('iframe[title="Vitrine"]').contentFrame().locator('body')
  await expect(refusal).toContainText('npm run vitrine')
  await expect(refusal).not.toContainText(stack.site.unlisted)
  expect(await host.evaluate('await loaded; await vitrine.ready')).toMatchObject({
    error: { code: 'invalid_origin' },
  })
  // What the page says of itself, and no port: not to it, and not from it.
  const received = (await host.page.evaluate('window.received')) as unknown[]
  expect(received.length).toBeGreaterThan(0)
  for (const message of received) expect(message).toEqual({ vitrine: 'refused', reason: 'origin' })
  expect(await host.page.evaluate('window.ports')).toEqual([])
})

test.describe('a page without a frame is told why', () => {
  /** Long before the limit of 15 s that says nothing but that nobody has answered. */
  const why = async (host: HostPage, said: readonly string[]) => {
    const outcome = await host.evaluate('await loaded; await vitrine.ready')
    const request = await host.call('ethereum.request', { method: 'eth_accounts' })
    if (outcome.ok || request.ok) throw new Error('There is a frame')
    const { code, message } = outcome.error
    expect(request.error.message).toBe(message)
    const events = await host.page.evaluate('window.seenEvents')
    expect(events).toEqual([{ name: 'error', payload: { code, message, during: 'ready' } }])
    expect(await host.evaluate('return vitrine.state.error.code')).toMatchObject({ value: code })
    expect(said.filter(text => text.startsWith('Vitrine: '))).toEqual([`Vitrine: ${message}`])
    return { code, message }
  }
  const open = async (...[context, stack, options]: Parameters<typeof HostPage.open>) => {
    const said: string[] = []
    context.on('console', message => said.push(message.text()))
    return why(await HostPage.open(context, stack, options), said)
  }

  test('nothing comes from the wallet origin any more', async ({ context, stack }) => {
    await context.route('**/apps/*/frame?*', route => route.abort('connectionrefused'))
    await context.route('**/vitrine-later-*', route => route.abort('connectionrefused'))
    const { code, message } = await open(context, stack)
    expect(code).toBe('frame_unreachable')
    expect(message).toBe(`No answer from ${stack.wallet.origin}.`)
  })

  test('a site around it is not listed', async ({ context, stack }) => {
    const script = `<script src="${stack.wallet.origin}/vitrine.js" data-app-id="${stack.app.id}" async></script>`
    const inner = stack.site.crossSite + stack.site.publish({ head: script })
    const outer = stack.site.unlisted + stack.site.publish({ body: `<iframe src="${inner}"></iframe>` })
    const page = await context.newPage()
    const told = page.waitForEvent('console', message => message.text().startsWith('Vitrine: '))
    await page.goto(outer)
    expect((await told).text()).toContain(
      `refused in ${stack.site.crossSite}, which stands in a frame of ${stack.site.unlisted}`,
    )
  })
})

test('an origin that lies about itself gets no document at all', async ({ page, stack }) => {
  await page.addInitScript({ content: TAP })
  const src = `${stack.wallet.origin}/apps/${stack.app.id}/frame?origin=${stack.site.crossSite}`
  await page.goto(stack.site.unlisted + stack.site.publish({ body: `<iframe src="${src}"></iframe>` }))
  const frame = page.frames()[1]
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
  expect(await page.evaluate('window.received')).toEqual([])
})

test('the frame as a page of its own says what it is', async ({ page, stack }) => {
  await page.addInitScript({ content: TAP })
  await page.goto(`${stack.wallet.origin}/apps/${stack.app.id}/frame?origin=${stack.site.crossSite}`)
  await expect(page.locator('body')).not.toBeEmpty()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('a frame that comes after the limit makes the provider, the state and ready good together', async ({
  context,
  stack,
}) => {
  await context.clock.install()
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await context.route('**/apps/*/frame?*', async route => {
    await held
    await route.continue()
  })
  // The page's own load event would wait for the frame.
  const host = await HostPage.open(context, stack, { tag: 'data-auto="off"' })
  await host.page.evaluate(appId => {
    Object.assign(window, { vitrine: window.Vitrine?.create({ appId }) })
  }, stack.app.id)
  const accounts = host.call('ethereum.request', { method: 'eth_accounts' })
  const first = host.evaluate('await vitrine.ready')
  await context.clock.fastForward(15_000)
  expect(await first).toMatchObject({ ok: false, error: { code: 'frame_unreachable' } })
  expect(await host.evaluate('return vitrine.state.error.code')).toMatchObject({ value: 'frame_unreachable' })
  letGo()
  expect(await accounts).toEqual({ ok: true, value: [] })
  await host.ready()
  expect(await host.evaluate('return [vitrine.state.ready, vitrine.state.error]')).toMatchObject({
    value: [true, null],
  })
  expect(await host.call('ethereum.request', { method: 'eth_chainId' })).toMatchObject({ ok: true })
})

test('a consent manager may hold the frame back', async ({ context, stack }) => {
  const host = await HostPage.open(context, stack, {
    // Blanks every frame of another origin as soon as it stands in the page, and restores it upon consent.
    initScript: `if (window === top) {
      const held = new Set()
      const consent = new MutationObserver(() => {
        for (const frame of document.querySelectorAll('iframe[src^="http"]')) {
          frame.dataset.src = frame.src
          frame.src = 'about:blank'
          held.add(frame)
        }
      })
      consent.observe(document, { childList: true, subtree: true })
      window.agree = () => {
        consent.disconnect()
        for (const frame of held) frame.src = frame.dataset.src
      }
    }`,
  })
  const accounts = host.evaluate(
    'await loaded; return await vitrine.ethereum.request({ method: "eth_accounts" })',
  )
  const blank = host.page.locator('iframe[data-src][src="about:blank"]')
  await expect(blank).toBeAttached()
  await host.page.evaluate('window.agree()')
  expect(await accounts).toEqual({ ok: true, value: [] })
  await host.ready()
  expect(await host.events()).toEqual(['ready'])
})

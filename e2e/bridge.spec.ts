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
  const refusal = host.frame.locator('body')
  await expect(refusal).toContainText(stack.site.unlisted)
  await expect(refusal).toContainText('npm run vitrine')
  expect(await host.page.evaluate('window.received')).toEqual([])
  expect(await host.evaluate('await loaded; return vitrine.state.ready')).toMatchObject({ value: false })
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

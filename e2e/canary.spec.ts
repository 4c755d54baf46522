import { HostPage } from './fixtures/host-page.ts'
import { collectHostSide, findSecrets, RECORD_MESSAGES, watchSecrets } from './fixtures/secret-watch.ts'
import { expect, test } from './fixtures/test.ts'

/** The promise of the product: nothing secret ever reaches the page that embeds it. */

test('no token, code or key reaches the host: messages, URLs, storage, heap', async ({
  context,
  stack,
  address,
}) => {
  const page = await context.newPage()
  const watch = watchSecrets(page, stack.wallet.origin)
  const host = await (await HostPage.open(context, stack, { page, initScript: RECORD_MESSAGES })).ready()
  await host.logIn(address)
  await host.sign('nothing secret in here')
  await page.reload()
  await host.ready()
  await host.call('createWallet', { createAdditional: true })
  await host.call('getLoginCode')

  const secrets = new Map(await watch.secrets())
  for (const what of [
    'access token',
    'refresh token',
    'identity token',
    'email code',
    'DPoP proof',
    'authorization signature',
  ])
    expect(
      [...secrets.keys()].some(key => key.startsWith(what)),
      `${what} was seen`,
    ).toBe(true)
  const [wallet] = await stack.query(
    'select w.sealed_key from wallets w join accounts a on a.user_id = w.user_id where a.subject = $1',
    [address],
  )
  secrets.set('sealed wallet key', String(wallet?.sealed_key))

  const places = { ...(await collectHostSide(page)), urls: watch.urls }
  expect(findSecrets(secrets, places)).toEqual([])
})

test('the scan finds a secret in each place that it looks at', async ({ openHost }) => {
  const host = await openHost({ initScript: RECORD_MESSAGES })
  const { page } = host
  const watch = watchSecrets(page, host.stack.wallet.origin)
  const planted = new Map(
    ['heap', 'messages', 'storage', 'urls'].map(place => [
      place,
      `canary-${crypto.randomUUID()}-${'x'.repeat(20)}`,
    ]),
  )
  await page.evaluate(async secrets => {
    Object.assign(window, { planted: { deep: [secrets.heap] } })
    const { port1, port2 } = new MessageChannel()
    const arrived = new Promise(resolve => {
      port2.onmessage = resolve
    })
    port1.postMessage({ token: secrets.messages })
    await arrived
    localStorage.setItem('token', secrets.storage ?? '')
    await fetch(`/page-0?token=${secrets.urls}`).catch(() => undefined)
  }, Object.fromEntries(planted))
  const places = { ...(await collectHostSide(page)), urls: watch.urls }
  const found = findSecrets(planted, places)
  for (const place of planted.keys()) expect(found).toContain(`${place} in ${place}`)
})

test('the device key cannot be taken out of the frame', async ({ host, address }) => {
  await host.logIn(address)
  const keys = await host.walletFrame().evaluate(async () => {
    const found: { extractable: boolean; type: string }[] = []
    const visit = (value: unknown): void => {
      if (value instanceof CryptoKey) found.push({ extractable: value.extractable, type: value.type })
      else if (value && typeof value === 'object') Object.values(value).forEach(visit)
    }
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames)
        for (const value of await result(database.transaction(store).objectStore(store).getAll())) {
          visit(value)
          if (value?.privateKey) visit(value.privateKey)
          if (value?.publicKey) visit(value.publicKey)
        }
      database.close()
    }
    return found
  })
  const secretKeys = keys.filter(({ type }) => type !== 'public')
  expect(secretKeys.length).toBeGreaterThan(0)
  expect(secretKeys.every(({ extractable }) => !extractable)).toBe(true)
})

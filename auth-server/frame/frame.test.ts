import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publicConfig } from '../apps/registry.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { frameHeaders } from './headers.ts'

const HOST_SCRIPT = 'window.vitrine = {}'
const KERNEL = `export const text = '${'kernel '.repeat(200)}'`

const writeManifest = (name: string, entries: object) =>
  writeFileSync(join(distDir, 'frame/.vite', name), JSON.stringify(entries))

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  mkdirSync(join(distDir, 'frame/assets/worker'), { recursive: true })
  mkdirSync(join(distDir, 'frame/.vite'), { recursive: true })
  mkdirSync(join(distDir, 'host'))
  writeFileSync(join(distDir, 'host/vitrine.js'), HOST_SCRIPT)
  for (const part of ['greeting-abcd1234', 'later--_cd1234', 'wallets-abcd1234'])
    writeFileSync(join(distDir, `host/vitrine-${part}.js`), HOST_SCRIPT)
  writeFileSync(join(distDir, 'host/vitrine-other-abcd1234.js'), HOST_SCRIPT)
  for (const name of ['kernel-1.js', '-8ZtVHcJ.js', '_WIcBxg-.js'])
    writeFileSync(join(distDir, 'frame/assets', name), KERNEL)
  writeFileSync(join(distDir, 'frame/assets/typeface-1.woff2'), 'wOF2')
  writeFileSync(join(distDir, 'frame/assets/worker/worker-1.js'), 'self')
  writeFileSync(
    join(distDir, 'frame/.vite/manifest.json'),
    JSON.stringify({
      '../fonts/sans.woff2': { file: 'assets/typeface-1.woff2' },
      'kernel/main.ts': {
        file: 'assets/kernel-1.js',
        imports: ['_shared.js'],
        dynamicImports: ['_config.js', '_other.js'],
      },
      '_config.js': { file: 'assets/config-1.js', name: 'config', imports: ['kernel/main.ts', '_rules.js'] },
      '_waiting.js': { file: 'assets/waiting-1.js', name: 'waiting', css: ['assets/waiting-1.css'] },
      '_rules.js': { file: 'assets/rules-1.js' },
      '_other.js': { file: 'assets/other-1.js' },
      '_x.js': {
        file: 'assets/screens-1.js',
        name: 'screens',
        imports: ['kernel/main.ts', '_shared.js', '_words.js'],
        css: ['assets/screens-1.css'],
      },
      '_words.js': { file: 'assets/words-1.js', name: 'screens-shared' },
      '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] },
    }),
  )
  writeManifest('login-windows.json', {
    'login/passkey/window/main.ts': { file: 'assets/passkey-window-1.js', css: ['assets/shared-1.css'] },
    'recovery/window/main.ts': { file: 'assets/recovery-window-1.js' },
  })
  writeManifest('approval-window.json', { 'approval/window/main.tsx': { file: 'assets/approval-1.js' } })
  server = await startTestServer({ distDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(`${ORIGIN}${path}`, { headers })
const frame = (appId: string, origin?: string) =>
  get(`/apps/${appId}/frame${origin === undefined ? '' : `?origin=${encodeURIComponent(origin)}`}`)
const directives = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map(directive => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )

describe.each([
  ['passkey', '/assets/passkey-window-1.js'],
  ['recovery-passkey', '/assets/recovery-window-1.js'],
  ['approve', '/assets/approval-1.js'],
])('the window %s', (path, script) => {
  test('loads its own script, and no site can embed it', async () => {
    const response = await get(`/apps/${server.appId}/${path}`)
    expect(await response.text()).toContain(`<script type="module" src="${script}">`)
    expect(directives(response).get('frame-ancestors')).toBe("'none'")
    expect(directives(response).get('script-src')).toBe("'self'")
  })

  test('of an app that does not exist is refused', async () => {
    expect((await get(`/apps/app_nothing/${path}`)).status).toBe(404)
  })
})

test.each([
  ['approve', true],
  ['passkey', false],
])('whether the window %s shows pictures of the app’s sites: %s', async (path, does) => {
  const images = directives(await get(`/apps/${server.appId}/${path}`)).get('img-src') ?? ''
  expect(images.includes('https://shop.example')).toBe(does)
})

describe('the frame document', () => {
  test('inlines the app’s config and loads the kernel', async () => {
    const html = await (await frame(server.appId, 'https://shop.example')).text()
    const json = /<script type="application\/json" id="vitrine-boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(frameBoot.parse(JSON.parse(json))).toMatchObject({
      app: { id: server.appId },
      now: server.clock.now,
    })
    expect(html).toContain('<script type="module" src="/assets/kernel-1.js">')
    const preloaded = [...html.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]*)">/g)].map(
      it => it[1],
    )
    // With what the kernel brings at once by itself, and nothing that comes later.
    expect(preloaded).toEqual(['shared-1.js', 'config-1.js', 'rules-1.js'])
    // What the script can do without comes after it.
    expect(html).toContain('<link rel="modulepreload" href="/assets/waiting-1.js" fetchpriority="low">')
    expect(html).toContain(
      '<link rel="preload" as="style" crossorigin href="/assets/waiting-1.css" fetchpriority="low">',
    )
    expect(html).toContain('<link rel="stylesheet" href="/assets/shared-1.css">')
    // The screens wait until the kernel asks for them.
    const soon = [...html.matchAll(/<link data-soon="\/assets\/(.*?)">/g)]
    expect(soon.map(([, file]) => file)).toEqual(['screens-1.js', 'words-1.js', 'screens-1.css'])
    expect(html).not.toMatch(/<link rel="[^"]*" [^>]*screens-1/)
  })

  test('lets only the app’s sites embed it, and reaches nothing but its origin', async () => {
    const response = await frame(server.appId, 'https://shop.example')
    expect(Object.fromEntries(directives(response))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'worker-src': "'self'",
      'img-src': "'self' data: https://shop.example",
      'connect-src': "'self'",
      'frame-src': `${ORIGIN}/apps/${server.appId}/secrets`,
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': 'https://shop.example',
      'require-trusted-types-for': "'script'",
      'trusted-types': 'vitrine-worker',
    })
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a logo address cannot add to the policy', async () => {
    const { id } = await server.registerApp({
      logo_url: 'https://cdn.example/logo.png',
      icon_url: 'https://a;sandbox;b/icon.png',
    })
    const policy = directives(await frame(id, 'https://shop.example'))
    expect(policy.get('img-src')).toBe("'self' data: https://cdn.example https://shop.example")
    expect(policy.has('sandbox')).toBe(false)
  })

  test('shows the logos of the operator’s tokens, on approvals too, and of no other origin', async () => {
    const token = { address: `0x${'11'.repeat(20)}`, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }
    const logos = [
      'https://logos.example/tusd.svg',
      'https://a;sandbox;b/x.svg',
      'https://logos.example/2.svg',
    ]
    const { id } = await server.registerApp({
      ...{ wallet_auth: true, wallet_connect_cloud_project_id: 'project' },
      chains: [
        {
          ...{ id: 1, name: 'Ethereum' },
          rpc_urls: ['https://rpc.example'],
          testnet: false,
          native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          tokens: logos.map(logo_url => ({ ...token, logo_url })),
        },
      ],
    })
    const response = await frame(id, 'https://shop.example')
    const shown = "'self' data: https://logos.example https://shop.example"
    expect(directives(response).get('img-src')).toBe(shown)
    expect(directives(response).has('sandbox')).toBe(false)
    const json = /id="vitrine-boot">(.*?)<\/script>/.exec(await response.text())?.[1] ?? ''
    expect(JSON.parse(json).app.chains[0].tokens).toHaveLength(3)
    const approval = directives(await get(`/apps/${id}/approve`))
    expect([approval.get('img-src'), approval.get('connect-src')]).toEqual([shown, "'self'"])
    expect(directives(await get(`/apps/${id}/passkey`)).get('img-src')).toBe("'self' data:")
  })

  test('reaches the nodes of the app’s config besides', async () => {
    const native_currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = { id: 1, name: 'Ethereum', native_currency, testnet: false }
    const { id } = await server.registerApp({
      chains: [
        { ...chain, rpc_urls: ['https://rpc.example/key-1', 'https://rpc.example/key-2'] },
        { ...chain, id: 31337, rpc_urls: ['http://127.0.0.1:8545'] },
      ],
      solana_rpcs: {
        'solana:mainnet': { rpc: 'https://sol.example/x', rpc_subscriptions: 'wss://sol.example/x' },
      },
    })
    const policy = directives(await frame(id, 'https://shop.example'))
    expect(policy.get('connect-src')).toBe(
      "'self' https://rpc.example http://127.0.0.1:8545 https://sol.example wss://sol.example",
    )
    // The passkey window asks no node for anything.
    expect(directives(await get(`/apps/${id}/passkey`)).get('connect-src')).toBe("'self'")
  })

  test.each([
    'https://a;sandbox',
    "https://a 'unsafe-inline'",
    'https://*.example',
    'https://a, default-src *',
    'http://rpc.example',
    '*',
    'https:',
    'data:',
    'https://key@rpc.example',
  ])('the endpoint %s of a config that was written past the checks adds nothing to the policy', async url => {
    const app = publicConfig(
      {
        id: 'app_1',
        secretHash: '',
        config: editableAppConfig.parse({ name: 'Shop', allowed_domains: ['https://shop.example'] }),
      },
      '',
    )
    const native_currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chains = [{ id: 1, name: 'E', native_currency, testnet: false, rpc_urls: [url] }]
    const solana_rpcs = { 'solana:devnet': { rpc: url, rpc_subscriptions: url } }
    expect(frameHeaders({ ...app, chains, solana_rpcs }, ORIGIN)).toEqual(frameHeaders(app, ORIGIN))
  })

  test('reaches the site’s backends that the operator lists, and tells its own frame alone which', async () => {
    const fetch_origins = ['https://api.shop.example', 'http://127.0.0.1:8080']
    const { id } = await server.registerApp({ fetch_origins })
    const response = await frame(id, 'https://shop.example')
    expect(directives(response).get('connect-src')).toBe(
      "'self' https://api.shop.example http://127.0.0.1:8080",
    )
    const json = /id="vitrine-boot">(.*?)<\/script>/.exec(await response.text())?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({ fetchOrigins: fetch_origins })
    expect(JSON.parse(json).app).not.toHaveProperty('fetch_origins')
    const told = await (await get(`/api/v1/apps/${id}`)).text()
    expect(told).toContain(id)
    expect(told).not.toContain('api.shop.example')
    expect(directives(await get(`/apps/${id}/passkey`)).get('connect-src')).toBe("'self'")
  })

  test('a hostile name stays text', async () => {
    const { id } = await server.registerApp({ name: '</script><script>alert(1)</script><!--' })
    const html = await (await frame(id, 'https://shop.example')).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!--')
    const json = /id="vitrine-boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json).app.name).toBe('</script><script>alert(1)</script><!--')
  })
})

test('the document has the nonce for the first proof of the device’s key', async () => {
  const html = await (await frame(server.appId, 'https://shop.example')).text()
  const json = /id="vitrine-boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.parse(json).dpopNonce).toBe(server.ctx.dpopNonces.current(server.clock.now))
})

describe('the refusal page', () => {
  test.each([
    ['an unlisted origin', () => frame(server.appId, 'https://evil.example'), 403, 'allowed_domains'],
    [
      'a suffix of a listed one',
      () => frame(server.appId, 'https://shop.example.evil'),
      403,
      'allowed_domains',
    ],
    ['no origin', () => frame(server.appId), 403, 'Open shop.example</a>'],
    ['an unknown app', () => frame('app_unknown', 'https://shop.example'), 404, 'Check the app ID'],
  ])('%s gets a plain page', async (_name, ask, status, text) => {
    const response = await ask()
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(text)
    expect(html).not.toContain('vitrine-boot')
    expect(directives(response).get('default-src')).toBe("'none'")
    expect(directives(response).get('frame-ancestors')).toBe('*')
  })

  test('runs one script, which the policy names by hash and which holds nothing of what was asked', async () => {
    const scriptOf = async (response: Response) => {
      const html = await response.text()
      const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(it => it[1] ?? '')
      expect(html.match(/<script/g)).toHaveLength(1)
      const hash = createHash('sha256')
        .update(scripts[0] ?? '')
        .digest('base64')
      expect(directives(response).get('script-src')).toBe(`'sha256-${hash}'`)
      return { html, script: scripts[0] }
    }
    const unlisted = await scriptOf(await frame(server.appId, 'https://evil.example'))
    const unknown = await scriptOf(await frame('app_<unknown>', 'https://shop.example'))
    expect(unknown.script).toBe(unlisted.script)
    expect(unlisted.html).toContain('<meta name="vitrine-refusal" content="origin">')
    expect(unknown.html).toContain('<meta name="vitrine-refusal" content="unknown-app">')
    expect(unknown.html).not.toMatch(/app_|shop\.example/)
    // To whom asked, as the browser delivers it, and to nobody else.
    const postMessage = vi.fn()
    runInNewContext(unlisted.script ?? '', {
      parent: { postMessage },
      document: { querySelector: () => ({ content: 'origin' }) },
      location: { search: '?origin=https%3A%2F%2Fevil.example' },
      URLSearchParams,
    })
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(
      { vitrine: 'refused', reason: 'origin' },
      'https://evil.example',
    )
    // Nobody has asked: there is nobody to tell.
    expect(await (await frame(server.appId)).text()).not.toContain('<script')
  })

  test.each([
    ['in a frame', { ancestorOrigins: ['https://shop.example:8443'] }, '', 'shop.example:8443'],
    ['in a frame of Firefox', {}, 'https://shop.example/pay', 'shop.example'],
    ['in a frame that nobody names', {}, '', null],
    ['by itself', null, 'https://shop.example/pay', null],
  ])('names the site %s as the browser knows it', async (_where, facts, referrer, named) => {
    const html = await (await frame(server.appId, 'https://evil.example')).text()
    const script = /<script>([^<]*)<\/script>/.exec(html)?.[1] ?? ''
    const site = { textContent: '', hidden: true }
    const self = {}
    runInNewContext(script, {
      parent: facts ? { postMessage: vi.fn() } : self,
      self,
      document: { referrer, getElementById: () => site, querySelector: () => null },
      location: { search: '?origin=https%3A%2F%2Fyour-bank.example', ...facts },
      ...{ URL, URLSearchParams },
    })
    expect(site).toEqual({ textContent: named ?? '', hidden: named === null })
  })

  test('is in the language of who reads it', async () => {
    const html = await (await get(`/apps/${server.appId}/frame?origin=x`, { 'accept-language': 'ar' })).text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<pre dir="ltr">')
  })

  test('shows its style, which the policy names by hash', async () => {
    const response = await frame(server.appId)
    const style = /<style>([^<]*)<\/style>/.exec(await response.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(directives(response).get('style-src')).toBe(`'sha256-${hash}'`)
  })

  test('says nothing of what was asked: one page for every unlisted origin, and one for every unknown app', async () => {
    const read = async (...[id, origin]: Parameters<typeof frame>) => (await frame(id, origin)).text()
    const other = await server.registerApp({ name: 'Other' })
    const origins = [
      'https://evil.example',
      '<img src=x onerror=alert(1)>',
      'Your wallet is locked. Call 0900 1234.',
    ]
    const pages = [
      ...(await Promise.all(origins.map(origin => read(server.appId, origin)))),
      await read(other.id, 'https://evil.example'),
    ]
    expect(new Set(pages).size).toBe(1)
    for (const said of [...origins, server.appId, other.id]) expect(pages[0]).not.toContain(said)
    expect(await read('app_<img>', 'https://shop.example')).toBe(await read('app_x', 'https://evil.example'))
  })

  test.each([
    '/Your%20wallet%20is%20locked',
    '/apps/Your%20wallet%20is%20locked/x',
    '/captcha/Your%20wallet',
    '/api/Your',
  ])('at %s, where nothing is, says nothing of the path either', async path => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('Your')
  })
})

describe.each(['/nothing', '/apps/x/y/z', '/assets/gone.js'])('at %s, where nothing is,', path => {
  test('a browser that goes there gets a page, which says nothing of the path', async () => {
    const answer = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    const html = await answer.text()
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(html).toContain('There is nothing here.')
    expect(html).not.toContain(path)
    expect(html).toContain('Secured by localhost:4401')
    expect(directives(answer).get('frame-ancestors')).toBe("'none'")
    expect(directives(answer).has('script-src')).toBe(false)
  })

  test.each(['*/*', 'application/json', ''])('a program that accepts %j gets JSON', async accept => {
    const answer = await get(path, { accept })
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: expect.any(String), code: 'not_found' },
    ])
  })
})

describe('files', () => {
  test('the typeface of the server’s pages is the frame’s', async () => {
    const response = await get('/vitrine-sans.woff2')
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['font/woff2', 'wOF2'])
  })

  test('assets are immutable and compressed as the client can', async () => {
    const plain = await get('/assets/kernel-1.js')
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-type')).toContain('text/javascript')
    expect(plain.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await plain.text()).toBe(KERNEL)
    const br = await get('/assets/kernel-1.js', { 'accept-encoding': 'gzip, br' })
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(KERNEL)
    const gzip = await get('/assets/kernel-1.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(KERNEL)
  })

  test.each(['-8ZtVHcJ.js', '_WIcBxg-.js'])('a name that is a hash alone is served: %s', async name => {
    const response = await get(`/assets/${name}`)
    expect([response.status, await response.text()]).toEqual([200, KERNEL])
  })

  test('the worker’s own policy lets it reach no network', async () => {
    const response = await get('/assets/worker/worker-1.js')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    )
  })

  test.each([
    '/assets/../.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/assets/worker/..%2fkernel-1.js',
    '/assets/.hidden',
    '/assets/worker',
    '/assets/',
    '/assets/%00',
  ])('%s is not there', async path => {
    expect((await get(path)).status).toBe(404)
  })

  test('the host script is for every site, with its integrity value', async () => {
    const response = await get('/vitrine.js')
    expect(await response.text()).toBe(HOST_SCRIPT)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const integrity = await (await get('/vitrine.js.integrity')).text()
    expect(integrity).toBe(`sha384-${createHash('sha384').update(HOST_SCRIPT).digest('base64')}`)
    const again = await get('/vitrine.js', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect((await get('/vitrine.mjs')).status).toBe(404)
  })

  test('the host script is asked for anew on each page, since it names parts that the next build takes away', async () => {
    const { headers } = await get('/vitrine.js')
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(headers.get('etag')).toMatch(/^".+"$/)
  })

  test.each(['greeting-abcd1234', 'later--_cd1234', 'wallets-abcd1234'])(
    'a part of it may be kept for ever, and its hash compared by other origins: %s',
    async part => {
      const response = await get(`/vitrine-${part}.js`)
      expect([response.status, await response.text()]).toEqual([200, HOST_SCRIPT])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': expect.stringMatching(/^text\/javascript/),
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    },
  )

  test.each([
    'vitrine-greeting-gone1234.js',
    'vitrine-other-abcd1234.js',
    'vitrine-greeting-..%2fvitrine.js',
  ])('%s is not there', async name => {
    expect((await get(`/${name}`)).status).toBe(404)
  })
})

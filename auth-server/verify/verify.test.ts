import { copyFileSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../commands/command.ts'
import { NO_TOOLS, readCommand } from '../commands/run.ts'
import { buildHash, MANIFEST_FILE, MANIFEST_PATH, parseManifest } from '../frame-build/manifest.ts'
import { APP, type Between, makeBuild, SITE, serveBuild } from './testing/served-build.ts'

let release: Awaited<ReturnType<typeof makeBuild>>
let served: Awaited<ReturnType<typeof makeBuild>>
let server: Awaited<ReturnType<typeof serveBuild>>
let between: Between | null = null
beforeAll(async () => {
  // Two builds of the same sources: what is held against the server is no file of its own.
  release = await makeBuild()
  served = await makeBuild()
  server = await serveBuild(served.distDir, () => between)
})
afterEach(() => {
  between = null
})
afterAll(async () => {
  await server.stop()
  release.remove()
  served.remove()
})

const releaseFile = () => join(release.distDir, MANIFEST_FILE)

/** What the command prints, and what it ends with. */
async function verify(...args: string[]) {
  const printed: string[] = []
  const command = readCommand(['verify', server.origin, ...args])
  if ('help' in command) throw new Error('a page')
  try {
    const text = await command.run(null, { ...NO_TOOLS, print: text => printed.push(text) })
    return { status: 0, text, error: '' }
  } catch (error) {
    const { exitStatus, message } = error as Error & { exitStatus: number }
    return { status: exitStatus, text: printed.join('\n'), error: message }
  }
}
const verifyApp = (...args: string[]) => verify('--release', releaseFile(), '--app', APP, ...args)

/** Zeros, as long as somebody reads. */
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(16_384))
    },
  })

/** Answers one path in the server's place. */
function inPlaceOf(
  path: string,
  answer: (outgoing: ServerResponse, incoming: IncomingMessage) => unknown,
  isMeant: (incoming: IncomingMessage) => boolean = () => true,
) {
  between = (incoming, outgoing) => {
    if (incoming.url?.split('?')[0] !== path || !isMeant(incoming)) return false
    answer(outgoing, incoming)
    return true
  }
}

test('a server that serves the release is found to, with and without an app', async () => {
  const whole = await verifyApp()
  expect(whole).toMatchObject({ status: 0, error: '' })
  expect(whole.text).toContain('All is as in the release.')
  expect(whole.text).toContain(`Embedded by ${SITE}`)
  const alone = await verify('--build', release.distDir)
  expect(alone.status).toBe(0)
  expect(alone.text).toContain('Not asked   the documents of apps')
})

test('--json says what was examined', async () => {
  const { text, status } = await verifyApp('--json')
  const report = JSON.parse(text)
  const manifest = parseManifest(readFileSync(releaseFile(), 'utf8'))
  expect(status).toBe(0)
  expect(report).toMatchObject({
    build: buildHash(manifest),
    said: buildHash(manifest),
    files: Object.keys(manifest.files).length,
    documents: Object.keys(manifest.documents).length,
    differences: [],
    app: { id: APP, embedders: SITE, reaches: expect.stringContaining("'self'") },
  })
})

test('the hash of a release is enough, and another hash is told', async () => {
  const hash = buildHash(parseManifest(readFileSync(releaseFile(), 'utf8')))
  expect(await verify('--release', hash, '--app', APP)).toMatchObject({ status: 0 })
  const other = `sha256-${'A'.repeat(43)}=`
  const { status, text } = await verify('--release', other)
  expect(status).toBe(EXIT.failed)
  expect(text).toContain(`serves the build ${hash}, and not ${other}`)
})

describe('what lies on the machine', () => {
  const file = (name: string) => join(served.distDir, 'frame/assets', name)

  test.each([
    ['changed', 'kernel-1.js', (path: string) => writeFileSync(path, 'evil()')],
    ['longer by a byte', 'shared-1.js', (path: string) => writeFileSync(path, 'export const shared = 1 ')],
    ['gone', 'secrets/secrets-1.js', (path: string) => unlinkSync(path)],
  ])('%s is found', async (_, name, tamper) => {
    const kept = readFileSync(file(name))
    tamper(file(name))
    try {
      const { status, text, error } = await verifyApp()
      expect(status).toBe(EXIT.failed)
      expect(text).toMatch(new RegExp(`^Differs {5}/assets/${name}: `, 'm'))
      expect(error).toContain('does not serve this release')
    } finally {
      writeFileSync(file(name), kept)
    }
  })
})

describe('who stands between finds no gap', () => {
  const evil = (outgoing: ServerResponse) => outgoing.end('evil()')

  test.each([
    [
      'of one browser',
      (it: IncomingMessage) => /iPhone/.test(it.headers['user-agent'] ?? ''),
      'Safari alone',
    ],
    ['of who loads it as a script', (it: IncomingMessage) => it.headers['sec-fetch-dest'] === 'script', ''],
    [
      'of who comes by a site',
      (it: IncomingMessage) => it.headers.referer === `${SITE}/` && it.headers.origin === SITE,
      '',
    ],
  ])('in a script %s', async (_, isMeant, as) => {
    inPlaceOf('/vitrine.js', evil, isMeant)
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.failed)
    expect(text).toMatch(/^Differs {5}\/vitrine\.js: it is sha256-/m)
    expect(text).toContain(as)
  })

  test('in a manifest that lies, names more, or is none', async () => {
    const manifest = JSON.parse(readFileSync(releaseFile(), 'utf8'))
    manifest.files['/assets/evil.js'] = { sha256: `sha256-${'A'.repeat(43)}=`, bytes: 1 }
    for (const [text, found] of [
      [JSON.stringify(manifest), 'names 1 files that the release has not, such as /assets/evil.js'],
      ['{', 'The manifest is no JSON.'],
      [
        JSON.stringify({ ...manifest, files: { '/../etc': manifest.files['/vitrine.js'] } }),
        'is none: files',
      ],
      ['x'.repeat(2_000_000), 'it is longer than 1000000 bytes'],
    ] as const) {
      inPlaceOf(MANIFEST_PATH, outgoing => outgoing.end(text))
      const answer = await verifyApp()
      expect(answer.status).toBe(EXIT.failed)
      expect(answer.text).toContain(`${MANIFEST_PATH}: `)
      expect(answer.text).toContain(found)
    }
  })

  test('by sending elsewhere, which is not followed', async () => {
    const asked: string[] = []
    between = (incoming, outgoing) => {
      asked.push(incoming.url ?? '')
      if (incoming.url !== '/assets/kernel-1.js') return false
      outgoing.writeHead(302, { Location: '/assets/shared-1.js?moved' }).end()
      return true
    }
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.failed)
    expect(text).toContain('/assets/kernel-1.js: it leads elsewhere: "/assets/shared-1.js?moved"')
    expect(asked).not.toContain('/assets/shared-1.js?moved')
  })

  test.each([
    ['never ends', () => endless(), undefined],
    ['unpacks without an end', () => endless().pipe(createGzip()), 'gzip'],
  ])('by an answer that %s', async (_, body, encoding) => {
    let ended = 0
    inPlaceOf('/assets/kernel-1.js', outgoing => {
      outgoing.on('close', () => ended++)
      outgoing.writeHead(200, encoding === undefined ? {} : { 'Content-Encoding': encoding })
      body().pipe(outgoing)
    })
    expect((await verifyApp()).text).toMatch(/kernel-1\.js: it is longer than the \d+ bytes of the release/)
    await expect.poll(() => ended).toBe(3)
  })

  test('by the words that it writes on a terminal', async () => {
    inPlaceOf('/assets/kernel-1.js', outgoing =>
      outgoing.writeHead(302, { Location: '/\x9b2J\x9b1;1HAll is as in the release.' }).end(),
    )
    const { text } = await verifyApp()
    expect(text).not.toMatch(/[^\n\x20-\x7e]/)
  })
})

describe('of a document of the frame app', () => {
  /** Lets the server answer, and changes what it says. */
  const changing = (path: string, change: (html: string) => string, headers: Record<string, string> = {}) => {
    const url = `${server.origin}${path}?origin=${encodeURIComponent(SITE)}`
    between = (incoming, outgoing) => {
      if (!incoming.url?.startsWith(path) || incoming.headers['x-through']) return false
      void fetch(url, { headers: { 'x-through': '1', accept: 'text/html' } }).then(async answer => {
        const all = { ...Object.fromEntries(answer.headers), ...headers }
        // Of the answer as it was packed.
        for (const name of ['content-encoding', 'content-length']) Reflect.deleteProperty(all, name)
        outgoing.writeHead(answer.status, all).end(change(await answer.text()))
      })
      return true
    }
  }
  const frame = `/apps/${APP}/frame`

  test.each([
    [
      'a script',
      (it: string) => it.replace('</head>', '<script src="/assets/evil.js"></script></head>'),
      'it loads what the release has not: "/assets/evil.js"',
    ],
    [
      'a script of another host',
      (it: string) => it.replace('</body>', '<SCRIPT SRC=https://evil.example/x.js></SCRIPT></body>'),
      'https://evil.example/x.js',
    ],
    [
      'an attribute',
      (it: string) => it.replace('<body>', '<body onload="evil()">'),
      'it is another document',
    ],
    [
      'an element in the title',
      (it: string) => it.replace('<title>', '<title><base href=//evil.example>'),
      'it is another document',
    ],
    [
      'an element in the config',
      (it: string) => it.replace('id="vitrine-boot">', 'id="vitrine-boot"></script><p>'),
      'it is another document',
    ],
    [
      'another app',
      (it: string) => it.replace(`"id":"${APP}"`, '"id":"app_2"'),
      'its config is of another app',
    ],
    [
      'another build',
      (it: string) => it.replace(/"build":"[^"]+"/, '"build":"sha256-x"'),
      'it says that it is of the build sha256-x',
    ],
  ])('%s that is not the release’s is found', async (_, change, found) => {
    changing(frame, change)
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.failed)
    expect(text).toContain(`${frame}?origin=`)
    expect(text).toContain(found)
  })

  test.each([
    ['a script of another host', 'script-src', "'self' https://evil.example"],
    ['text that becomes code', 'script-src', "'self' 'unsafe-eval'"],
    ['whoever embeds it', 'frame-ancestors', '*'],
    ['every host', 'connect-src', "'self' https:"],
    ['hosts by a wildcard', 'connect-src', "'self' https://*.evil.example"],
  ])('a policy that allows %s is found', async (_, directive, sources) => {
    const answer = await fetch(`${server.origin}${frame}?origin=${encodeURIComponent(SITE)}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const wider = policy.replace(new RegExp(`${directive} [^;]*`), `${directive} ${sources}`)
    expect(wider).not.toBe(policy)
    changing(frame, it => it, { 'content-security-policy': wider })
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.failed)
    expect(text).toContain('its content-security-policy is')
  })

  test.each([
    ['without a policy', 'content-security-policy', ''],
    ['as what runs whatever it is called', 'x-content-type-options', 'none'],
    ['that leads on', 'refresh', '0; url=https://evil.example'],
    ['whose scripts may stand before all that follows', 'service-worker-allowed', '/'],
  ])('one %s is found', async (_, header, value) => {
    changing(`/apps/${APP}/approve`, it => it, { [header]: value })
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.failed)
    expect(text).toContain(header)
  })

  test('one that goes on after all that is read is found', async () => {
    changing(frame, html => {
      const rest = 1_000_000 - Buffer.byteLength(html) - '"x":"",'.length
      const longest = html.replace('"app":', `"x":"${'x'.repeat(rest)}","app":`)
      expect(Buffer.byteLength(longest)).toBe(1_000_000)
      return `${longest}<script src="/assets/evil.js"></script>`
    })
    expect((await verifyApp()).text).toContain('it is longer than 1000000 bytes')
  })

  test('a page of the server’s own in which another script may run is found', async () => {
    changing('/account/undo', it => it, { 'content-security-policy': "script-src 'unsafe-inline'" })
    expect((await verify('--release', releaseFile())).text).toMatch(/^Differs {5}\/account\/undo: /m)
  })

  test('a worker that may reach the network is found', async () => {
    changing('/assets/worker/worker-1.js', it => it, { 'content-security-policy': "default-src 'self'" })
    expect((await verifyApp()).text).toMatch(
      /^Differs {5}\/assets\/worker\/worker-1\.js: its content-security/m,
    )
  })
})

describe('nothing is said where nothing could be seen', () => {
  const unexamined = { status: EXIT.misused }

  test('of a server that does not answer', async () => {
    const command = readCommand(['verify', 'http://127.0.0.1:1', '--release', releaseFile()])
    if ('help' in command) throw new Error('a page')
    await expect(command.run(null, NO_TOOLS)).rejects.toMatchObject({
      exitStatus: EXIT.misused,
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test.each([
    ['out of order', (it: ServerResponse) => it.writeHead(503).end(), 'the server answers 503'],
    [
      'broken off',
      (it: ServerResponse) => it.writeHead(200, { 'Content-Length': '99' }).write('x', () => it.destroy()),
      'aborted',
    ],
    [
      'in an encoding that nobody asked for',
      (it: ServerResponse) => it.writeHead(200, { 'Content-Encoding': 'zstd' }).end('x'),
      'the encoding zstd',
    ],
  ])('of an answer %s', async (_, answer, why) => {
    inPlaceOf('/vitrine.mjs', answer)
    const { status, text } = await verifyApp()
    expect(status).toBe(EXIT.misused)
    expect(text).toMatch(new RegExp(`^Unexamined {2}/vitrine\\.mjs: .*${why}`, 'm'))
  })

  test('of a server that keeps silent, which is asked a few times', async () => {
    let asked = 0
    between = (incoming, outgoing) => {
      if (incoming.url === MANIFEST_PATH) return false
      asked++
      outgoing.writeHead(503).end()
      return true
    }
    const { status, text } = await verify('--release', releaseFile())
    expect(status).toBe(EXIT.misused)
    expect(text).toContain('it was not asked for: too much before it did not come')
    expect(asked).toBeLessThan(20)
  })

  test('a difference weighs more', async () => {
    between = (incoming, outgoing) => {
      if (!/^\/vitrine\.m?js$/.test(incoming.url ?? '')) return false
      outgoing.writeHead(incoming.url === '/vitrine.js' ? 503 : 200).end('evil()')
      return true
    }
    expect((await verifyApp()).status).toBe(EXIT.failed)
  })

  test('by a release that is none, of an app that there is not, or of a build that is not whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-release-'))
    try {
      const broken = join(folder, 'manifest.json')
      writeFileSync(broken, '{}')
      expect(await verify('--release', broken)).toMatchObject(unexamined)
      expect(await verify('--release', join(folder, 'nowhere.json'))).toMatchObject(unexamined)
      expect(await verify('--build', folder)).toMatchObject(unexamined)
      expect(await verify('--release', releaseFile(), '--app', 'app_2')).toMatchObject(unexamined)
      copyFileSync(releaseFile(), broken)
      expect(await verify('--release', broken)).toMatchObject({ status: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }
    const script = join(release.distDir, 'host/vitrine.js')
    const kept = readFileSync(script)
    writeFileSync(script, 'other')
    try {
      expect((await verify('--build', release.distDir)).error).toContain('such as /vitrine.js')
    } finally {
      writeFileSync(script, kept)
    }
  })

  test.each([
    [['ftp://wallet.example'], 'begins with https://'],
    [['http://wallet.example'], 'begins with https://'],
    [['https://wallet.example/apps'], 'without a path'],
    [['https://wallet.example', '--origin', SITE], '--origin goes with --app'],
    [['https://wallet.example', '--build', 'dist', '--release', 'x'], 'one of --release and --build'],
  ])('%j is refused before anything is asked', async (args, why) => {
    const command = readCommand(['verify', ...args])
    if ('help' in command) throw new Error('a page')
    await expect(command.run(null, NO_TOOLS)).rejects.toThrow(why)
  })
})

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoChain } from '@vitrine/shared/chains/demo-chain.ts'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { importJWK, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CommandError } from '../commands/command.ts'
import { startOperatorSigner } from '../commands/operator-signer.ts'
import { runCommand } from '../commands/run.ts'
import type { SignerClient } from '../signer/operations.ts'
import { call, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { DEMO_APP_ID, type DemoSettings, seedDemoApp } from './demo.ts'
import { findApp, isSecretOf, replaceConfig } from './registry.ts'

let server: TestServer
let operator: SignerClient
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  operator = await startOperatorSigner(
    server.database.db,
    { masterKey: server.masterKey },
    readFileSync(inject('signerCode')),
  )
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterAll(async () => {
  await operator.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const command = (...args: string[]) =>
  runCommand(server.database.db, ['app', ...args], {
    signer: async () => operator,
    origin: 'http://localhost:4401',
    readSecret: async () => '',
  })
const create = async () => {
  const output = await command('create', '--name', 'Shop', '--origin', 'https://shop.example')
  return { id: /app_\w+/.exec(output)?.[0] ?? '', secret: /secret_[\w-]+/.exec(output)?.[0] ?? '' }
}

describe('the operator’s commands', () => {
  test('create prints id and secret; list and show never print the secret', async () => {
    const { id, secret } = await create()
    expect(isSecretOf(await findApp(server.ctx.db, id), secret)).toBe(true)
    const printed = (await command('list')) + (await command('show', id))
    expect(printed).toContain(id)
    expect(printed).not.toContain(secret)
  })

  test('rotate-secret replaces the secret', async () => {
    const { id, secret } = await create()
    const next = /secret_[\w-]+/.exec(await command('rotate-secret', id, '--yes'))?.[0] ?? ''
    const app = await findApp(server.ctx.db, id)
    expect([isSecretOf(app, secret), isSecretOf(app, next), isSecretOf(null, next)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('edit takes what show printed', async () => {
    const { id } = await create()
    const config = JSON.parse(await command('show', id)) as Record<string, unknown>
    const file = join(folder, 'config.json')
    writeFileSync(file, JSON.stringify({ ...config, name: 'Renamed' }))
    await command('edit', id, '--file', file)
    expect((await findApp(server.ctx.db, id))?.config.name).toBe('Renamed')
  })

  const pem = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'
  const issuer = { issuer: 'https://shop.example', audience: 'wallet', subject_claim: 'sub' }
  test.each([
    [{ custom_jwt_auth: true }, /custom_jwt_config: /],
    [{ custom_jwt_config: { ...issuer, public_key: pem } }, /custom_jwt_config\.public_key: /],
    [{ captcha_enabled: true, enabled_captcha_provider: 'turnstile' }, /captcha_site_key: /],
    [{ hold_new_devices: true, added_login_hold_hours: 0 }, /added_login_hold_hours: /],
    [{ telegram_auth_config: { bot_id: '1', bot_name: '@shop' } }, /telegram_auth_config\.bot_name: /],
    [{ accent_colour: '#000000' }, /there is no option accent_colour/],
  ])('edit refuses %j, which nobody could log in with, and names the field', async (change, reason) => {
    const { id } = await create()
    const file = join(folder, 'contradiction.json')
    writeFileSync(file, JSON.stringify(change))
    await expect(command('edit', id, '--file', file)).rejects.toThrow(reason)
  })

  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).publicKey
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey
  /** Edits an app's issuer to have this one key. */
  const editKey = async (key: KeyObject) => {
    const { id } = await create()
    const file = join(folder, 'issuer-key.json')
    const public_key = key.export({ type: 'spki', format: 'pem' })
    writeFileSync(
      file,
      JSON.stringify({ custom_jwt_auth: true, custom_jwt_config: { ...issuer, public_key } }),
    )
    return command('edit', id, '--file', file)
  }

  test.each<[string, () => KeyObject]>([
    ['P-384', () => ec('P-384')],
    ['secp256k1', () => ec('secp256k1')],
    ['Ed448', () => generateKeyPairSync('ed448').publicKey],
    ['X25519', () => generateKeyPairSync('x25519').publicKey],
    ['RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey],
    ['RSA of 1024 bits', () => rsa(1024)],
    ['RSA of 2047 bits', () => rsa(2047)],
  ])('edit refuses a key of an issuer that no JWT can be checked with: %s', async (_name, key) => {
    await expect(editKey(key())).rejects.toThrow(/custom_jwt_config\.public_key: .*ES256/)
  })

  test.each<[string, () => KeyObject]>([
    ['P-256', () => ec('P-256')],
    ['Ed25519', () => generateKeyPairSync('ed25519').publicKey],
    ['RSA of 2048 bits', () => rsa(2048)],
  ])('edit takes a key of an issuer that can be used: %s', async (_name, key) => {
    expect(await editKey(key())).toContain('is changed')
  })

  test('edit changes what the file names and leaves the rest', async () => {
    const { id } = await create()
    const before = (await findApp(server.ctx.db, id))?.config
    const file = join(folder, 'part.json')
    writeFileSync(file, JSON.stringify({ accent_color: '#0b7261' }))
    await command('edit', id, '--file', file)
    expect((await findApp(server.ctx.db, id))?.config).toEqual({ ...before, accent_color: '#0b7261' })
  })

  test('edit names what has no effect in this version, and nothing where all has', async () => {
    const { id } = await create()
    const file = join(folder, 'later.json')
    writeFileSync(file, JSON.stringify({ mfa_methods: ['sms'], legal_name: 'Shop Ltd' }))
    expect((await command('edit', id, '--file', file)).split('\n')).toEqual([
      `${id} is changed.`,
      'legal_name: has no effect in this version.',
    ])
    writeFileSync(file, JSON.stringify({ mfa_methods: [], legal_name: null }))
    expect(await command('edit', id, '--file', file)).toBe(`${id} is changed.`)
  })

  test('edit --chains replaces the chains alone, and refuses what is none', async () => {
    const { id } = await create()
    const before = (await findApp(server.ctx.db, id))?.config
    const chain = {
      id: 1,
      name: 'Ethereum',
      rpc_urls: ['https://rpc.example'],
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      native_price_feed: { address: `0x${'22'.repeat(20)}`, max_age: 7_200 },
      tokens: [{ address: `0x${'11'.repeat(20)}`, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }],
    }
    const file = join(folder, 'chains.json')
    writeFileSync(file, JSON.stringify([chain]))
    await command('edit', id, '--chains', file)
    const chains = [{ ...chain, testnet: false }]
    expect((await findApp(server.ctx.db, id))?.config).toEqual({ ...before, chains })
    for (const wrong of [
      { chains: [chain] },
      [{ ...chain, rpc_urls: ['https://a;sandbox'] }],
      [{ ...chain, tokens: [{ ...chain.tokens[0], decimals: 37 }] }],
      'x',
      null,
    ]) {
      writeFileSync(file, JSON.stringify(wrong))
      await expect(command('edit', id, '--chains', file)).rejects.toThrow('chains')
    }
    expect((await findApp(server.ctx.db, id))?.config.chains).toEqual(chains)
  })

  test('edit takes a part and the chains at once', async () => {
    const { id } = await create()
    const [part, chains] = [join(folder, 'part.json'), join(folder, 'chains.json')]
    writeFileSync(part, JSON.stringify({ name: 'Both' }))
    writeFileSync(chains, '[]')
    await command('edit', id, '--file', part, '--chains', chains)
    expect((await findApp(server.ctx.db, id))?.config).toMatchObject({ name: 'Both', chains: [] })
  })

  test.each([
    ['a list instead of options', [{ name: 'x' }], 'config'],
    ['a misspelt option', { name: 'x', acent_color: '#ffffff' }, 'acent_color'],
    ['a wildcard origin', { name: 'x', allowed_domains: ['https://*.example'] }, 'allowed_domains.0'],
    [
      'an origin that ends a CSP directive',
      { name: 'x', allowed_domains: ['https://a;sandbox'] },
      'allowed_domains.0',
    ],
    ['an origin with a path', { name: 'x', allowed_domains: ['https://shop.example/'] }, 'allowed_domains.0'],
    [
      'a nested wrong value',
      { name: 'x', embedded_wallet_config: { mode: 'x' } },
      'embedded_wallet_config.mode',
    ],
  ])('edit refuses %s, names it and changes nothing', async (_name, config, field) => {
    const { id } = await create()
    const before = await command('show', id)
    const file = join(folder, 'bad.json')
    writeFileSync(file, JSON.stringify(config))
    await expect(command('edit', id, '--file', file)).rejects.toThrow(field)
    expect(await command('show', id)).toBe(before)
  })

  test.each([
    [[]],
    [['create', '--name', 'x']],
    [['create', '--origin', 'not an origin', '--name', 'x']],
    [['show', 'app_unknown']],
    [['edit', 'app_unknown', '--file', '/nowhere']],
    [['frobnicate']],
    [['list', '--nonsense']],
  ])('%j is refused with a sentence', async args => {
    await expect(command(...args)).rejects.toThrow(CommandError)
  })
})

describe('the demo app', () => {
  const CHAIN = 'http://127.0.0.1:4402'
  const seed = async (demo: Partial<DemoSettings> = {}) => {
    const { db } = server.ctx
    await seedDemoApp(db, { shopPort: 4400, chainUrl: null, secret: null, hasProvider: false, ...demo })
    const app = await findApp(db, DEMO_APP_ID)
    if (!app) throw new Error('Nothing was seeded')
    return app
  }
  const edit = (config: object) => replaceConfig(server.ctx.db, DEMO_APP_ID, editableAppConfig.parse(config))

  test('has the shop’s name and looks, every way to log in, and a wallet at the first', async () => {
    expect((await seed()).config).toMatchObject({
      name: 'Halden',
      icon_url: 'http://127.0.0.1:4400/icon.svg',
      accent_color: expect.stringMatching(/^#/),
      ...{ email_auth: true, sms_auth: true, passkey_auth: true, guest_auth: true },
      ...{ wallet_auth: true, solana_wallet_auth: true },
      approval_surface: 'window',
      embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } },
      chains: [],
    })
  })

  test('is seeded once; an operator’s edits stay', async () => {
    const { config } = await seed()
    await edit({ ...config, name: 'Mine' })
    expect((await seed({ shopPort: 4500 })).config).toMatchObject({
      name: 'Mine',
      icon_url: 'http://127.0.0.1:4500/icon.svg',
      logo_url: 'http://127.0.0.1:4500/icon.svg',
      allowed_domains: [4400, 4500].flatMap(port => [`http://127.0.0.1:${port}`, `http://localhost:${port}`]),
    })
  })

  test('has the local chain while there is one, beside the operator’s own', async () => {
    const { config } = await seed()
    const own = { ...demoChain(CHAIN, ''), id: 1, name: 'Ethereum', tokens: [] }
    await edit({ ...config, chains: [own] })
    const urls = ({ chains }: typeof config) => chains.map(({ id, rpc_urls }) => [id, ...rpc_urls])
    expect(urls((await seed({ chainUrl: CHAIN })).config)).toEqual([
      [31_337, CHAIN],
      [1, CHAIN],
    ])
    expect(urls((await seed({ chainUrl: 'http://127.0.0.1:4409' })).config)).toEqual([
      [31_337, 'http://127.0.0.1:4409'],
      [1, CHAIN],
    ])
    expect(urls((await seed()).config)).toEqual([[1, CHAIN]])
    await edit({ ...config, chains: [{ ...own, id: 31_337 }] })
    expect(urls((await seed({ chainUrl: 'http://127.0.0.1:4409' })).config)).toEqual([[31_337, CHAIN]])
  })

  test('becomes the shop of today where nobody edited that of an earlier release', async () => {
    const former = {
      name: 'Demo shop',
      allowed_domains: ['http://127.0.0.1:4400', 'http://localhost:4400'],
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    }
    await edit(former)
    expect((await seed()).config.name).toBe('Halden')
    await edit({ ...former, disable_plus_emails: true })
    expect((await seed()).config.name).toBe('Demo shop')
  })

  test('takes the secret that the shop’s backend was given for this run, and keeps it without one', async () => {
    const first = await seed({ secret: 'of the first run' })
    const second = await seed({ secret: 'of the second run' })
    const third = await seed()
    expect([
      isSecretOf(first, 'of the first run'),
      isSecretOf(second, 'of the first run'),
      isSecretOf(second, 'of the second run'),
      isSecretOf(third, 'of the second run'),
    ]).toEqual([true, false, true, true])
  })
})

describe('the public config', () => {
  const get = (path: string) => call(server, `/api/v1/apps/${path}`, { method: 'GET' })

  test('tells what the frame needs and no secret', async () => {
    const { status, body } = await get(server.appId)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: server.appId, name: 'Shop', data_classification: 'public' },
    })
    expect(JSON.stringify(body)).not.toMatch(/secret/i)
    expect((await get('app_unknown')).status).toBe(404)
    expect((await get('app_unknown/jwks.json')).status).toBe(404)
  })

  test('tells nothing of the operator’s accounts at companies that fund wallets', async () => {
    const coinbase = { api_key_id: 'organizations/1/apiKeys/2', project_id: 'project-1' }
    const { id } = await server.registerApp({ funding_providers: { coinbase } })
    expect((await get(id)).body).toMatchObject({ id })
    expect(JSON.stringify((await get(id)).body)).not.toMatch(/funding_providers|apiKeys/)
  })

  test('lets a backend verify tokens, by JWKS or PEM', async () => {
    const { token, user } = await logIn(server, 'verify@mail.example')
    const { body: jwks } = await get(`${server.appId}/jwks.json`)
    const { body: config } = await get(server.appId)
    const [jwk] = jwks.keys as [Record<string, string>]
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    for (const key of [
      await importJWK(jwk, 'ES256'),
      await importSPKI(String(config.verification_key), 'ES256'),
    ]) {
      const { payload } = await jwtVerify(token, key, { currentDate: new Date(server.clock.now) })
      expect(payload).toMatchObject({ aud: server.appId, sub: user.id, sid: expect.any(String) })
      expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
    }
  })
})

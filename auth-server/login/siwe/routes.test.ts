import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { type WalletFactory, walletFactoryOn } from '@vitrine/shared/chains/testing/wallet-factory.ts'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { type Address, getAddress, hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceConfig } from '../../apps/registry.ts'
import { readSettings } from '../../settings.ts'
import { logIn } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { ethereumWallet, SITE, type TestWallet, walletCalls } from '../../wallet-sign-in/testing/wallets.ts'

/** The chains: of the operator's own node, and by the wallet provider's. */
const OWN_CHAIN = 8453
const PROVIDERS_CHAIN = 10
const NO_CHAIN = 'eip155:77'

let server: TestServer
let anvil: Anvil
let factory: WalletFactory
let provider: Awaited<ReturnType<typeof startProvider>>
const { begin, send, signed, enter, link, unlink, transfer } = walletCalls(() => server)

/** A wallet provider's service: `eth_call` alone, with the chain and the project in the address. */
async function startProvider(node: Anvil) {
  const asked: string[] = []
  let isAway = false
  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method, params } = JSON.parse(text)
    asked.push(`${method} ${pathname} ${searchParams.get('chainId')} ${searchParams.get('projectId')}`)
    if (isAway || searchParams.get('chainId') !== `eip155:${PROVIDERS_CHAIN}`)
      return void response.writeHead(503).end('{"error":{"code":-32005,"message":"limit"}}')
    const result = await node.request(method, params)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/`,
    asked,
    goAway() {
      isAway = true
    },
    async stop() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: OWN_CHAIN })
  factory = await walletFactoryOn(anvil)
  provider = await startProvider(anvil)
  const { walletNodes } = readSettings({
    VITRINE_DEV: '1',
    VITRINE_WALLET_RPC_URLS: JSON.stringify({ [OWN_CHAIN]: anvil.url }),
    VITRINE_WALLET_PROVIDER_RPC_URL: provider.url,
    VITRINE_WALLET_PROVIDER_PROJECT_ID: 'project_1',
  })
  const started = await startTestServer({ walletNodes })
  server = { ...started, appId: (await started.registerApp({ wallet_auth: true, email_auth: true })).id }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await Promise.all([anvil?.stop(), provider?.stop()])
})

const configure = (config: object) =>
  replaceConfig(
    server.ctx.db,
    server.appId,
    editableAppConfig.parse({
      ...{ name: 'Shop', allowed_domains: [SITE], wallet_auth: true, email_auth: true },
      ...config,
    }),
  )

let people = 0
const mailbox = () => `siwe-${++people}@shop.example`

/** A wallet that is a contract, of a key. */
async function contractWallet(isDeployed: boolean): Promise<TestWallet> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const address = getAddress(await factory.walletOf(owner.address))
  if (isDeployed) await factory.deploy(owner.address)
  const plain = ethereumWallet()
  return {
    ...plain,
    address,
    message: (begun, change) => plain.message(begun, { address, chainId: OWN_CHAIN, ...change }),
    async sign(message) {
      const signature = await owner.sign({ hash: hashMessage(message) })
      return isDeployed
        ? signature
        : serializeErc6492Signature({
            address: factory.address,
            data: factory.deployCall(owner.address),
            signature,
          })
    },
  }
}

describe('a login', () => {
  test('makes a user with the wallet, and finds them again', async () => {
    const [wallet, device] = [ethereumWallet(), await createDevice()]
    const { body: begun } = await begin(wallet, device)
    const { nonce, address, expires_at: expiresAt, signature } = begun
    expect(begun).toEqual({
      nonce: expect.stringMatching(/^[\da-f]{32}$/),
      address: wallet.address,
      expires_at: Math.floor(server.clock.now / 1000) + 300,
      signature: expect.any(String),
    })
    const said = {
      kind: 'sign-in-nonce',
      origin: ORIGIN,
      appId: server.appId,
      method: 'siwe',
      address,
    } as const
    const saidFor = (it: Device) =>
      isStatementOf(
        server.signerKeys.identity,
        { ...said, nonce, expiresAt, purpose: 'login', userId: null, device: it.thumbprint },
        signature,
      )
    expect([await saidFor(device), await saidFor(await createDevice())]).toEqual([true, false])

    const message = wallet.message(begun)
    const first = await send(wallet, device, {
      ...{ message, signature: await wallet.sign(message) },
      ...{ chainId: 'eip155:1', walletClientType: 'metamask', connectorType: 'injected' },
    })
    expect(first).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(first.body.user.linked_accounts).toEqual([
      {
        ...{ type: 'wallet', address: wallet.address, chain_type: 'ethereum', wallet_client: 'unknown' },
        ...{ chain_id: 'eip155:1', wallet_client_type: 'metamask', connector_type: 'injected' },
        ...{ verified_at: expect.any(Number), first_verified_at: expect.any(Number) },
        latest_verified_at: expect.any(Number),
      },
    ])
    const again = await enter(wallet, await createDevice())
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id } })
    expect(again.body.user.linked_accounts[0]).not.toHaveProperty('wallet_client_type')
  })

  test('is of an address, however it was asked for', async () => {
    const [wallet, device] = [ethereumWallet(), await createDevice()]
    const { body: begun } = await begin(
      { ...wallet, address: wallet.address.toLowerCase() as Address },
      device,
    )
    const message = wallet.message(begun)
    const answer = await send(wallet, device, { message, signature: await wallet.sign(message) })
    expect(answer.body.user.linked_accounts[0]).toMatchObject({ address: wallet.address })
  })

  test('is used once, of two at the same moment by one', async () => {
    const [wallet, device] = [ethereumWallet(), await createDevice()]
    const proof = await signed(wallet, device)
    const both = await Promise.all([1, 2].map(() => send(wallet, device, proof)))
    expect(both.map(it => it.status).sort()).toEqual([200, 422])
    expect((await send(wallet, device, proof)).body.code).toBe('invalid_credentials')
  })

  test('is of the device that began it, which nobody takes it from', async () => {
    const [wallet, device, other] = [ethereumWallet(), await createDevice(), await createDevice()]
    const proof = await signed(wallet, device)
    expect(await send(wallet, other, proof)).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials' },
    })
    expect((await send(wallet, device, proof)).status).toBe(200)
  })

  test('ends with its time', async () => {
    const [wallet, device] = [ethereumWallet(), await createDevice()]
    const proof = await signed(wallet, device)
    server.clock.now += 300_000
    expect((await send(wallet, device, proof)).body.code).toBe('invalid_credentials')
    server.clock.now -= 300_000
    expect((await send(wallet, device, proof)).status).toBe(200)
  })

  test('makes nobody where none is to be made', async () => {
    const wallet = ethereumWallet()
    const answer = await enter(wallet, await createDevice(), { mode: 'no-signup' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'user_does_not_exist' } })
  })

  test('makes nobody where wallets make none, and is one for who has theirs', async () => {
    const [known, stranger] = [ethereumWallet(), ethereumWallet()]
    await enter(known, await createDevice())
    await configure({ external_wallets_for_signup_enabled: false })
    expect(await enter(stranger, await createDevice())).toMatchObject({
      status: 403,
      body: { code: 'disallowed_login_method', error: expect.stringContaining('no new account') },
    })
    expect((await enter(known, await createDevice())).body.is_new_user).toBe(false)
    await configure({ wallet_auth: false })
    expect((await begin(known, await createDevice())).body.code).toBe('disallowed_login_method')
    await configure({})
    expect((await enter(stranger, await createDevice())).body.is_new_user).toBe(true)
  })
})

describe('nobody is logged in', () => {
  const lines: [string, (message: string) => string][] = [
    ['another site’s domain', it => it.replace(/^shop\.example/, 'evil.example')],
    ['another site', it => it.replaceAll('shop.example', 'evil.example')],
    ['another address than the domain', it => it.replace(`URI: ${SITE}`, `URI: ${ORIGIN}`)],
    ['a page of the site', it => it.replace(`URI: ${SITE}`, `URI: ${SITE}/evil`)],
    ['plain HTTP', it => it.replace('URI: https', 'URI: http')],
    ['another nonce', it => it.replace(/Nonce: \S+/, `Nonce: ${'a'.repeat(32)}`)],
    ['no nonce', it => it.replace(/Nonce: \S+\n/, '')],
    ['another version', it => it.replace('Version: 1', 'Version: 2')],
    ['an address without its checksum', it => it.replace(/0x\S+/, address => address.toLowerCase())],
    ['a chain in another spelling', it => it.replace('Chain ID: 1', 'Chain ID: 01')],
    ['two nonces', it => it.replace(/Nonce: \S+/, nonce => `${nonce}\n${nonce}`)],
    ['a resource of two lines', it => it.replace('\n- ', '\n- a\nb ')],
    ['a line break at its end', it => `${it}\n`],
    ['a statement with other letters', it => it.replace('Sign to', 'Ѕign to')],
    ['a second statement', it => it.replace('\n\nURI', '\n\nAnd more.\n\nURI')],
    ['a line more', it => `${it}\nAnd more`],
    ['a line break less', it => it.replace('\n\n', '\n')],
    ['a line that ends with a carriage return', it => it.replaceAll('\n', '\r\n')],
    ['a date before the nonce', it => it.replace(/Issued At: \d{4}/, 'Issued At: 2001')],
    ['a date to come', it => it.replace(/Issued At: \d{4}/, 'Issued At: 2101')],
    [
      'an end that is past',
      it => it.replace('\nResources', '\nExpiration Time: 2001-01-01T00:00:00Z\nResources'),
    ],
    ['a beginning to come', it => it.replace('\nResources', '\nNot Before: 2101-01-01T00:00:00Z\nResources')],
  ]
  /** The API process takes these for the site's message; the nonce or the signer refuses what they prove. */
  const READ = /domain|another nonce|checksum|date|past|beginning to/
  test.each(lines)('by a message with %s, which uses up its nonce', async (name, change) => {
    const [wallet, device] = [ethereumWallet(), await createDevice()]
    const { body: begun } = await begin(wallet, device)
    const message = change(wallet.message(begun))
    expect(message).not.toBe(wallet.message(begun))
    const answer = await send(wallet, device, { message, signature: await wallet.sign(message) })
    const code = READ.test(name) ? 'invalid_credentials' : 'invalid_message'
    expect(answer).toMatchObject({ status: 422, body: { code } })
  })

  test('by what another key signed, not even with the same message', async () => {
    const [wallet, thief, device] = [ethereumWallet(), ethereumWallet(), await createDevice()]
    const { body: begun } = await begin(wallet, device)
    const message = wallet.message(begun)
    const forged = { message, signature: await thief.sign(message) }
    expect((await send(wallet, device, forged)).body.code).toBe('service_unavailable')
    // The chain was asked whether it is a contract's: on one that is known it is not.
    const { body: second } = await begin(wallet, device)
    const own = wallet.message(second, { chainId: OWN_CHAIN })
    const refused = await send(wallet, device, { message: own, signature: await thief.sign(own) })
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    // It is gone all the same.
    const late = await send(wallet, device, { message: own, signature: await wallet.sign(own) })
    expect(late.body.code).toBe('invalid_credentials')
  })

  test('by a message for another wallet than was begun for', async () => {
    const [wallet, other, device] = [ethereumWallet(), ethereumWallet(), await createDevice()]
    const { body: begun } = await begin(other, device)
    const message = wallet.message(begun)
    const answer = await send(wallet, device, { message, signature: await wallet.sign(message) })
    expect(answer.body.code).toBe('invalid_credentials')
  })

  test('on another chain than the message names', async () => {
    const answer = await enter(ethereumWallet(), await createDevice(), { chainId: 'eip155:10' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_message' } })
  })

  test('by what was signed to link', async () => {
    const ada = await logIn(server, mailbox())
    const wallet = ethereumWallet()
    const proof = await signed(wallet, ada.device, ada)
    expect((await send(wallet, ada.device, proof)).body.code).toBe('invalid_credentials')
    expect((await send(wallet, ada.device, proof, ada)).status).toBe(200)
  })

  test.each([
    ['no address', 'init', { address: '0x12' }],
    ['a signature that is none', 'authenticate', { message: 'x', signature: 'no' }],
    ['a chain that is none', 'authenticate', { message: 'x', signature: '0x00', chainId: 'solana:mainnet' }],
    ['markup for a wallet', 'authenticate', { message: 'x', signature: '0x00', walletClientType: '<b>' }],
  ])('by %s', async (_, call, body) => {
    const device = await createDevice()
    const wallet = { method: 'siwe', address: '' } as const
    const answer =
      call === 'init' ? await begin(wallet, device, undefined, body) : await send(wallet, device, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})

describe('a contract', () => {
  test.each([
    ['that is deployed', true],
    ['that is not deployed yet', false],
  ])('%s signs by its own rules', async (_, isDeployed) => {
    const [wallet, device] = [await contractWallet(isDeployed), await createDevice()]
    const first = await enter(wallet, device, { chainId: `eip155:${OWN_CHAIN}` })
    expect(first).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(first.body.user.linked_accounts).toMatchObject([{ address: wallet.address }])
    expect(JSON.stringify(first.body)).not.toContain('contract')
    const again = await enter(wallet, await createDevice())
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id } })

    const forged = await enter({ ...wallet, sign: (await contractWallet(isDeployed)).sign }, device)
    expect(forged).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
  })

  test.each([
    // What nobody signed is the signature of the address zero, as `ecrecover` answers.
    ['0x0000000000000000000000000000000000000000', `0x${'00'.repeat(64)}1b`],
    ['0x0000000000000000000000000000000000000000', `0x${'ff'.repeat(64)}1c`],
    ['0x0000000000000000000000000000000000000004', '0x00'],
  ])('is not at an address that is nobody’s: %s', async (address, signature) => {
    const plain = ethereumWallet()
    const nobody: TestWallet = {
      ...plain,
      address,
      message: begun => plain.message(begun, { address, chainId: OWN_CHAIN }),
      sign: async () => signature,
    }
    const answer = await enter(nobody, await createDevice())
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
  })

  test('is asked for at the wallet provider’s where the operator has no node of its own', async () => {
    const wallet = await contractWallet(true)
    provider.asked.length = 0
    const on = (chainId: number): TestWallet => ({
      ...wallet,
      message: (begun, change) => wallet.message(begun, { ...change, chainId }),
    })
    expect((await enter(on(PROVIDERS_CHAIN), await createDevice())).status).toBe(200)
    expect([...new Set(provider.asked)]).toEqual(['eth_call /v1/ eip155:10 project_1'])
    // Whoever has a contract at the same address of another chain is somebody else.
    expect(await enter(on(OWN_CHAIN), await createDevice())).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials', error: expect.stringContaining('another chain') },
    })
  })

  test('of a node that is away is asked for again later', async () => {
    const wallet = await contractWallet(true)
    const far: TestWallet = {
      ...wallet,
      message: (begun, change) => wallet.message(begun, { ...change, chainId: 77 }),
    }
    const answer = await enter(far, await createDevice(), { chainId: NO_CHAIN })
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })

  test('that a wallet owns stands beside it, logs nobody in, and goes by its address', async () => {
    const [contract, wallet] = [await contractWallet(true), ethereumWallet()]
    const device = await createDevice()
    const { body } = await enter(wallet, device)
    const ada = { device, token: body.token ?? '', refreshToken: '', user: body.user }
    const proof = { smart_wallet_type: 'safe', smart_wallet_version: '1.4.1' }
    // A key is no contract.
    const key = { ...proof, ...(await signed(wallet, device, ada, { chainId: OWN_CHAIN })) }
    expect((await send(wallet, device, key, ada, 'link_smart_wallet')).body.code).toBe('invalid_credentials')

    const own = { ...proof, ...(await signed(contract, device, ada)) }
    const linked = await send(contract, device, own, ada, 'link_smart_wallet')
    expect(linked.body.linked_accounts).toContainEqual(
      expect.objectContaining({
        ...{ type: 'smart_wallet', address: contract.address },
        ...{ smart_wallet_type: 'safe', smart_wallet_version: '1.4.1' },
      }),
    )
    expect((await unlink(wallet, ada)).body.code).toBe('cannot_unlink_sole_account')
    expect((await enter(contract, await createDevice())).body.user.id).not.toBe(ada.user.id)

    // It is no way in, so that nobody's account comes with it.
    const bob = await logIn(server, mailbox())
    const again = { ...proof, ...(await signed(contract, bob.device, bob)) }
    const taken = await send(contract, bob.device, again, bob, 'link_smart_wallet')
    expect(taken.body.code).toBe('linked_to_another_user')

    const types = (await unlink(contract, ada, { type: 'smart_wallet' })).body.linked_accounts
    expect(types.map(it => it.type)).toEqual(['wallet'])
  })
})

describe('a wallet', () => {
  test('is added to who is logged in, logs in, and is taken away by its address', async () => {
    const ada = await logIn(server, mailbox())
    const [first, second] = [ethereumWallet(), ethereumWallet()]
    expect((await link(first, ada)).status).toBe(200)
    // Several, each an account of its own; what is linked already stays.
    const { body } = await link(second, ada)
    expect(body.linked_accounts.map(it => it.type).sort()).toEqual(['email', 'wallet', 'wallet'])
    expect((await link(second, ada)).body.linked_accounts).toHaveLength(3)
    expect((await enter(second, await createDevice())).body.user.id).toBe(ada.user.id)

    expect((await unlink(ethereumWallet(), ada)).body.code).toBe('linked_account_not_found')
    const written = { ...first, address: first.address.toUpperCase().replace('0X', '0x') }
    expect((await unlink(written, ada)).body.linked_accounts).toHaveLength(2)
    expect((await enter(first, await createDevice())).body.is_new_user).toBe(true)
  })

  test('is one of as many as the app lets a user have, of two added at once too', async () => {
    await configure({ max_linked_wallets_per_user: 2 })
    const ada = await logIn(server, mailbox())
    const [first, ...others] = [1, 2, 3].map(ethereumWallet)
    if (!first) throw new Error('none')
    await link(first, ada)
    const proofs: object[] = []
    for (const wallet of others) proofs.push(await signed(wallet, ada.device, ada))
    const answers = await Promise.all(
      others.map((wallet, i) => send(wallet, ada.device, proofs[i] ?? {}, ada)),
    )
    expect(answers.map(it => it.status).sort()).toEqual([200, 409])
    expect(answers.find(it => it.status === 409)?.body).toMatchObject({
      code: 'cannot_link_more_of_type',
      error: expect.stringContaining('as many wallets'),
    })
    expect((await link(first, ada)).status).toBe(200)

    // Nor does it come with another account of theirs.
    const elsewhere = ethereumWallet()
    await enter(elsewhere, await createDevice())
    expect((await link(elsewhere, ada)).body.code).toBe('cannot_link_more_of_type')
    await configure({})
  })

  test('of another user comes with what they have, where the person agrees', async () => {
    const wallet = await contractWallet(true)
    await enter(wallet, await createDevice())
    const ada = await logIn(server, mailbox())
    const { body: refused } = await link(wallet, ada)
    expect(refused).toMatchObject({ code: 'account_transfer_required', data: { type: 'wallet' } })
    const { body } = await transfer(wallet, ada, refused.data?.nonce)
    expect(body.id).toBe(ada.user.id)
    expect(body.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'wallet'])
    // What was sealed with it came over too.
    expect((await enter(wallet, await createDevice())).body.user.id).toBe(ada.user.id)
  })
})

test('a chain that the operator named no node of is told as that', async () => {
  const { walletNodes } = readSettings({ VITRINE_DEV: '1' })
  const alone = await startTestServer({ walletNodes })
  try {
    const calls = walletCalls(() => alone)
    await alone.registerApp({})
    await replaceConfig(
      alone.ctx.db,
      alone.appId,
      editableAppConfig.parse({ name: 'Shop', allowed_domains: [SITE], wallet_auth: true }),
    )
    expect(await calls.enter(await contractWallet(true), await createDevice())).toMatchObject({
      status: 422,
      body: { code: 'not_supported', error: expect.stringContaining('contract wallets on this chain') },
    })
    expect((await calls.enter(ethereumWallet(), await createDevice())).status).toBe(200)
  } finally {
    await alone.stop()
  }
}, 30_000)

test('what a provider that is away says logs nobody in, and signatures tried in vain take a captcha', async () => {
  provider.goAway()
  const { settings } = server.ctx
  const budgets = { ...settings.budgets, captchaWrongGuessesHour: 2 }
  const app = server.second({ settings: { ...settings, budgets } })
  const { id: appId } = await server.registerApp({ wallet_auth: true })
  const calls = walletCalls(() => ({ ...server, app, appId }))
  const [wallet, thief] = [ethereumWallet(), ethereumWallet()]
  const on = (chainId: number): TestWallet => ({
    ...wallet,
    message: (begun, change) => wallet.message(begun, { ...change, chainId }),
    sign: thief.sign,
  })
  expect((await calls.enter(on(OWN_CHAIN), await createDevice())).status).toBe(422)
  expect((await calls.begin(wallet, await createDevice())).status).toBe(200)
  expect((await calls.enter(on(PROVIDERS_CHAIN), await createDevice())).status).toBe(503)
  expect(await calls.begin(wallet, await createDevice())).toMatchObject({
    status: 422,
    body: { code: 'invalid_captcha', data: { provider: 'altcha' } },
  })
})

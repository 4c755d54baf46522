import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { farcasterChannels } from '../../database/farcaster-tables.ts'
import { readSettings } from '../../settings.ts'
import {
  type Answer,
  call,
  callAs,
  initCode,
  type LoggedIn,
  logIn,
  signedCall,
} from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'
import {
  approval,
  type Farcasterer,
  newFarcasterer,
  type Odd,
  registryOn,
  startRelay,
  type TestRelay,
} from './testing/relay.ts'

const PATH = '/api/v1/farcaster'
type Refusable = { readonly code: string; readonly error: string; readonly data?: { readonly nonce: string } }
interface Channel {
  readonly channel_token: string
  readonly connect_uri: string
  readonly signature: string
}
interface SignIn {
  readonly message: string
  readonly signature: string
  readonly fid: number
}

let server: TestServer
let relay: TestRelay
let anvil: Anvil
let registry: ReturnType<typeof registryOn>

beforeAll(async () => {
  ;[relay, anvil] = await Promise.all([startRelay(), startAnvil({ chainId: 10 })])
  registry = registryOn(anvil)
  await registry.deploy()
  const farcaster = readSettings({
    VITRINE_DEV: '1',
    VITRINE_FARCASTER_RELAY_URL: relay.url,
    VITRINE_FARCASTER_RPC_URL: anvil.url,
  }).farcaster
  const started = await startTestServer({ farcaster })
  server = { ...started, appId: (await started.registerApp({ farcaster_auth: true })).id }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await Promise.all([relay?.stop(), anvil?.stop()])
})

async function somebody(profile: Farcasterer['profile'] = {}): Promise<Farcasterer> {
  const person = newFarcasterer(profile)
  await registry.give(person.custody.address, person.fid)
  return person
}

async function open(device: Device, body: object = {}, as?: LoggedIn): Promise<Answer<Channel & Refusable>> {
  const asked = { ...body, ...(as && { purpose: 'link' }) }
  const answer = as
    ? await callAs(server, as, `${PATH}/init`, { body: asked })
    : await initCode(server, device, asked, {}, `${PATH}/init`)
  return answer as unknown as Answer<Channel & Refusable>
}

const status = <Body = { state: string } & Partial<SignIn> & Refusable>(
  token: string,
  appId = server.appId,
) =>
  call<Body>(server, `${PATH}/status`, {
    method: 'GET',
    headers: { 'farcaster-channel-token': token, 'vitrine-app-id': appId },
  })

const authenticate = (device: Device, { channel_token }: Channel, signIn: SignIn, body: object = {}) =>
  signedCall<AuthenticatedUser & Refusable>(server, device, `${PATH}/authenticate`, {
    body: { channel_token, ...signIn, ...body },
  })
const link = (as: LoggedIn, { channel_token }: Channel, signIn: SignIn) =>
  signedCall<WireUser & Refusable>(server, as.device, `${PATH}/link`, {
    body: { channel_token, ...signIn },
    as: { userId: as.user.id, token: as.token },
  })

/** As the frame has it: a channel that the person approved. */
async function approved(device: Device, person: Farcasterer, odd: Odd = {}, as?: LoggedIn) {
  const { body: channel } = await open(device, {}, as)
  await relay.approve(channel.connect_uri, person, odd)
  const { body } = await status(channel.channel_token)
  const { message = '', signature = '', fid = 0 } = body
  return { channel, signIn: { message, signature, fid } }
}

async function enter(person: Farcasterer, odd: Odd = {}) {
  const device = await createDevice()
  const { channel, signIn } = await approved(device, person, odd)
  return { device, ...(await authenticate(device, channel, signIn)) }
}

describe('a login', () => {
  test('waits for the person, who is then known with their profile, and each time as it is', async () => {
    const device = await createDevice()
    const person = await somebody({
      username: 'ada',
      displayName: 'Ada \u202eLovelace',
      bio: 'b'.repeat(2000),
      pfpUrl: 'https://img.example/ada.png',
    })
    const { body: channel } = await open(device)
    const { channel_token: token, connect_uri: url, signature } = channel
    expect(url).toBe(`https://farcaster.xyz/~/siwf?channelToken=${token}`)
    const { asked } = relay.channels.get(token) ?? {}
    expect(asked).toMatchObject({ domain: 'localhost:4401', siweUri: `${ORIGIN}/apps/${server.appId}` })
    const statement = { kind: 'channel-url', origin: ORIGIN, appId: server.appId, token, url } as const
    const saidFor = (it: Device) =>
      isStatementOf(server.signerKeys.identity, { ...statement, device: it.thumbprint }, signature)
    expect([await saidFor(device), await saidFor(await createDevice())]).toEqual([true, false])

    expect(await status(token)).toMatchObject({
      status: 200,
      body: { state: 'pending', nonce: asked?.nonce },
    })
    await relay.approve(url, person)
    const { body: told } = await status(token)
    expect(told).toMatchObject({ state: 'completed', fid: person.fid, username: 'ada' })
    // The relay tells it once, and this server as often as it is asked.
    expect(relay.channels.has(token)).toBe(false)
    expect((await status(token)).body).toEqual(told)

    const { message = '', signature: signed = '', fid = 0 } = told
    const first = await authenticate(device, channel, { message, signature: signed, fid })
    expect(first).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(first.body.user.linked_accounts).toEqual([
      expect.objectContaining({
        type: 'farcaster',
        fid: person.fid,
        owner_address: person.custody.address,
        username: 'ada',
        display_name: 'Ada  Lovelace',
        bio: 'b'.repeat(512),
        profile_picture: 'https://img.example/ada.png',
        profile_picture_url: 'https://img.example/ada.png',
      }),
    ])

    const renamed = { ...person, profile: { username: 'lovelace', pfpUrl: 'http://img.example/ada.png' } }
    const again = await enter(renamed)
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id } })
    expect(again.body.user.linked_accounts).toEqual([
      expect.not.objectContaining({ profile_picture: expect.anything() }),
    ])
    expect(again.body.user.linked_accounts[0]).toMatchObject({ username: 'lovelace' })
  })

  test('is used once, of two at the same moment by one', async () => {
    const device = await createDevice()
    const { channel, signIn } = await approved(device, await somebody())
    const both = await Promise.all([1, 2].map(() => authenticate(device, channel, signIn)))
    expect(both.map(it => it.status).sort()).toEqual([200, 422])
    expect(await authenticate(device, channel, signIn)).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials' },
    })
    expect((await status(channel.channel_token)).status).toBe(404)
  })

  test('is of the device that began it, and of its app', async () => {
    const [device, other] = [await createDevice(), await createDevice()]
    const { channel, signIn } = await approved(device, await somebody())
    expect((await authenticate(other, channel, signIn)).body.code).toBe('invalid_credentials')
    const elsewhere = await server.registerApp({ name: 'Elsewhere' })
    expect((await status(channel.channel_token, elsewhere.id)).body.code).toBe('not_found')
    // Neither took it from them.
    expect((await authenticate(device, channel, signIn)).status).toBe(200)
  })

  test('ends with its time', async () => {
    const device = await createDevice()
    const { channel, signIn } = await approved(device, await somebody())
    await server.ctx.db.update(farcasterChannels).set({ expiresAt: new Date(server.clock.now) })
    expect((await status(channel.channel_token)).body.code).toBe('not_found')
    expect((await authenticate(device, channel, signIn)).body.code).toBe('invalid_credentials')
  })

  test('makes nobody where none is to be made', async () => {
    const device = await createDevice()
    const { channel, signIn } = await approved(device, await somebody())
    expect((await authenticate(device, channel, signIn, { mode: 'no-signup' })).body.code).toBe(
      'user_does_not_exist',
    )
  })
})

describe('nobody is logged in', () => {
  test.each<[string, Odd]>([
    ['for another domain', { domain: 'evil.example' }],
    ['with another nonce', { nonce: 'a'.repeat(32) }],
    ['of another account', { resources: ['farcaster://fid/1'] }],
    ['with a signature of nobody’s', { signature: `0x${'1'.repeat(130)}` }],
  ])('by a message %s', async (_, odd) => {
    expect(await enter(await somebody(), odd)).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials' },
    })
  })

  test('by an account that another address holds now', async () => {
    const person = await somebody()
    await registry.give(person.custody.address, 0)
    expect((await enter(person)).body).toMatchObject({
      code: 'invalid_credentials',
      error: expect.stringContaining('held by another address'),
    })
    await registry.give(person.custody.address, person.fid)
    expect((await enter(person)).status).toBe(200)
  })

  test('by what they signed for another device’s channel', async () => {
    const [device, other] = [await createDevice(), await createDevice()]
    const { body: own } = await open(device)
    const { signIn } = await approved(other, await somebody())
    expect((await authenticate(device, own, signIn)).body.code).toBe('invalid_credentials')
  })
})

test('a contract that holds an account signs by its own rules', async () => {
  const signature = `0x${'ab'.repeat(70)}` as const
  const person = await somebody()
  await registry.makeContract(person.custody.address, 'none')
  expect((await enter(person, { signature })).body.code).toBe('invalid_credentials')
  await registry.makeContract(person.custody.address, 'any')
  expect((await enter(person, { signature })).status).toBe(200)
})

describe('a channel', () => {
  test.each([
    'javascript:alert(1)//?channelToken=',
    'http://farcaster.xyz/~/siwf?channelToken=',
    'https://evil.example/~/siwf?channelToken=',
    'https://farcaster.xyz.evil.example/~/siwf?channelToken=',
    'https://farcaster.xyz/~/siwf?channelToken=another&was=',
  ])('leads to Farcaster’s own hosts, and not to %s', async url => {
    relay.nextUrl = url
    expect(await open(await createDevice())).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
  })

  test('comes back to a page of the app, which alone may ask', async () => {
    const device = await createDevice()
    for (const field of ['redirect_url', 'relying_party']) {
      expect((await open(device, { [field]: 'https://evil.example/' })).body.code).toBe('invalid_data')
      expect((await open(device, { [field]: 'javascript:alert(1)' })).body.code).toBe('invalid_data')
    }
    const { body } = await open(device, {
      redirect_url: 'https://shop.example/back',
      relying_party: 'https://shop.example',
    })
    const { asked } = relay.channels.get(body.channel_token) ?? {}
    expect(asked?.redirectUrl).toBe('https://shop.example/back')
    expect(await server.ctx.db.$count(farcasterChannels)).toBeGreaterThan(0)
  })

  test('is for who proves a device, and no relay is asked for what nobody opened', async () => {
    expect((await call(server, `${PATH}/init`, { body: {} })).status).toBe(400)
    expect((await status('0123456789')).body.code).toBe('not_found')
    expect((await status('no token')).body.code).toBe('invalid_data')
  })
})

describe('an account', () => {
  let people = 0
  const mailbox = () => `farcaster-${++people}@shop.example`

  test('is added to who is logged in, logs in, and is taken away by its number', async () => {
    const ada = await logIn(server, mailbox())
    const person = await somebody({ username: 'ada' })
    const { channel, signIn } = await approved(ada.device, person, {}, ada)
    // What was approved to link logs nobody in, and is used up by nobody else.
    expect((await authenticate(ada.device, channel, signIn)).body.code).toBe('invalid_credentials')
    expect((await link(ada, channel, signIn)).body.linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'farcaster', fid: person.fid }),
    )
    expect((await enter(person)).body.user.id).toBe(ada.user.id)

    const second = await approved(ada.device, await somebody(), {}, ada)
    expect((await link(ada, second.channel, second.signIn)).body.code).toBe('cannot_link_more_of_type')

    const unlink = (fid: number) =>
      callAs<WireUser & Refusable>(server, ada, `${PATH}/unlink`, { body: { fid } })
    expect((await unlink(1)).body.code).toBe('linked_account_not_found')
    expect((await unlink(person.fid)).body.linked_accounts.map(({ type }) => type)).toEqual(['email'])
    expect((await enter(person)).body).toMatchObject({ is_new_user: true })
  })

  test('of another user comes with what they have, where the person agrees', async () => {
    const person = await somebody()
    await enter(person)
    const ada = await logIn(server, mailbox())
    const { channel, signIn } = await approved(ada.device, person, {}, ada)
    const { body: refused } = await link(ada, channel, signIn)
    expect(refused).toMatchObject({
      code: 'account_transfer_required',
      data: { account: { type: 'farcaster' } },
    })
    const { body } = await signedCall<WireUser>(server, ada.device, `${PATH}/transfer`, {
      body: { nonce: refused.data?.nonce, farcaster_id: String(person.fid) },
      as: { userId: ada.user.id, token: ada.token },
    })
    expect(body.id).toBe(ada.user.id)
    expect(body.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'farcaster'])
    expect((await enter(person)).body.user.id).toBe(ada.user.id)
  })
})

test('a relay that is away, or has nothing to say for itself, is told as that', async () => {
  const device = await createDevice()
  const { body: channel } = await open(device)
  await relay.stop()
  expect((await open(device)).body.code).toBe('service_unavailable')
  expect((await status(channel.channel_token)).body.code).toBe('service_unavailable')
  await anvil.stop()
  const asked = { domain: 'localhost:4401', siweUri: `${ORIGIN}/apps/${server.appId}` }
  const nonce = relay.channels.get(channel.channel_token)?.asked.nonce ?? ''
  const signIn = await approval({ ...asked, nonce }, newFarcasterer())
  expect((await authenticate(device, channel, signIn)).body.code).toBe('service_unavailable')
})

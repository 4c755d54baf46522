// In a process of its own: a connection is kept up for as long as the process is there, and what connects is counted.
import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { KeptConnection } from '../ports.ts'
import { newPhoneKeys, type Proposal } from './testing/phone.ts'
import { connect, framed, never, nextEvent, phoned, relayed, SITE } from './testing/two-devices.ts'

/** Of messages between the two (specs.walletconnect.com, "RPC methods"). */
const SETTLE_TAG = 1102
const REQUEST_TAG = 1108

it('asks a phone for the chains of the app, in the name of the site', async () => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const phone = await phoned(relay)
  const connection = await connect(frame, phone)
  expect(phone.proposals).toMatchObject([
    {
      proposer: { metadata: { name: SITE.name, url: SITE.url } },
      requiredNamespaces: {},
      optionalNamespaces: {
        eip155: {
          chains: ['eip155:1', 'eip155:137'],
          methods: [
            ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
            ...['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
          ],
          events: ['accountsChanged', 'chainChanged'],
        },
      },
    },
  ])
  expect(Object.keys(phone.proposals[0]?.optionalNamespaces ?? {})).toEqual(['eip155'])
  expect(connection.accounts()).toEqual([phone.keys.ethereum.address])
  expect(connection.chainId()).toBe(1)
  expect(connection).toMatchObject({
    walletClientType: 'pocket',
    connectorType: 'wallet_connect_v2',
    chainType: 'ethereum',
    meta: { name: 'Pocket', id: 'Pocket', icon: null },
    openApp: null,
    kept: { name: 'Pocket', address: phone.keys.ethereum.address, topic: phone.sessions()[0] },
  })
  expect(connection.can('solana:signMessage')).toBe(false)
})

it('asks for the clusters of Solana by the hashes of their first blocks', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const connection = await connect(framed(relay).frame, phone, 'solana')
  expect(phone.proposals[0]?.optionalNamespaces).toMatchObject({
    solana: {
      chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    },
  })
  expect(connection.accounts()).toEqual([phone.keys.solana.address])
  expect([connection.chainId(), connection.can('solana:signIn')]).toEqual([null, false])
})

it('knows a wallet of the list by its name, and leaves its remote icon alone', async () => {
  const relay = await relayed()
  const icons = ['https://metamask.io/icon.png']
  const redirect = { native: 'metamask://', universal: 'https://metamask.app.link/' }
  const phone = await phoned(relay, { name: 'MetaMask', icons, redirect })
  const connection = await connect(framed(relay).frame, phone)
  expect(connection.walletClientType).toBe('metamask')
  expect([connection.meta.icon, connection.openApp]).toEqual([null, 'https://metamask.app.link/'])
})

it('speaks with nobody but the relay, and tells that no more than it needs to deliver', async () => {
  const reached = vi.spyOn(Socket.prototype, 'connect')
  const relay = await relayed()
  const phone = await phoned(relay)
  const connection = await connect(framed(relay).frame, phone)
  const [from = ''] = connection.accounts()
  const transaction = { from, to: `0x${'11'.repeat(20)}`, data: '0xa9059cbb', value: '0x1' }
  await connection.ask('eth_sendTransaction', { transaction }, never)
  // Neither does a phone that asks the frame, or a relay that hands it what it said itself, make it ask somebody.
  phone.ask('personal_sign', 'eip155:1')
  await vi.waitFor(() => expect(relay.messages.filter(({ tag }) => tag === REQUEST_TAG)).toHaveLength(2))
  relay.replay()
  await connection.ask('eth_sendTransaction', { transaction }, never)
  await connection.disconnect()
  const ports = reached.mock.calls.flat(2).map(given => Object(given).port)
  expect(new Set(ports.filter(port => port !== undefined).map(String))).toEqual(
    new Set([new URL(relay.url).port]),
  )
  const own = await phone.relayId()
  const told = relay.calls.filter(({ sender }) => sender !== own).flatMap(({ params }) => Object.keys(params))
  expect(told).toContain('message')
  const delivery = ['topic', 'topics', 'id', 'message', 'ttl', 'prompt', 'tag', 'correlationId']
  const pairing = ['pairingTopic', 'sessionProposal']
  expect(told.filter(name => ![...delivery, ...pairing].includes(name))).toEqual([])
})

it('tells the person that said no on the phone from a phone that failed', async () => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const phone = await phoned(relay)
  phone.habits.proposal = 'reject'
  await expect(connect(frame, phone)).rejects.toMatchObject({
    code: 'user_rejected',
    data: { eipCode: 4_001 },
  })
  await vi.waitFor(() => expect(relay.sockets()).toBe(1))
})

it('follows a code that nobody took with a new one, and the old one is worth nothing', async () => {
  const relay = await relayed()
  const { frame } = framed(relay, { limits: { codeMs: 60 } })
  const late = await phoned(relay)
  const uris: string[] = []
  const seen: string[] = []
  const gone = new AbortController()
  const connecting = frame.connect({
    chainType: 'ethereum',
    signal: gone.signal,
    onReset: () => seen.push('reset'),
    onUri: uri => {
      seen.push('uri')
      uris.push(uri)
      if (uris.length === 3) gone.abort(new Error('closed'))
    },
  })
  await expect(connecting).rejects.toThrow('closed')
  expect(seen).toEqual(['uri', 'reset', 'uri', 'reset', 'uri'])
  expect(new Set(uris).size).toBe(3)
  await vi.waitFor(() => expect(relay.sockets()).toBe(0))
  for (const uri of uris) await late.scan(uri)
  // What was proposed is still there for the phone, which finds nobody at the other end.
  await vi.waitFor(() => expect(late.proposals).toHaveLength(3))
  expect(relay.sockets()).toBe(1)
})

it('follows a code that the phone let go of with a new one, which connects', async () => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const phone = await phoned(relay)
  phone.habits.proposal = 'ignore'
  const seen: string[] = []
  const connection = await frame.connect({
    chainType: 'ethereum',
    signal: never,
    onReset() {
      seen.push('reset')
      phone.habits.proposal = 'approve'
    },
    async onUri(uri) {
      seen.push('uri')
      await phone.scan(uri)
      if (seen.length === 1) await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
      if (seen.length === 1) await phone.letGo(uri)
    },
  })
  expect(seen).toEqual(['uri', 'reset', 'uri'])
  expect(connection.accounts()).toEqual([phone.keys.ethereum.address])
})

it('is unable to connect where there is no relay, and leaves nothing running', async () => {
  const relay = await relayed()
  relay.refuse(true)
  const { frame } = framed(relay, { limits: { uriMs: 80, farewellMs: 20 } })
  const onUri = vi.fn()
  const connecting = frame.connect({ chainType: 'ethereum', signal: never, onUri })
  await expect(connecting).rejects.toMatchObject({
    type: 'connector_error',
    code: 'generic_connect_wallet_error',
    message: expect.stringMatching(/^Unable to connect/),
  })
  expect(onUri).not.toHaveBeenCalled()
  relay.refuse(false)
  expect(relay.sockets()).toBe(0)
  const phone = await phoned(relay)
  const again = framed(relay).frame
  expect((await connect(again, phone)).accounts()).toHaveLength(1)
})

it('does nothing for a person who is gone already', async () => {
  const relay = await relayed()
  const closed = AbortSignal.abort(new Error('closed'))
  await expect(connect(framed(relay).frame, await phoned(relay), 'ethereum', closed)).rejects.toThrow(
    'closed',
  )
  expect(relay.calls).toEqual([])
})

it('lets no socket stay when the last wallet is gone', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const connection = await connect(framed(relay).frame, phone)
  expect(relay.sockets()).toBe(2)
  await connection.disconnect()
  await vi.waitFor(() => expect([relay.sockets(), phone.sessions()]).toEqual([1, []]))
  expect([connection.accounts(), connection.can('personal_sign')]).toEqual([[], false])
  await connection.disconnect()
})

const ADDRESS = newPhoneKeys().ethereum.address
const settled = (key: string, accounts: readonly string[], chains?: readonly string[]) => (_: Proposal) => ({
  [key]: {
    accounts: [...accounts],
    ...(chains && { chains: [...chains] }),
    methods: ['personal_sign'],
    events: ['accountsChanged'],
  },
})
it.each([
  ['a chain that nobody asked for', settled('eip155', [`eip155:5:${ADDRESS}`])],
  [
    'one account of a foreign chain among others',
    settled('eip155', [`eip155:1:${ADDRESS}`, `eip155:5:${ADDRESS}`]),
  ],
  ['another chain without an account', settled('eip155', [`eip155:1:${ADDRESS}`], ['eip155:1', 'eip155:5'])],
  ['another namespace', settled('cosmos', ['cosmos:cosmoshub-4:cosmos1abc'])],
  ['an account that is no address', settled('eip155', ['eip155:1:0x1234'])],
])('refuses a phone that agrees to %s', async (_, proposal) => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const phone = await phoned(relay)
  phone.habits.proposal = proposal
  await expect(connect(frame, phone)).rejects.toMatchObject({ code: 'generic_connect_wallet_error' })
  await vi.waitFor(() => expect(phone.sessions()).toEqual([]))
})

const reload = async (
  relay: Awaited<ReturnType<typeof relayed>>,
  phone: Awaited<ReturnType<typeof phoned>>,
) => {
  const before = framed(relay)
  const { kept } = await connect(before.frame, phone)
  await before.frame.close()
  return { kept, ...framed(relay, { storage: before.storage }) }
}

it('finds a phone again after a reload, without asking it', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const { kept, frame } = await reload(relay, phone)
  const connection = await frame.restore(kept)
  expect(phone.proposals).toHaveLength(1)
  expect(phone.requests).toEqual([])
  const [address = ''] = connection?.accounts() ?? []
  expect(address).toBe(phone.keys.ethereum.address)
  const signed = await connection?.ask('personal_sign', { address, message: '0x6869' }, never)
  expect(signed?.signature).toBe(await phone.keys.ethereum.signMessage({ message: 'hi' }))
})

it('finds the account again that was in use', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const accounts = [ADDRESS, phone.keys.ethereum.address].map(address => `eip155:1:${address}`)
  phone.habits.proposal = settled('eip155', accounts)
  const { kept, frame } = await reload(relay, phone)
  expect(kept.address).toBe(ADDRESS)
  const restored = await frame.restore({ ...kept, address: phone.keys.ethereum.address })
  expect(restored?.accounts()).toEqual([phone.keys.ethereum.address, ADDRESS])
})

it('finds no phone by a topic that is not its, and connects to nobody for it', async () => {
  const relay = await relayed()
  const { frame } = framed(relay)
  const { topic: _, ...kept }: KeptConnection = {
    ...{ walletClientType: 'pocket', connectorType: 'wallet_connect_v2', chainType: 'ethereum' },
    ...{ id: null, name: 'Pocket', address: ADDRESS, topic: '' },
  }
  expect(await frame.restore(kept)).toBeNull()
  expect(await frame.restore({ ...kept, topic: 'ab'.repeat(32) })).toBeNull()
  expect([relay.calls, relay.sockets()]).toEqual([[], 0])
})

it('does not restore a session whose time is over', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const { kept, frame } = await reload(relay, phone)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 })
  try {
    expect(await frame.restore(kept)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it('does not restore a session of another chain type', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const { kept, frame } = await reload(relay, phone)
  expect(await frame.restore({ ...kept, chainType: 'solana' })).toBeNull()
})

it('hears after a reload that the phone left meanwhile', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const { kept, frame } = await reload(relay, phone)
  await phone.disconnect()
  const connection = await frame.restore(kept)
  if (connection) await nextEvent(connection, 'disconnect')
  expect(connection?.accounts() ?? []).toEqual([])
  expect(await frame.restore(kept)).toBeNull()
})

it('does not take back a session that is over when the relay says all of it once more', async () => {
  const relay = await relayed()
  const phone = await phoned(relay)
  const { frame, storage } = framed(relay)
  const connection = await connect(frame, phone)
  const { kept } = connection
  await connection.disconnect()
  for (const { receivers } of relay.messages) receivers.clear()
  const second = await connect(frame, await phoned(relay))
  relay.replay()
  await second.ask('personal_sign', { address: second.accounts()[0] ?? '', message: '0x00' }, never)
  expect(await frame.restore(kept)).toBeNull()
  await frame.close()
  expect(await framed(relay, { storage }).frame.restore(kept)).toBeNull()
})

it('resets a code whose answer the relay loses, and connects by the next one', async () => {
  const relay = await relayed()
  const { frame } = framed(relay, { limits: { codeMs: 400 } })
  const phone = await phoned(relay)
  relay.lose(({ tag }) => tag === SETTLE_TAG)
  let resets = 0
  const connection = await frame.connect({
    chainType: 'ethereum',
    signal: never,
    onUri: uri => void phone.scan(uri),
    onReset() {
      resets++
      relay.lose(() => false)
    },
  })
  expect(resets).toBe(1)
  expect(connection.accounts()).toEqual([phone.keys.ethereum.address])
})

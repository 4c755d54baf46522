// In a process of its own: a connection is kept up for as long as the process is there, and what connects is counted.
import { hashTypedData, recoverMessageAddress, verifyTypedData } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { PhoneRequest } from './testing/phone.ts'
import { newPhoneKeys } from './testing/phone.ts'
import { connect, framed, never, nextEvent, phoned, relayed } from './testing/two-devices.ts'

/** Of messages between the two (specs.walletconnect.com, "RPC methods"). */
const REQUEST_TAG = 1108
const OTHER = newPhoneKeys().ethereum.address

async function connected(requestTimeouts: Readonly<Record<string, number>> = {}) {
  const relay = await relayed()
  const { frame } = framed(relay, { requestTimeouts })
  const phone = await phoned(relay)
  const connection = await connect(frame, phone)
  const address = phone.keys.ethereum.address
  const signHi = (signal: AbortSignal = never) =>
    connection.ask('personal_sign', { address, message: '0x6869' }, signal)
  return { relay, frame, phone, connection, address, signHi }
}

describe('a phone with an Ethereum wallet', () => {
  it('signs a message', async () => {
    const { signHi, address } = await connected()
    const { signature } = await signHi()
    expect(await recoverMessageAddress({ message: 'hi', signature: signature as `0x${string}` })).toBe(
      address,
    )
  })

  it('signs typed data', async () => {
    const { connection, address } = await connected()
    const data = {
      domain: { name: 'Shop', chainId: 1 },
      types: { Order: [{ name: 'total', type: 'uint256' }] },
      primaryType: 'Order',
      message: { total: '5' },
    } as const
    const typedData = JSON.stringify(data)
    const { signature } = await connection.ask('eth_signTypedData_v4', { address, typedData }, never)
    const given = { ...data, message: { total: 5n } }
    expect(hashTypedData(given)).toMatch(/^0x/)
    expect(await verifyTypedData({ ...given, address, signature: signature as `0x${string}` })).toBe(true)
  })

  it('sends a transaction on the chain that it is on', async () => {
    const { connection, phone, address: from } = await connected()
    const transaction = { from, to: OTHER, value: '0x1' }
    await connection.ask('wallet_switchEthereumChain', { chainId: 137 }, never)
    const { hash } = await connection.ask('eth_sendTransaction', { transaction }, never)
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:137', params: [transaction] }])
  })

  it('is asked for another chain only where the session has it not', async () => {
    const { connection, phone } = await connected()
    const moved = nextEvent(connection, 'chain')
    await connection.ask('wallet_switchEthereumChain', { chainId: 137 }, never)
    expect(await moved).toEqual({ type: 'chain', chainId: 137 })
    expect(phone.requests).toEqual([])
    await connection.ask('wallet_switchEthereumChain', { chainId: 10 }, never)
    expect(phone.requests).toMatchObject([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }], chainId: 'eip155:137' },
    ])
    // It agreed, and yet the session has no account there.
    expect(connection.chainId()).toBe(137)
  })

  it('adds a chain', async () => {
    const { connection, phone } = await connected()
    const chain = {
      chainId: '0xa',
      chainName: 'OP Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://rpc.example'],
    }
    expect(await connection.ask('wallet_addEthereumChain', { chain }, never)).toBeNull()
    expect(phone.requests).toMatchObject([{ method: 'wallet_addEthereumChain', params: [chain] }])
  })

  it('says no', async () => {
    const { phone, signHi } = await connected()
    phone.habits.request = 'reject'
    await expect(signHi()).rejects.toMatchObject({ code: 'user_rejected', data: { eipCode: 4_001 } })
  })

  it('is asked nothing in the name of an account that is not in the session', async () => {
    const { connection, phone } = await connected()
    const asking = connection.ask('personal_sign', { address: OTHER, message: '0x00' }, never)
    await expect(asking).rejects.toMatchObject({ data: { eipCode: 4_100 } })
    expect(phone.requests).toEqual([])
  })

  it('is asked nothing that it does not do', async () => {
    const { connection, phone, address } = await connected()
    const asking = connection.ask('solana:signMessage', { address, message: new Uint8Array(1) }, never)
    await expect(asking).rejects.toMatchObject({ code: 'unsupported_wallet_type' })
    expect(phone.requests).toEqual([])
  })

  it.each<[string, unknown]>([
    ['text', 'signed'],
    ['nothing', null],
    ['an object', { signature: '0x00' }],
    ['half a byte', '0x000'],
    ['40,000 letters', `0x${'ab'.repeat(20_000)}`],
  ])('is not believed when it answers with %s', async (_, answer) => {
    const { phone, signHi } = await connected()
    phone.habits.request = () => answer
    await expect(signHi()).rejects.toMatchObject({ code: 'unable_to_sign' })
  })

  // The library's parser would take minutes for each of these, in which the frame does nothing else.
  it('does not stop the frame when it answers with 200,000 digits', async () => {
    const { phone, signHi } = await connected({ pocket: 500 })
    phone.habits.request = () => '0'.repeat(200_000)
    await expect(signHi()).rejects.toMatchObject({ code: 'client_request_timeout' })
    phone.habits.request = 'sign'
    expect((await signHi()).signature).toMatch(/^0x/)
  })

  it('does not stop the frame when it publishes 200,000 digits', async () => {
    const { relay, phone, signHi } = await connected()
    await phone.publish('0'.repeat(200_000))
    expect(relay.messages.some(({ message }) => message.length === 200_000)).toBe(true)
    expect((await signHi()).signature).toMatch(/^0x/)
  })
})

describe('a phone that does not answer', () => {
  it('is waited for as long as the site says, and what it says later changes nothing', async () => {
    const limits = { pocket: 80 }
    const { phone, signHi } = await connected(limits)
    phone.habits.request = 'ignore'
    await expect(signHi()).rejects.toMatchObject({ code: 'client_request_timeout' })
    phone.habits.request = 'sign'
    limits.pocket = 10_000
    const [late] = phone.requests
    if (late) await phone.answer(late, '0xdead')
    expect((await signHi()).signature).toBe(await phone.keys.ethereum.signMessage({ message: 'hi' }))
  })

  it('is not waited for once the person is gone', async () => {
    const { phone, signHi } = await connected()
    phone.habits.request = 'ignore'
    const gone = new AbortController()
    const came = phone.nextRequest()
    const signing = signHi(gone.signal)
    await came
    gone.abort(new Error('closed'))
    await expect(signing).rejects.toThrow('closed')
    await expect(signHi(gone.signal)).rejects.toThrow('closed')
    expect(phone.requests).toHaveLength(1)
  })

  it('is not waited for any longer when it leaves', async () => {
    const { phone, signHi } = await connected()
    phone.habits.request = 'ignore'
    const came = phone.nextRequest()
    const signing = expect(signHi()).rejects.toMatchObject({ data: { eipCode: 4_900 } })
    await came
    await phone.disconnect()
    await signing
  })

  it('may be one that the relay hides', async () => {
    const { relay, signHi } = await connected({ pocket: 80 })
    relay.lose(({ tag }) => tag === REQUEST_TAG)
    await expect(signHi()).rejects.toMatchObject({ code: 'client_request_timeout' })
  })
})

it('takes the first of two answers', async () => {
  const { phone, signHi } = await connected()
  let asked: PhoneRequest | undefined
  phone.habits.request = async request => {
    asked = request
    return phone.keys.ethereum.signMessage({ message: 'hi' })
  }
  const first = await signHi()
  if (asked) await phone.answer(asked, '0xdead').catch(() => {})
  expect(await signHi()).toEqual(first)
})

it('gets the answer after the relay broke off', async () => {
  const { relay, phone, signHi } = await connected()
  phone.habits.request = 'ignore'
  const came = phone.nextRequest()
  const signing = signHi()
  const request = await came
  await relay.interrupt()
  await vi.waitFor(() => expect(relay.sockets()).toBe(2), { timeout: 10_000 })
  const signature = await phone.keys.ethereum.signMessage({ message: 'hi' })
  await phone.answer(request, signature)
  expect(await signing).toEqual({ signature })
})

it('hears nothing twice from a relay that says all of it once more, in another order', async () => {
  const { relay, phone, connection, address, signHi } = await connected()
  await phone.setAccounts([`eip155:1:${OTHER}`, `eip155:1:${address}`])
  await vi.waitFor(() => expect(connection.accounts()).toEqual([OTHER, address]))
  await phone.setAccounts([`eip155:1:${address}`])
  await vi.waitFor(() => expect(connection.accounts()).toEqual([address]))
  const heard = vi.fn()
  connection.on(heard)
  relay.replay()
  await signHi()
  expect(heard).not.toHaveBeenCalled()
  expect(phone.requests).toHaveLength(1)
})

describe('a phone that changes', () => {
  it('tells of another account, and signs with that from then on', async () => {
    const { phone, connection, address } = await connected()
    const changed = nextEvent(connection, 'accounts')
    await phone.setAccounts([`eip155:1:${OTHER}`, `eip155:1:${address}`])
    expect(await changed).toEqual({ type: 'accounts', accounts: [OTHER, address] })
    expect(connection.kept.address).toBe(OTHER)
    const back = nextEvent(connection, 'accounts')
    await phone.emit('accountsChanged', [`eip155:1:${address.toLowerCase()}`], 'eip155:1')
    expect(await back).toEqual({ type: 'accounts', accounts: [address, OTHER] })
  })

  it('is not followed to an account that it did not give', async () => {
    const { phone, connection, address } = await connected()
    await phone.emit('accountsChanged', [OTHER], 'eip155:1')
    await phone.emit('accountsChanged', 'odd', 'eip155:1')
    const moved = nextEvent(connection, 'chain')
    await phone.emit('chainChanged', 137, 'eip155:1')
    await moved
    expect(connection.accounts()).toEqual([address])
  })

  it.each([[137], ['137'], ['0x89'], ['eip155:137']])('tells of another chain as %j', async data => {
    const { phone, connection } = await connected()
    const moved = nextEvent(connection, 'chain')
    await phone.emit('chainChanged', data, 'eip155:1')
    expect(await moved).toEqual({ type: 'chain', chainId: 137 })
    expect(connection.chainId()).toBe(137)
  })

  it('is not followed to a chain that nobody asked for', async () => {
    const { phone, connection } = await connected()
    for (const odd of [10, '0xa', 'solana:1', { id: 137 }, null])
      await phone.emit('chainChanged', odd, 'eip155:1')
    const moved = nextEvent(connection, 'chain')
    await phone.emit('chainChanged', 137, 'eip155:1')
    expect(await moved).toEqual({ type: 'chain', chainId: 137 })
  })

  it('goes where its account still is', async () => {
    const { phone, connection, address } = await connected()
    const moved = nextEvent(connection, 'chain')
    await phone.setAccounts([`eip155:137:${address}`])
    expect(await moved).toEqual({ type: 'chain', chainId: 137 })
  })

  it.each([
    ['a chain that nobody asked for', [`eip155:5:${OTHER}`]],
    ['no account', []],
  ])('is left when it gives %s', async (_, accounts) => {
    const { phone, connection, signHi } = await connected()
    const left = nextEvent(connection, 'disconnect')
    await phone.setAccounts(accounts).catch(() => {})
    await left
    expect(connection.accounts()).toEqual([])
    await expect(signHi()).rejects.toMatchObject({ data: { eipCode: 4_900 } })
    await vi.waitFor(() => expect(phone.sessions()).toEqual([]))
  })

  it('leaves', async () => {
    const { relay, phone, connection, signHi } = await connected()
    const left = nextEvent(connection, 'disconnect')
    await phone.disconnect()
    await left
    await expect(signHi()).rejects.toMatchObject({ data: { eipCode: 4_900 } })
    await vi.waitFor(() => expect(relay.sockets()).toBe(1))
  })
})

it('keeps two phones apart', async () => {
  const { relay, frame, phone, connection, address } = await connected()
  const other = await phoned(relay)
  const second = await connect(frame, other, 'solana')
  await other.disconnect()
  await vi.waitFor(() => expect(second.accounts()).toEqual([]))
  expect(connection.accounts()).toEqual([address])
  await connection.ask('personal_sign', { address, message: '0x00' }, never)
  expect([phone.requests.length, other.requests.length]).toEqual([1, 0])
})

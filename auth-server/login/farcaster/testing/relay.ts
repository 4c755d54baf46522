import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Anvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { type Address, type Hex, pad, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** What a site asked a channel for. */
interface Asked {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly expirationTime?: string
  readonly redirectUrl?: string
}

/** A person with a Farcaster account and its key. */
export interface Farcasterer {
  readonly fid: number
  readonly custody: PrivateKeyAccount
  readonly profile: {
    readonly username?: string
    readonly displayName?: string
    readonly bio?: string
    readonly pfpUrl?: string
  }
}

let fids = 10_000
export const newFarcasterer = (profile: Farcasterer['profile'] = {}): Farcasterer => ({
  fid: ++fids,
  custody: privateKeyToAccount(generatePrivateKey()),
  profile,
})

/** What an approval says otherwise than it should. */
export interface Odd {
  readonly domain?: string
  readonly uri?: string
  readonly nonce?: string
  readonly statement?: string
  readonly chainId?: number
  readonly address?: Address
  readonly issuedAt?: Date
  readonly expirationTime?: Date
  readonly notBefore?: Date
  readonly resources?: string[]
  readonly signature?: Hex
}

/** What a Farcaster app signs for a channel (FIP-11). */
export async function approval(asked: Asked, { fid, custody }: Farcasterer, { signature, ...odd }: Odd = {}) {
  const message = createSiweMessage({
    domain: asked.domain,
    uri: asked.siweUri,
    nonce: asked.nonce,
    ...(asked.expirationTime && { expirationTime: new Date(asked.expirationTime) }),
    address: custody.address,
    statement: 'Farcaster Auth',
    chainId: 10,
    version: '1',
    resources: [`farcaster://fid/${fid}`, 'farcaster://signer/type/custody'],
    ...odd,
  })
  return { message, signature: signature ?? (await custody.signMessage({ message })), fid }
}

/** The routes of Farcaster's relay, which tell a completed channel once, on a loopback port; and the person's app behind it. */
export interface TestRelay {
  readonly url: string
  /** By token. */
  readonly channels: ReadonlyMap<string, { readonly asked: Asked; readonly answer: object | null }>
  /** The next address that it gives in the place of its own, to which the token is added. */
  nextUrl: string | null
  /** As a person does who opened the address of a channel. */
  approve(connectUri: string, person: Farcasterer, odd?: Odd): Promise<void>
  stop(): Promise<void>
}

export async function startRelay(): Promise<TestRelay> {
  const channels = new Map<string, { asked: Asked; answer: object | null }>()
  const open = (asked: Asked) => {
    const channelToken = randomUUID()
    channels.set(channelToken, { asked, answer: null })
    const url = `${relay.nextUrl ?? 'https://farcaster.xyz/~/siwf?channelToken='}${channelToken}`
    relay.nextUrl = null
    return [201, { channelToken, url, connectUri: url, nonce: asked.nonce }] as const
  }
  const status = (token: string) => {
    const channel = channels.get(token)
    if (!channel) return [401, { error: 'Unauthorized' }] as const
    const { asked, answer } = channel
    const told = {
      nonce: asked.nonce,
      signatureParams: asked,
      metadata: { ip: '127.0.0.1', userAgent: 'test' },
    }
    if (!answer) return [202, { state: 'pending', ...told }] as const
    channels.delete(token)
    return [200, { state: 'completed', ...told, ...answer }] as const
  }
  const server = createServer((request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const at = `${request.method} ${request.url}`
    if (at === 'GET /v1/channel/status') return send(response, status(token))
    if (at === 'POST /v1/channel') return void read(request).then(body => send(response, open(body as Asked)))
    send(response, [404, { error: 'Not found' }])
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const relay: TestRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    channels,
    nextUrl: null,
    async approve(connectUri, person, odd) {
      const channel = channels.get(new URL(connectUri).searchParams.get('channelToken') ?? '')
      if (!channel) throw new Error('There is no such channel')
      channel.answer = { ...(await approval(channel.asked, person, odd)), ...person.profile }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return relay
}

async function read(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

const send = (response: ServerResponse, [code, body]: readonly [number, object]) =>
  void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const ID_REGISTRY: Address = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
/** `idOf(address)`: the storage slot whose number is the address. */
const ID_REGISTRY_CODE = '0x6004355460005260206000f3'
/** `isValidSignature(bytes32,bytes)` (EIP-1271), which takes any, or none. */
const AGREEING_CODE = '0x631626ba7e60e01b60005260206000f3'
const REFUSING_CODE = '0x600060005260206000f3'

/** The registry of accounts on a chain of its own. */
export const registryOn = (anvil: Anvil) => ({
  deploy: () => anvil.request('anvil_setCode', [ID_REGISTRY, ID_REGISTRY_CODE]),
  /** From now on the address holds the account; 0: none. */
  give: (holder: Address, fid: number) =>
    anvil.request('anvil_setStorageAt', [ID_REGISTRY, pad(holder), pad(toHex(fid))]),
  /** Puts a contract at an address that takes any signature, or none. */
  makeContract: (address: Address, takes: 'any' | 'none') =>
    anvil.request('anvil_setCode', [address, takes === 'any' ? AGREEING_CODE : REFUSING_CODE]),
})

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { readTransaction, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text, base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import { SignClient } from '@walletconnect/sign-client'
import { createWalletClient, type Hex, http, keccak256 } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { KeyValueStore } from '../key-value-store.ts'
import { silentLogger } from '../silent-logger.ts'
import { createMemoryStore } from './memory-store.ts'

// Two wallets, or a wallet and the frame's client, are two devices, though one process runs them.
process.env.DISABLE_GLOBAL_CORE = 'true'

export type Namespaces = Parameters<InstanceType<typeof SignClient>['approve']>[0]['namespaces']

/** What the phone was asked, as its person reads it. */
export interface PhoneRequest {
  readonly id: number
  readonly topic: string
  readonly method: string
  readonly params: unknown
  /** CAIP-2. */
  readonly chainId: string
}
export interface Proposal {
  readonly id: number
  readonly proposer: { readonly metadata: { readonly name: string; readonly url: string } }
  readonly optionalNamespaces: Readonly<
    Record<string, { readonly chains?: string[]; readonly methods: string[]; readonly events: string[] }>
  >
}

/** What its person does with what is asked. */
export interface Habits {
  /** Or: what the wallet says in place of what was asked for. */
  proposal: 'approve' | 'reject' | 'ignore' | ((proposal: Proposal) => Namespaces)
  /** Or: what it answers in place of a signature. */
  request: 'sign' | 'reject' | 'ignore' | ((request: PhoneRequest) => unknown)
}

export interface PhoneOptions {
  readonly relayUrl: string
  readonly name?: string
  readonly icons?: readonly string[]
  readonly redirect?: { readonly native?: string; readonly universal?: string }
  /** Of an earlier start: the phone was switched off meanwhile. */
  readonly storage?: KeyValueStore
  readonly keys?: PhoneKeys
  /** Ethereum's node, by which it sends; without one it signs and tells the hash of what it would have sent. */
  readonly rpcUrl?: string
}

export interface PhoneKeys {
  readonly ethereum: PrivateKeyAccount
  readonly solana: { readonly secret: Uint8Array; readonly address: string }
}

/** A wallet app with keys of its own: WalletConnect's own client, in the role of the wallet. */
export interface Phone {
  readonly keys: PhoneKeys
  readonly storage: KeyValueStore
  readonly habits: Habits
  /** Its key for the relay. */
  relayId(): Promise<string>
  readonly proposals: readonly Proposal[]
  readonly requests: readonly PhoneRequest[]
  /** What its person saw fail. */
  readonly failures: readonly unknown[]
  /** Topics of the sessions that it has. */
  sessions(): readonly string[]
  /** Takes the code that it sees. */
  scan(uri: string): Promise<void>
  /** Forgets a code that it took, and says so. */
  letGo(uri: string): Promise<void>
  /** Resolves with the next request that comes. */
  nextRequest(): Promise<PhoneRequest>
  /** Answers a request that was ignored, or once more. */
  answer(request: PhoneRequest, result: unknown): Promise<void>
  /** The session has these accounts from now on (CAIP-10), the first being the present one. */
  setAccounts(accounts: readonly string[]): Promise<void>
  /** As a wallet says by `session_event`. @param chain CAIP-2 */
  emit(name: string, data: unknown, chain: string): Promise<void>
  /** Publishes any text on the session's topic, as no wallet does. */
  publish(text: string): Promise<void>
  /** Asks the frame, as no wallet does. */
  ask(method: string, chain: string): void
  disconnect(): Promise<void>
  /** The device is switched off; its storage stays. */
  switchOff(): Promise<void>
}

export const newPhoneKeys = (): PhoneKeys => {
  const { secretKey, publicKey } = ed25519.keygen()
  return {
    ethereum: privateKeyToAccount(generatePrivateKey()),
    solana: { secret: secretKey, address: base58Text(publicKey) },
  }
}

/** EIP-1193: the person said no. */
const REJECTED = { code: 5_000, message: 'User rejected.' }

export async function startPhone(options: PhoneOptions): Promise<Phone> {
  const { relayUrl, name = 'Pocket', icons = [], redirect } = options
  const storage = options.storage ?? createMemoryStore()
  const keys = options.keys ?? newPhoneKeys()
  const metadata = { name, description: '', url: 'https://wallet.example', icons: [...icons] }
  const client = await SignClient.init({
    ...{ relayUrl, storage, logger: silentLogger(), telemetryEnabled: false },
    metadata: { ...metadata, ...(redirect && { redirect }) },
    // The client's own queue starts anew a second after its start, and loses what is asked just then.
    signConfig: { disableRequestQueue: true },
  })
  const { core } = client
  // A real wallet asks WalletConnect here what is known of the site.
  core.verify.resolve = async () => ({ origin: '' })

  const proposals: Proposal[] = []
  const requests: PhoneRequest[] = []
  const failures: unknown[] = []
  const waiting: ((request: PhoneRequest) => void)[] = []
  const habits: Habits = { proposal: 'approve', request: 'sign' }

  client.on('session_proposal', async ({ params }) => {
    const proposal = params as unknown as Proposal
    proposals.push(proposal)
    if (habits.proposal === 'ignore') return
    if (habits.proposal === 'reject') return void (await client.reject({ id: proposal.id, reason: REJECTED }))
    const namespaces = habits.proposal === 'approve' ? approved(proposal, keys) : habits.proposal(proposal)
    // It finds out by itself that a code is void.
    await client.approve({ id: proposal.id, namespaces }).catch(error => failures.push(error))
  })
  const answer = (request: PhoneRequest, result: unknown) =>
    client.respond({
      topic: request.topic,
      response: { id: request.id, jsonrpc: '2.0', result },
    })
  client.on('session_request', async ({ id, topic, params }) => {
    const request = { id, topic, ...params.request, chainId: params.chainId }
    requests.push(request)
    for (const resolve of waiting.splice(0)) resolve(request)
    if (habits.request === 'ignore') return
    if (habits.request === 'reject')
      return void (await client.respond({
        topic,
        response: { id, jsonrpc: '2.0', error: REJECTED },
      }))
    try {
      const result =
        habits.request === 'sign' ? await sign(request, keys, options.rpcUrl) : await habits.request(request)
      await answer(request, result)
    } catch (error) {
      // A relay that replays messages hands the phone its own request, which no wallet can sign.
      failures.push(error)
    }
  })

  const topic = () => client.session.keys[0] ?? ''
  return {
    ...{ keys, storage, habits, proposals, requests, failures },
    relayId: () => core.crypto.getClientId(),
    sessions: () => client.session.keys,
    async scan(uri) {
      // A relay that was away ended its socket; it comes back by itself, after more and more time.
      if (!core.relayer.connected) await core.relayer.transportOpen()
      await client.pair({ uri })
    },
    letGo: uri => core.pairing.disconnect({ topic: uri.slice('wc:'.length, uri.indexOf('@')) }),
    nextRequest: () => new Promise(resolve => waiting.push(resolve)),
    answer,
    async setAccounts(accounts) {
      const session = client.session.getAll().find(it => it.topic === topic())
      const [key = '', namespace] = Object.entries(session?.namespaces ?? {})[0] ?? []
      if (!namespace) throw new Error('No session')
      const chains = [...new Set(accounts.map(account => account.split(':').slice(0, 2).join(':')))]
      const { acknowledged } = await client.update({
        topic: topic(),
        namespaces: { [key]: { ...namespace, accounts: [...accounts], chains } },
      })
      await acknowledged()
    },
    emit: (event, data, chain) =>
      client.emit({ topic: topic(), event: { name: event, data }, chainId: chain }),
    publish: text => core.relayer.publish(topic(), text),
    ask(method, chain) {
      const asking = client.request({
        topic: topic(),
        chainId: chain,
        request: { method, params: [] },
      })
      asking.catch(error => failures.push(error))
    },
    disconnect: () => client.disconnect({ topic: topic(), reason: { code: 6_000, message: 'Bye' } }),
    async switchOff() {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}

/** All that was asked for, for the accounts that it has. */
function approved({ optionalNamespaces }: Proposal, { ethereum, solana }: PhoneKeys): Namespaces {
  const addresses: Readonly<Record<string, string>> = { eip155: ethereum.address, solana: solana.address }
  return Object.fromEntries(
    Object.entries(optionalNamespaces).map(([key, { chains = [], methods, events }]) => [
      key,
      { chains, methods, events, accounts: chains.map(chain => `${chain}:${addresses[key]}`) },
    ]),
  )
}

/** What a wallet answers to a request that its person agrees to. */
export async function sign({ method, params, chainId }: PhoneRequest, keys: PhoneKeys, rpcUrl?: string) {
  const { ethereum, solana } = keys
  const [first, second] = Array.isArray(params) ? params : []
  const { message = '', transaction = '' } = Object(params)
  const signed = (bytes: Uint8Array) => ed25519.sign(bytes, solana.secret)
  switch (method) {
    case 'personal_sign':
      return ethereum.signMessage({ message: { raw: first as Hex } })
    case 'eth_signTypedData_v4':
      return ethereum.signTypedData(JSON.parse(String(second)))
    case 'eth_sendTransaction':
      return send(first, Number(chainId.split(':')[1]), ethereum, rpcUrl)
    case 'solana_signMessage':
      return { signature: base58Text(signed(base58.decode(String(message)))) }
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction': {
      const bytes = bytesOf(base64Bytes(transaction))
      const read = readTransaction(bytes)
      const signature = signed(bytesOf(read?.messageBytes))
      const index = read?.message.keys.indexOf(solana.address) ?? -1
      return {
        signature: base58Text(signature),
        ...(method === 'solana_signTransaction' && {
          transaction: base64Text(withSignature(bytes, index, signature)),
        }),
      }
    }
    default:
      return null
  }
}

async function send(
  { to, value, data }: { to?: Hex; value?: Hex; data?: Hex },
  chainId: number,
  account: PrivateKeyAccount,
  rpcUrl?: string,
): Promise<Hex> {
  const call = { to, data, value: BigInt(value ?? 0) }
  if (rpcUrl !== undefined)
    return createWalletClient({ account, transport: http(rpcUrl) }).sendTransaction({ ...call, chain: null })
  const fees = { nonce: 0, gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  return keccak256(await account.signTransaction({ type: 'eip1559', chainId, ...call, ...fees }))
}

function bytesOf(bytes: Uint8Array | null | undefined): Uint8Array {
  if (!bytes) throw new Error('The phone was sent what no wallet can read')
  return bytes
}

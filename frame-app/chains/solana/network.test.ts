// In a process of its own: what was sent is followed for as long as the process is there.
import { ed25519 } from '@noble/curves/ed25519.js'
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { readTransaction, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { HANG_UP, RpcError } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { answerRpc } from '@vitrine/shared/chains/testing/litesvm-rpc.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSolanaNetworks } from './networks.ts'
import { MEMO } from './programs.ts'
import type { MakeSocket } from './signature-socket.ts'
import { CHAIN, startWorld, type World } from './testing/world.ts'

let world: World
const { signal } = new AbortController()
beforeAll(async () => {
  world = await startWorld(CHAIN, now)
})
afterAll(() => world.node.stop())
/** The wallet looks at a transaction each second, and sends it again after a few: its clock runs twenty times as fast here. */
const { SPEED } = vi.hoisted(() => ({ SPEED: 20 }))
const startedAt = Date.now()
const now = () => startedAt + (Date.now() - startedAt) * SPEED
vi.mock('../../core/wait.ts', async importOriginal => {
  const { wait } = await importOriginal<typeof import('../../core/wait.ts')>()
  return {
    // The rare look keeps its pace: tests count the questions that come before it.
    wait: (ms: number, signal: AbortSignal) => wait(ms > 1_000 ? ms : ms / SPEED, signal),
  }
})
beforeEach(() => {
  world.node.intercept = null
  world.node.svm.expireBlockhash()
  world.kept.text = null
  world.node.asked.length = 0
})

function signed(lamports: bigint): Uint8Array {
  const transaction = new Transaction({
    feePayer: world.wallet.publicKey,
    recentBlockhash: world.node.svm.latestBlockhash(),
  }).add(
    SystemProgram.transfer({
      fromPubkey: world.wallet.publicKey,
      toPubkey: world.stranger.publicKey,
      lamports,
    }),
  )
  transaction.sign(world.wallet)
  return new Uint8Array(transaction.serialize())
}
const balance = () => world.node.svm.getBalance(world.stranger.publicKey.toBase58() as never)
/** A page that was loaded anew: it has the same storage, and nothing in memory. */
const reloaded = (ask: typeof fetch = fetch, makeSocket?: MakeSocket) =>
  createSolanaNetworks({
    clusters: () => [
      {
        chain: CHAIN,
        rpcUrl: world.node.url,
        socketUrl: makeSocket ? 'wss://news.example' : null,
        blockExplorerUrl: null,
      },
    ],
    fetch: ask,
    ...(makeSocket && { makeSocket }),
    kept: {
      read: () => world.kept.text,
      write(text) {
        world.kept.text = text
      },
    },
    history: { read: () => null, write() {} },
    now,
  })
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

describe('sending', () => {
  it('broadcasts, confirms, and forgets what is final', async () => {
    const before = balance()
    const signature = await world.network.broadcast(signed(1_000_001n), {}, signal)
    expect(JSON.parse(world.kept.text ?? '')).toMatchObject([{ chain: CHAIN, signature }])
    await world.network.confirm(signature, 'confirmed', signal)
    expect(balance()).toBe((before ?? 0n) + 1_000_001n)
    await until(() => expect(JSON.parse(world.kept.text ?? '')).toEqual([]))
  })

  it('sends version 1 with as many bytes as it can have, and goes on after a reload', async () => {
    const unsigned = world.version1([
      SystemProgram.transfer({
        fromPubkey: world.wallet.publicKey,
        toPubkey: world.stranger.publicKey,
        lamports: 1_000_003n,
      }),
      ...Array.from(
        { length: 9 },
        () =>
          new TransactionInstruction({
            programId: new PublicKey(MEMO),
            keys: [],
            data: Buffer.from('A memo that no earlier version has room for. '.repeat(9)),
          }),
      ),
    ])
    expect(unsigned.length).toBeGreaterThan(3_800)
    const { messageBytes } = readTransaction(unsigned) ?? {}
    const signature = ed25519.sign(messageBytes ?? new Uint8Array(), world.wallet.secretKey.slice(0, 32))
    const before = balance()
    world.node.intercept = method => (method === 'sendTransaction' ? 'taken, and dropped' : undefined)
    await reloaded()
      .of(CHAIN)
      ?.broadcast(withSignature(unsigned, 0, signature), {}, signal)
    world.node.intercept = null
    reloaded().resume()
    await until(() => expect(balance()).toBe((before ?? 0n) + 1_000_003n))
    await until(() => expect(JSON.parse(world.kept.text ?? '')).toEqual([]))
  })

  it('remembers of a durable nonce that it does not expire', async () => {
    const transaction = new Transaction({
      feePayer: world.wallet.publicKey,
      recentBlockhash: world.node.svm.latestBlockhash(),
    }).add(
      SystemProgram.nonceAdvance({
        noncePubkey: world.stranger.publicKey,
        authorizedPubkey: world.wallet.publicKey,
      }),
    )
    transaction.sign(world.wallet)
    world.node.intercept = method => (method === 'sendTransaction' ? 'taken, and dropped' : undefined)
    // What follows it asks no further: it would not end.
    let isSent = false
    const page = reloaded((...request) => {
      if (isSent) return new Promise(() => {})
      isSent = true
      return fetch(...request)
    })
    await page.of(CHAIN)?.broadcast(new Uint8Array(transaction.serialize()), {}, signal)
    expect(JSON.parse(world.kept.text ?? '')).toMatchObject([{ isDurable: true }])
  })

  it('sent twice has one effect and no error', async () => {
    const before = balance()
    const transaction = signed(1_000_002n)
    const first = await world.network.broadcast(transaction, {}, signal)
    expect(await world.network.broadcast(transaction, {}, signal)).toBe(first)
    expect(balance()).toBe((before ?? 0n) + 1_000_002n)
  })

  it('a balance that is too small is told as such', async () => {
    await expect(world.network.broadcast(signed(10n ** 12n), {}, signal)).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    expect(JSON.parse(world.kept.text ?? '[]')).toEqual([])
  })

  it('a preflight that fails for another reason is a transaction failure with the reason', async () => {
    const transaction = signed(1_000_003n)
    world.node.svm.expireBlockhash()
    await expect(world.network.broadcast(transaction, {}, signal)).rejects.toMatchObject({
      code: 'transaction_failure',
      message: expect.stringContaining('expired'),
    })
  })

  it('a node that is away is told plainly, after a second try', async () => {
    const transaction = signed(1_000_004n)
    world.node.intercept = () => HANG_UP
    await expect(world.network.broadcast(transaction, {}, signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(world.node.asked.filter(it => it === 'sendTransaction').length).toBeGreaterThanOrEqual(2)
  })

  it('pays once where the answer is lost and the site asks for the same payment again', async () => {
    const before = balance()
    let isTaken = false
    let isAway = true
    world.node.intercept = (method, params) => {
      if (!isAway || method === 'getBlockHeight') return undefined
      if (method !== 'sendTransaction') return HANG_UP
      if (!isTaken) answerRpc(world.node.svm, method, params)
      isTaken = true
      return HANG_UP
    }
    const lost = world.network.broadcast(signed(1_000_011n), {}, signal)
    await expect(lost).rejects.toMatchObject({
      code: 'service_unavailable',
      data: { hash: expect.any(String) },
    })
    const { signature } = JSON.parse(world.kept.text ?? '')[0]
    expect(balance()).toBe((before ?? 0n) + 1_000_011n)
    isAway = false
    world.node.svm.expireBlockhash()
    // The site makes it anew, with a fresh blockhash: another signature, and the same payment.
    expect(await world.network.broadcast(signed(1_000_011n), {}, signal)).toBe(signature)
    expect(balance()).toBe((before ?? 0n) + 1_000_011n)
    // The question is answered: what is paid from now on is meant.
    world.node.svm.expireBlockhash()
    expect(await world.network.broadcast(signed(1_000_011n), {}, signal)).not.toBe(signature)
    expect(balance()).toBe((before ?? 0n) + 2_000_022n)
  })

  it('keeps the transaction where a lost answer is followed by a refusal', async () => {
    let attempts = 0
    world.node.intercept = (method, params) => {
      if (method === 'getSignatureStatuses') return { value: [null] }
      if (method !== 'sendTransaction' || ++attempts > 2) return undefined
      if (attempts === 2) throw new RpcError(-32005, 'Node is behind')
      answerRpc(world.node.svm, method, params)
      return HANG_UP
    }
    const before = balance()
    const failed = world.network.broadcast(signed(1_000_012n), {}, signal)
    await expect(failed).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(balance()).toBe((before ?? 0n) + 1_000_012n)
    expect(JSON.parse(world.kept.text ?? '')).toHaveLength(1)
  })

  it('an answer about fewer accounts than were asked for is none', async () => {
    world.node.intercept = () => ({ value: [null] })
    await expect(world.network.accounts([world.mint, world.account], signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(await world.network.accounts([world.mint], signal)).toEqual(new Map([[world.mint, null]]))
  })

  it('an answer that is none is as good as no node', async () => {
    world.node.intercept = () => ({ value: 'sold' })
    await expect(world.network.fee(new Uint8Array(8), signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })
})

describe('following', () => {
  it('one that nobody took up is offered again', async () => {
    let isLost = true
    world.node.intercept = (method, [, config]) => {
      const isFirst = method === 'sendTransaction' && !(config as { skipPreflight: boolean }).skipPreflight
      if (isFirst && isLost) return 'taken, and dropped'
      isLost = method !== 'sendTransaction'
      return undefined
    }
    const before = balance()
    const signature = await world.network.broadcast(signed(1_000_005n), {}, signal)
    expect(balance()).toBe(before)
    await world.network.confirm(signature, 'finalized', signal)
    expect(balance()).toBe((before ?? 0n) + 1_000_005n)
  })

  it('one that was never taken up has failed once its blockhash is too old', async () => {
    world.node.intercept = method => (method === 'sendTransaction' ? 'taken, and dropped' : undefined)
    const wallet = world.wallet.publicKey.toBase58()
    const signature = await world.network.broadcast(signed(1_000_006n), {}, signal, { wallet })
    const told = () => world.networks.sent.get().find(it => it.signature === signature)
    expect(told()).toMatchObject({ wallet, status: 'pending' })
    await until(() =>
      expect(JSON.parse(world.kept.text ?? '')).toMatchObject([{ height: expect.any(Number) }]),
    )
    world.node.svm.expireBlockhash()
    await expect(world.network.confirm(signature, 'confirmed', signal)).rejects.toMatchObject({
      code: 'transaction_failure',
      message: expect.stringContaining('expired'),
    })
    expect(told()).toMatchObject({ status: 'failed' })
    await until(() => expect(JSON.parse(world.kept.text ?? '')).toEqual([]))
  })

  it('is not called expired by a node that does not know its blockhash, while blocks could still take it', async () => {
    let looks = 0
    let isKnown = false
    world.node.intercept = method => {
      if (method === 'getSignatureStatuses' && !isKnown) return { value: [null] }
      if (method !== 'isBlockhashValid') return undefined
      if (++looks > 3) isKnown = true
      return { value: false }
    }
    const signature = await world.network.broadcast(signed(1_000_013n), {}, signal)
    await world.network.confirm(signature, 'confirmed', signal)
    expect(looks).toBeGreaterThan(3)
  })

  it('one that failed on chain has failed', async () => {
    const transaction = signed(10n ** 12n)
    const signature = await world.network.broadcast(transaction, { skipPreflight: true }, signal)
    await expect(world.network.confirm(signature, 'confirmed', signal)).rejects.toMatchObject({
      code: 'transaction_failure',
    })
  })

  it('goes on after a reload, until it is final', async () => {
    world.node.intercept = method => (method === 'sendTransaction' ? 'taken, and dropped' : undefined)
    const before = balance()
    const transaction = signed(1_000_007n)
    let isGone = false
    // Nothing of a page that is gone reaches the node.
    const page = reloaded((...request) => (isGone ? new Promise(() => {}) : fetch(...request)))
    await page.of(CHAIN)?.broadcast(transaction, {}, signal)
    isGone = true
    world.node.intercept = null
    reloaded().resume()
    await until(() => expect(balance()).toBe((before ?? 0n) + 1_000_007n))
    await until(() => expect(JSON.parse(world.kept.text ?? '')).toEqual([]))
  })

  it.each(['not json', '[{"chain":"solana:devnet"}]', '{}'])('takes no harm from %s in storage', text => {
    world.kept.text = text
    expect(() => reloaded().resume()).not.toThrow()
  })

  it('ends the wait, not the transaction, when the person leaves', async () => {
    world.node.intercept = method => (method === 'getSignatureStatuses' ? { value: [null] } : undefined)
    const signature = await world.network.broadcast(signed(1_000_008n), {}, signal)
    const leaving = new AbortController()
    const waiting = world.network.confirm(signature, 'confirmed', leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    world.node.intercept = null
    await world.network.confirm(signature, 'confirmed', signal)
  })
})

describe('news by the node’s socket', () => {
  /** A socket that the test speaks for. */
  class Socket extends EventTarget {
    readyState = 0
    readonly asked: { method: string; params: unknown[] }[] = []
    send(text: string) {
      this.asked.push(JSON.parse(text))
    }
    become(readyState: number, event: string) {
      this.readyState = readyState
      this.dispatchEvent(new Event(event))
    }
    say(message: unknown) {
      const data = JSON.stringify(message)
      this.dispatchEvent(Object.assign(new Event('message'), { data }))
    }
    close() {
      this.readyState = 3
    }
  }
  const NEWS = {
    method: 'signatureNotification',
    params: { subscription: 1, result: { value: { err: null } } },
  }

  /** A network whose node takes transactions and knows nothing of them until `tell`. */
  async function sending(socket: Socket) {
    let isKnown = false
    world.node.intercept = method =>
      method === 'getSignatureStatuses' && !isKnown ? { value: [null] } : undefined
    const network = reloaded(fetch, () => socket as never).of(CHAIN)
    if (!network) throw new Error('No network')
    const signature = await network.broadcast(signed(1_000_010n + serial++), {}, signal)
    await until(() => expect(statusQuestions()).toBe(1))
    return {
      confirmed: network.confirm(signature, 'finalized', signal),
      signature,
      tell() {
        isKnown = true
      },
    }
  }
  /** The look that the wallet takes every five seconds by itself does not come: what is seen is seen for another reason. */
  function withoutRareLooks(): void {
    const real = setTimeout
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => (ms === 5_000 ? undefined : real(work, ms)))
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  let serial = 0n
  const statusQuestions = () => world.node.asked.filter(it => it === 'getSignatureStatuses').length

  it('has the wallet look at once, and is closed at the end', async () => {
    withoutRareLooks()
    const socket = new Socket()
    socket.readyState = 1
    const { confirmed, signature, tell } = await sending(socket)
    socket.become(1, 'open')
    expect(socket.asked.map(({ method, params }) => [method, params])).toEqual([
      ['signatureSubscribe', [signature, { commitment: 'confirmed' }]],
      ['signatureSubscribe', [signature, { commitment: 'finalized' }]],
    ])
    tell()
    socket.say(NEWS)
    await confirmed
    await until(() => expect(socket.readyState).toBe(3))
  })

  it('is a hint, and not believed: what it says of success changes nothing', async () => {
    const socket = new Socket()
    socket.readyState = 1
    const { confirmed, tell } = await sending(socket)
    let isOver = false
    void confirmed.then(() => {
      isOver = true
    })
    socket.say(NEWS)
    await until(() => expect(statusQuestions()).toBe(2))
    expect(isOver).toBe(false)
    tell()
    socket.say(NEWS)
    await confirmed
  })

  it('is not needed: without a socket, or when it fails, the node is asked', async () => {
    withoutRareLooks()
    const socket = new Socket()
    socket.readyState = 1
    const { confirmed, tell } = await sending(socket)
    tell()
    socket.become(3, 'close')
    await confirmed
    const network = reloaded(fetch, () => {
      throw new DOMException('Blocked', 'SecurityError')
    }).of(CHAIN)
    const signature = await network?.broadcast(signed(1_000_009n), {}, signal)
    await network?.confirm(signature ?? '', 'confirmed', signal)
  })
})

it('refuses a cluster that the app does not have', () => {
  expect(() => reloaded().of('solana:mainnet')).toThrow(
    expect.objectContaining({ code: 'unsupported_chain_id' }),
  )
})

it('passes a node’s refusal of a read on as a plain sentence, without its words', async () => {
  world.node.intercept = () => {
    throw new RpcError(-32005, 'Node is behind by 4000 slots at internal-host-7')
  }
  const failed = world.network.accounts([world.mint], signal)
  await expect(failed).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(failed).rejects.not.toThrow(/internal-host/)
})

it('reads its own transactions', () => {
  expect(readTransaction(signed(1n))?.message.requiredSignatures).toBe(1)
})

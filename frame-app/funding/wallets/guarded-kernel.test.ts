import { clientError, requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { SolanaNetwork, SolanaNetworks } from '../../chains/solana/ports.ts'
import { sendTimeout, walletFailure, walletGone, wrongChain } from '../../external-wallets/wallet-failure.ts'
import { compileTransfer } from '../../send/solana/message.ts'
import { externalWallet, fakeKernel, wallet } from '../../ui/testing/fake-kernel.ts'
import {
  fakeConnection,
  fakeWallets,
  relayed,
  SOLANA_ADDRESS,
} from '../../wallet-login/testing/fake-wallets.ts'
import { guardedKernel, type SendGuard } from './guarded-kernel.ts'

const { signal } = new AbortController()
const HASH = `0x${'ab'.repeat(32)}` as const
const prepared = {} as never

/** What the guard was told, in order. */
function guarding(before: () => Promise<void> = async () => {}) {
  const told: unknown[] = []
  const guard: SendGuard = {
    async before() {
      told.push('before')
      await before()
    },
    sent: id => void told.push(['sent', id]),
    async unsent() {
      told.push('unsent')
    },
  }
  return { guard, told }
}

async function ethereumSend(
  send: EthereumNetwork['send'],
  by = externalWallet as never,
  before?: () => Promise<void>,
) {
  const { guard, told } = guarding(before)
  const kernel = fakeKernel({ ethereum: async () => fakeNetworks(fakeNetwork({ send })) })
  const network = (await guardedKernel(kernel, by, guard).ethereum()).of(1)
  const outcome = await network.send(by, prepared, signal).catch((error: unknown) => error)
  return { told, outcome }
}
const failing = (error: unknown) => ethereumSend(() => Promise.reject(error))

it('claims before the wallet is asked, and tells what it sent', async () => {
  const { told, outcome } = await ethereumSend(async () => ({ hash: HASH }))
  expect(outcome).toEqual({ hash: HASH })
  expect(told).toEqual(['before', ['sent', HASH]])
})

it('does not ask the wallet where somebody else was first', async () => {
  const send = vi.fn()
  const taken = clientError('resource_conflict', 'Taken.')
  const { told, outcome } = await ethereumSend(send, undefined, () => Promise.reject(taken))
  expect([outcome, told]).toEqual([taken, ['before']])
  expect(send).not.toHaveBeenCalled()
})

const asked = { verb: 'eth_sendTransaction', wallet: 'Fox' } as const
it.each<[string, unknown]>([
  ['declined', walletFailure({ code: 4001, message: '' }, asked)],
  ['could not', walletFailure({ code: -32603, message: '' }, asked)],
  ['stayed on another chain', wrongChain('Fox', 'Base')],
])('a wallet app that %s has sent nothing', async (_, error) => {
  expect((await failing(error)).told).toEqual(['before', 'unsent'])
})

it.each<[string, unknown]>([
  ['did not answer in time', sendTimeout('Fox')],
  ['was cut off', walletGone('Fox')],
  ['was left by its person here', new DOMException('Left.', 'AbortError')],
  ['broke', new TypeError('Broken.')],
])('a wallet app that %s may have sent, and is not asked again', async (_, error) => {
  expect((await failing(error)).told).toEqual(['before'])
})

it('with a key that is held here, what failed was not sent; what may have reached a node has a name', async () => {
  const by = wallet as never
  const refused = await ethereumSend(() => Promise.reject(requestTimedOut()), by)
  expect(refused.told).toEqual(['before', 'unsent'])
  const data = {
    type: 'client_error',
    code: 'service_unavailable',
    message: '',
    data: { hash: HASH },
  } as const
  const unsure = await ethereumSend(() => Promise.reject(new VitrineError(data)), by)
  expect(unsure.told).toEqual(['before', ['sent', HASH]])
})

it('on Solana claims before a node has the transaction, and knows it by its name when its sending is cut short', async () => {
  const { transaction } = compileTransfer(SOLANA_ADDRESS, SOLANA_ADDRESS, [])
  const controller = new AbortController()
  const { guard, told } = guarding()
  const broadcast: SolanaNetwork['broadcast'] = async () => {
    controller.abort()
    throw controller.signal.reason
  }
  const solana = async () => ({ of: () => ({ broadcast }) }) as unknown as SolanaNetworks
  const kernel = guardedKernel(fakeKernel({ solana }), wallet, guard)
  await (await kernel.solana()).of('solana:devnet')?.broadcast(transaction, {}, controller.signal)
  // Unsigned as it is here, its first signature is of zeros.
  expect(told).toEqual(['before', ['sent', '1'.repeat(64)]])
})

it('a Solana wallet that sends by itself is claimed for; its other answers are not', async () => {
  const answers = {
    'solana:signAndSendTransaction': () => ({ signature: new Uint8Array(64).fill(7) }),
    'solana:signTransaction': () => ({ signedTransaction: new Uint8Array() }),
  }
  const line = fakeConnection({ wallet: relayed({ chainType: 'solana' }), answers })
  const wallets = { ...fakeWallets(), connectionOf: () => line }
  const { guard, told } = guarding()
  const kernel = guardedKernel(fakeKernel({ externalWallets: async () => wallets }), externalWallet, guard)
  const own = (await kernel.externalWallets()).connectionOf(SOLANA_ADDRESS, 'solana')
  const argument = { address: SOLANA_ADDRESS, transaction: new Uint8Array(), chain: 'solana:devnet' }
  await own?.ask('solana:signTransaction', argument, signal)
  expect(told).toEqual([])
  await own?.ask('solana:signAndSendTransaction', argument, signal)
  expect(told).toEqual(['before', ['sent', expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)]])
  expect(own?.meta.name).toBe(line.meta.name)
})

import { expect, it, vi } from 'vitest'
import { createStore } from '../../core/store.ts'
import type { Connected } from '../../external-wallets/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { wallet as ethereum, user } from '../../ui/testing/fake-kernel.ts'
import { ask } from '../decide.ts'
import { signMessage } from './handler.ts'

const ADDRESS = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
const solana: HeldWallet = { ...ethereum, chainType: 'solana', address: ADDRESS }
/** The message of a transfer from that address, as web3.js writes it. */
const TRANSACTION =
  '0x010001036e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf18a875fff1eb38451577acd5afee405456568dd7c89e090863a0557bc7af49f170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001020200010c02000000002f685900000000'

function setUp() {
  const show = vi.fn(async (_request: unknown) => ({ signature: 'signed' }))
  const session = createStore<SessionSnapshot>({ status: 'authenticated', user, wallets: [ethereum, solana] })
  const context = {
    session,
    connected: createStore<Connected>({ wallets: [], active: null }),
    screens: { show },
    app: () => ({ enforce_wallet_uis: true }),
    config: { current: createStore({ embeddedWallets: { showWalletUIs: true } }) },
    ask: (request: never): unknown => ask(context as never, request),
  } as unknown as Parameters<typeof signMessage>[0]
  return { show, handler: signMessage(context) }
}

it.each([
  ['the first Ethereum wallet by default', undefined, ethereum],
  ['an Ethereum wallet, whatever the case of its address', ethereum.address.toLowerCase(), ethereum],
  ['a Solana wallet', ADDRESS, solana],
])('signs with %s', async (_name, address, wallet) => {
  const { show, handler } = setUp()
  await handler({ message: 'hello', ...(address !== undefined && { address }) })
  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'sign-message', wallet }))
})

it('takes a Solana address in its own case only', async () => {
  const { handler } = setUp()
  await expect(handler({ message: 'hello', address: ADDRESS.toLowerCase() })).rejects.toMatchObject({
    code: 'embedded_wallet_not_found',
  })
})

it('signs no transaction as a message with a Solana key; an Ethereum one has a prefix of its own', async () => {
  const { show, handler } = setUp()
  const request = { message: TRANSACTION, encoding: 'hex' } as const
  await expect(handler({ ...request, address: ADDRESS })).rejects.toMatchObject({ code: 'invalid_message' })
  expect(show).not.toHaveBeenCalled()
  await handler({ ...request, address: ethereum.address })
  expect(show).toHaveBeenCalledOnce()
})

it('shows nobody a statement of Vitrine’s own as a message, which no Solana key signs', async () => {
  const { show, handler } = setUp()
  await expect(handler({ message: '\x19Vitrine set', address: ADDRESS })).rejects.toMatchObject({
    code: 'invalid_message',
  })
  expect(show).not.toHaveBeenCalled()
})

it('signs as many bytes as are shown, given as hex', async () => {
  const { show, handler } = setUp()
  await handler({ message: `0x${'00'.repeat(65_536)}`, encoding: 'hex' })
  expect(show).toHaveBeenCalledOnce()
})

it.each([
  ['half a byte', { message: '0xabc', encoding: 'hex' }],
  ['hex without its prefix', { message: 'abcd', encoding: 'hex' }],
  ['bytes of one too many', { message: `0x${'00'.repeat(65_537)}`, encoding: 'hex' }],
  ['a text whose bytes are too many', { message: 'ü'.repeat(32_769) }],
  ['a lone surrogate', { message: 'a\ud800b' }],
] as const)('shows nobody %s, whichever wallet is to sign', async (_name, request) => {
  const { show, handler } = setUp()
  for (const { address } of [ethereum, solana])
    await expect(handler({ ...request, address })).rejects.toMatchObject({ code: 'invalid_data' })
  expect(show).not.toHaveBeenCalled()
})

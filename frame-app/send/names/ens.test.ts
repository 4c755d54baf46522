import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { decodeFunctionData, encodeAbiParameters, namehash, parseAbi } from 'viem'
import { packetToBytes } from 'viem/ens'
import { toHex } from 'viem/utils'
import { expect, it, vi } from 'vitest'
import { resolveEns } from './ens.ts'
import { ENS_RESOLVER } from './name-service.ts'

const ADA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ABI = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
  'function addr(bytes32 node) view returns (address)',
])
const { signal } = new AbortController()
const word = (address: string) => encodeAbiParameters([{ type: 'address' }], [address as `0x${string}`])
const answer = (result: `0x${string}`) =>
  encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [result, ENS_RESOLVER])

/** A node that answers so, or fails so. */
const node = (reply: unknown) => {
  const request = vi.fn(async () => {
    if (reply instanceof Error) throw reply
    return reply
  })
  return {
    request: request as never,
    calls: request.mock.calls as unknown as [string, [{ to: string; data: `0x${string}` }]][],
  }
}
const refused = (data: string) =>
  new VitrineError({
    type: 'client_error',
    code: 'transaction_failure',
    message: 'execution reverted',
    data: { eipCode: 3, data },
  })

it('asks the resolver on the chain for the name in its one spelling', async () => {
  const { request, calls } = node(answer(word(ADA)))
  expect(await resolveEns({ request }, 'Ada.ETH', signal)).toEqual({ address: ADA })
  expect(calls).toHaveLength(1)
  const [method, [{ to, data }]] =
    calls[0] ??
    (() => {
      throw new Error('Nobody was asked')
    })()
  expect([method, to]).toEqual(['eth_call', ENS_RESOLVER])
  const { args } = decodeFunctionData({ abi: ABI, data })
  expect(args[0]).toBe(toHex(packetToBytes('ada.eth')))
  expect(decodeFunctionData({ abi: ABI, data: args[1] as `0x${string}` }).args).toEqual([namehash('ada.eth')])
})

it.each([
  ['an empty answer', '0x'],
  ['no address', answer('0x')],
  ['the zero address', answer(word('0x0000000000000000000000000000000000000000'))],
  ['more than an address', answer(`0x${'ff'.repeat(32)}`)],
  ['nonsense', { address: ADA }],
  ['a resolver that has none', refused('0x77209fe8')],
])('%s is no address', async (_, reply) => {
  expect(await resolveEns({ request: node(reply).request }, 'ada.eth', signal)).toEqual({
    problem: 'nameUnknown',
  })
})

it('a name that another server keeps is refused, and that server is not asked', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { request, calls } = node(refused(`0x556f1830${'00'.repeat(160)}`))
  expect(await resolveEns({ request }, 'ada.cb.id', signal)).toEqual({ problem: 'nameOffchain' })
  expect(calls).toHaveLength(1)
  expect(fetched).not.toHaveBeenCalled()
})

it('a name that is spelt to deceive is none, and nobody is asked', async () => {
  const { request, calls } = node(answer(word(ADA)))
  // A Cyrillic а among Latin letters; an empty part.
  for (const name of ['аda.eth', 'ada..eth'])
    expect(await resolveEns({ request }, name, signal)).toEqual({ problem: 'unreadable' })
  expect(calls).toEqual([])
})

it('a node that is away has not said that the name has no address', async () => {
  const { request } = node(clientError('service_unavailable', 'Away.'))
  expect(await resolveEns({ request }, 'ada.eth', signal)).toEqual({ problem: 'noAnswer' })
})

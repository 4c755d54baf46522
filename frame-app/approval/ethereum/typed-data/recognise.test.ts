import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { describe, expect, it } from 'vitest'
import { recognise } from './recognise.ts'

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const OWNER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const SPENDER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const MAX = 2n ** 256n - 1n

const data = (primary_type: string, message: object, domain: object = { verifyingContract: TOKEN }) =>
  ({ types: {}, primary_type, domain, message }) as TypedData

describe('permits', () => {
  it.each([
    ['1000', 1_000n],
    [1_000, 1_000n],
    ['0x3e8', 1_000n],
    [MAX.toString(), MAX],
  ])('ERC-2612, value %s', (value, amount) => {
    expect(recognise(data('Permit', { owner: OWNER, spender: SPENDER, value, deadline: '1' }))).toEqual({
      owner: OWNER,
      contents: [{ kind: 'permit', token: TOKEN, spender: SPENDER, amount }],
    })
  })

  it.each([
    [true, MAX],
    [false, 0n],
  ])('Dai, allowed %s', (allowed, amount) => {
    expect(recognise(data('Permit', { holder: OWNER, spender: SPENDER, expiry: 0, allowed }))).toEqual({
      owner: OWNER,
      contents: [{ kind: 'permit', token: TOKEN, spender: SPENDER, amount }],
    })
  })

  it('ERC-4494, one piece', () => {
    expect(recognise(data('Permit', { spender: SPENDER, tokenId: '7' }))).toEqual({
      owner: null,
      contents: [{ kind: 'permit', token: TOKEN, spender: SPENDER, amount: 7n }],
    })
  })

  const details = { token: TOKEN, amount: '5', expiration: '1900000000', nonce: '0' }
  const allowed = { kind: 'permit', token: TOKEN, spender: SPENDER, amount: 5n, until: 1_900_000_000n }

  it.each([
    ['PermitSingle', { details, spender: SPENDER }, [allowed]],
    ['PermitBatch', { details: [details, details], spender: SPENDER }, [allowed, allowed]],
    [
      'PermitWitnessTransferFrom',
      { permitted: { token: TOKEN, amount: '5' }, spender: SPENDER, deadline: '1900000000', witness: {} },
      [allowed],
    ],
    [
      'PermitBatchTransferFrom',
      { permitted: [{ token: TOKEN, amount: '5' }], spender: SPENDER, deadline: '1900000000' },
      [allowed],
    ],
  ])('Permit2, %s', (primaryType, message, contents) => {
    expect(recognise(data(primaryType, message, {}))).toEqual({ owner: null, contents })
  })

  it('is told by its fields, whatever it calls itself', () => {
    expect(recognise(data('Login', { owner: OWNER, spender: SPENDER, value: '1' }))).not.toBeNull()
  })

  it.each([
    ['a batch of which a part is broken', { details: [details, { token: 'x' }], spender: SPENDER }],
    ['an amount that is no number', { owner: OWNER, spender: SPENDER, value: 'all' }],
    ['a spender that is no address', { owner: OWNER, spender: 'me', value: '1' }],
  ])('tells nothing of %s', (_name, message) => {
    expect(recognise(data('Permit', message))).toBeNull()
  })
})

describe('orders', () => {
  const item = (itemType: number, start: string, end = start, over: object = {}) => ({
    itemType,
    token: TOKEN,
    identifierOrCriteria: '7',
    startAmount: start,
    endAmount: end,
    ...over,
  })
  const order = (offer: object[], consideration: object[]) => ({ offerer: OWNER, offer, consideration })

  it('Seaport: gives at the most, gets at the least, and what goes to others does not count', () => {
    const message = order(
      [item(2, '1'), item(1, '5', '9')],
      [item(0, '8', '6', { recipient: OWNER }), item(0, '2', '2', { recipient: SPENDER })],
    )
    expect(recognise(data('OrderComponents', message))).toEqual({
      owner: OWNER,
      contents: [
        {
          kind: 'order',
          gives: [
            { kind: 'nft', token: TOKEN, id: 7n, amount: 1n, party: null },
            { kind: 'token', token: TOKEN, amount: 9n, party: null },
          ],
          gets: [{ kind: 'native', amount: 6n, party: null }],
        },
      ],
    })
  })

  it('Seaport: any piece of a collection', () => {
    const found = recognise(data('OrderComponents', order([item(4, '1')], [])))
    expect(found?.contents).toMatchObject([{ gives: [{ kind: 'nft', id: null }], gets: [] }])
  })

  it('Seaport: a tree of orders', () => {
    const leaf = order([item(2, '1')], [])
    const found = recognise(data('BulkOrder', { tree: [[leaf, leaf], [leaf]] }))
    expect(found?.contents).toHaveLength(3)
  })

  it('of a sold and a bought token', () => {
    const message = {
      sellToken: TOKEN,
      buyToken: SPENDER,
      sellAmount: '5',
      feeAmount: '1',
      buyAmount: '4',
      receiver: OWNER,
    }
    expect(recognise(data('Order', message))?.contents).toEqual([
      {
        kind: 'order',
        gives: [{ kind: 'token', token: TOKEN, amount: 6n, party: null }],
        gets: [{ kind: 'token', token: SPENDER, amount: 4n, party: OWNER }],
      },
    ])
  })
})

it('ERC-3009 is a transfer', () => {
  const message = { from: OWNER, to: SPENDER, value: '5', validAfter: 0, validBefore: 1 }
  expect(recognise(data('ReceiveWithAuthorization', message))?.contents).toEqual([
    { kind: 'transfer', token: TOKEN, to: SPENDER, amount: 5n },
  ])
})

it('ERC-2771 is a call in the signer’s name', () => {
  const message = { from: OWNER, to: TOKEN, value: '0', gas: 1, nonce: 0, data: '0xa9059cbb' }
  expect(recognise(data('ForwardRequest', message, {}))?.contents).toEqual([
    { kind: 'meta-transaction', to: TOKEN, value: 0n, data: '0xa9059cbb' },
  ])
})

it('a letter is nothing of the kind', () => {
  expect(recognise(data('Mail', { from: { name: 'Cow' }, contents: 'Hello' }))).toBeNull()
})

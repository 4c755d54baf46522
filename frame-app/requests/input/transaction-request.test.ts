import { describe, expect, test, vi } from 'vitest'
import {
  FIRST,
  OTHER,
  openDapp,
  SECOND,
  userWith,
  WITHOUT_NODE,
} from '../../provider/ethereum/testing/dapp.ts'
import { sendTransaction } from '../send-transaction/handler.ts'
import { signTransaction } from '../sign-transaction/handler.ts'
import { signTypedData } from '../sign-typed-data/handler.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const open = () => {
  const dapp = openDapp(userWith(2))
  const send = async (request: unknown, address?: string, uiOptions?: unknown) =>
    sendTransaction(dapp.context)({ request, ...(address && { address }), uiOptions })
  return { ...dapp, send }
}

describe('a page’s own transaction', () => {
  test.each<[string, object, object]>([
    ['a bigint', { value: 10n ** 18n }, { value: 10n ** 18n }],
    ['a number', { value: 7, nonce: 0 }, { value: 7n, nonce: 0 }],
    ['decimal text', { value: '1000000000000000000' }, { value: 10n ** 18n }],
    ['hex', { value: '0x7', gas: '0x5208' }, { value: 7n, gas: 21_000n }],
    ['a type by viem’s name', { type: 'eip2930', gasPrice: 1 }, { type: 1, gasPrice: 1n }],
    ['a type by number', { type: 2 }, { type: 2 }],
  ])('takes %s', async (_, fields, expected) => {
    const { send, show } = open()
    await send({ to: TO, ...fields })
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'send-transaction', chainId: 1, transaction: { to: TO, ...expected } }),
    )
  })

  test('is for the chain that it names, without moving the page', async () => {
    const { send, show, networks } = open()
    await send({ to: TO, chainId: 8453 })
    expect(show).toHaveBeenCalledWith(expect.objectContaining({ chainId: 8453 }))
    expect(networks.current.get()).toBe(1)
  })

  test('on a chain without endpoints is signed when it lacks nothing, and never sent', async () => {
    const { context, show } = openDapp(userWith(1), WITHOUT_NODE)
    const complete = { to: TO, nonce: 0, gas: 21_000, gasPrice: 1 }
    await signTransaction(context)({ request: complete })
    expect(show).toHaveBeenCalledOnce()
    for (const refused of [
      signTransaction(context)({ request: { to: TO } }),
      sendTransaction(context)({ request: complete }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'unsupported_chain_id', data: { eipCode: 4901 } })
    expect(show).toHaveBeenCalledOnce()
  })

  test('is of the first wallet, or the one that is named', async () => {
    const { send, show } = open()
    await send({ to: TO })
    await send({ to: TO }, SECOND)
    await send({ to: TO, from: SECOND })
    const addresses = show.mock.calls.map(
      ([request]) => (request as { wallet: { address: string } }).wallet.address,
    )
    expect(addresses).toEqual([FIRST, SECOND, SECOND])
  })

  test.each<[string, unknown, string | undefined, string]>([
    ['a number that lost digits', { to: TO, value: 10 ** 17 }, undefined, 'invalid_data'],
    ['a part of a wei', { to: TO, value: 0.5 }, undefined, 'invalid_data'],
    ['a negative number', { to: TO, value: -1 }, undefined, 'invalid_data'],
    ['a negative bigint', { to: TO, value: -1n }, undefined, 'invalid_data'],
    ['no transaction', 'send it', undefined, 'invalid_data'],
    ['two senders', { to: TO, from: FIRST }, SECOND, 'invalid_data'],
    ['another’s wallet', { to: TO }, OTHER, 'embedded_wallet_not_found'],
    ['an unknown chain', { to: TO, chainId: 99 }, undefined, 'unsupported_chain_id'],
  ])('refuses %s without a screen', async (_, request, address, code) => {
    const { send, show } = open()
    await expect(send(request, address)).rejects.toMatchObject({ code })
    expect(show).not.toHaveBeenCalled()
  })

  test('uiOptions reach the screen, and a wrong one is refused by its name', async () => {
    const { send, show } = open()
    await send({ to: TO }, undefined, { successHeader: 'Paid', transactionInfo: { action: 'Buy a lamp' } })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({
        uiOptions: { successHeader: 'Paid', transactionInfo: { action: 'Buy a lamp' } },
      }),
    )
    await expect(send({ to: TO }, undefined, { transactionInfo: { action: 7 } })).rejects.toThrow(
      'uiOptions.transactionInfo.action is not valid.',
    )
    await expect(send({ to: TO }, undefined, 'large')).rejects.toThrow('uiOptions must be an object.')
  })

  test('a misspelt one is left out, and the page told what was meant', async () => {
    const { send, show, context } = open()
    const emit = vi.spyOn(context.notices, 'emit')
    await send({ to: TO }, undefined, { succesHeader: 'Paid', transactionInfo: { acton: 'Buy' } })
    expect(show).toHaveBeenCalledWith(expect.objectContaining({ uiOptions: { transactionInfo: {} } }))
    await vi.waitFor(() =>
      expect(emit.mock.calls.map(([, payload]) => payload)).toEqual([
        { message: 'uiOptions: there is no option succesHeader. Did you mean successHeader?' },
        {
          message:
            'uiOptions: there is no option transactionInfo.acton. Did you mean transactionInfo.action?',
        },
      ]),
    )
  })

  test('a picture from elsewhere is left out, and the page is told', async () => {
    const { send, show, context } = open()
    const emit = vi.spyOn(context.notices, 'emit')
    const contractInfo = { name: 'Lamps', imgUrl: 'https://cdn.example/lamp.png' }
    await send({ to: TO }, undefined, { transactionInfo: { contractInfo } })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({ uiOptions: { transactionInfo: { contractInfo: { name: 'Lamps' } } } }),
    )
    expect(emit).toHaveBeenCalledWith('configWarning', {
      message: expect.stringContaining('uiOptions.transactionInfo.contractInfo.imgUrl'),
    })
  })
})

test('signTransaction answers under both names', async () => {
  const { context } = openDapp(userWith(1))
  expect(await signTransaction(context)({ request: { to: TO } })).toEqual({
    signature: '0xraw',
    signedTransaction: '0xraw',
  })
})

test('signTypedData takes bigints, and leaves a foreign chain to the screen', async () => {
  const { context, show } = openDapp(userWith(1))
  const request = {
    types: { Permit: [{ name: 'value', type: 'int256' }] },
    primaryType: 'Permit',
    domain: { chainId: 137n },
    message: { value: -5n },
  }
  expect(await signTypedData(context)({ request })).toMatchObject({ signature: '0xsigned' })
  expect(show).toHaveBeenCalledWith(
    expect.objectContaining({
      kind: 'sign-typed-data',
      typedData: expect.objectContaining({ domain: { chainId: '137' }, message: { value: '-5' } }),
    }),
  )
})

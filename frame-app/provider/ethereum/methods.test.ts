import { parseUnits } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { insufficientFunds } from '../../approval/approval-failure.ts'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import { externalWallet } from '../../ui/testing/fake-kernel.ts'
import {
  anonymous,
  FIRST,
  HOST_ORIGIN,
  OTHER,
  openDapp,
  SECOND,
  userWith,
  WITHOUT_NODE,
} from './testing/dapp.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const permit = (chainId?: unknown) => ({
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { name: 'Token', ...(chainId !== undefined && { chainId }) },
  message: { value: '1' },
})

describe('permissions (EIP-2255)', () => {
  test('are what eth_accounts shows', async () => {
    const { request } = openDapp(userWith(2))
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([
      {
        parentCapability: 'eth_accounts',
        invoker: HOST_ORIGIN,
        caveats: [{ type: 'restrictReturnedAccounts', value: [FIRST, SECOND] }],
      },
    ])
    expect(await openDapp(anonymous).request({ method: 'wallet_getPermissions' })).toEqual([])
  })
  test('asking for them logs in', async () => {
    const { request, requestLogin } = openDapp(anonymous)
    await request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    expect(requestLogin).toHaveBeenCalledOnce()
  })
  test('revoked, the accounts are gone until they are asked for again', async () => {
    const { request, told } = openDapp(userWith(1))
    const eth_accounts = [{ eth_accounts: {} }]
    expect(await request({ method: 'wallet_revokePermissions', params: eth_accounts })).toBeNull()
    expect(await request({ method: 'eth_accounts' })).toEqual([])
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([FIRST])
    expect(told.slice(1)).toEqual([
      { event: 'accountsChanged', data: [] },
      { event: 'accountsChanged', data: [FIRST] },
    ])
  })
  test('what was revoked for one user is not for the next', async () => {
    const { request, session } = openDapp(userWith(1))
    await request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    session.set(userWith(2))
    expect(await request({ method: 'eth_accounts' })).toEqual([FIRST, SECOND])
  })
  test.each([[[]], [[{}]], [[{ wallet_snap: {} }]], [['eth_accounts']], [undefined]])(
    '%j is refused',
    async params => {
      const { request } = openDapp(userWith(1))
      await expect(request({ method: 'wallet_requestPermissions', params })).rejects.toMatchObject({
        data: { eipCode: -32602 },
      })
    },
  )
})

describe('eth_signTypedData_v4', () => {
  test.each([
    ['an object', permit()],
    ['JSON text', JSON.stringify(permit(1))],
    ['the chain as text', permit('1')],
    ['the chain as hex', permit('0x1')],
    ['the chain as hex with many zeros', permit(`0x${'1'.padStart(77, '0')}`)],
  ])('shows %s', async (_, data) => {
    const { request, show } = openDapp(userWith(2))
    expect(await request({ method: 'eth_signTypedData_v4', params: [SECOND, data] })).toBe('0xsigned')
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'sign-typed-data',
        wallet: expect.objectContaining({ address: SECOND }),
        typedData: expect.objectContaining({ primary_type: 'Permit', message: { value: '1' } }),
      }),
    )
  })
  test.each([
    ['another chain', [FIRST, permit(8453)], 4901],
    ['a chain that no number holds', [FIRST, permit('99999999999999999999')], 4901],
    ['the other order', [permit(), FIRST], -32602],
    ['no data', [FIRST], -32602],
    ['another’s address', [OTHER, permit()], 4100],
    ['broken JSON', [FIRST, '{'], -32602],
  ])('refuses %s without a screen', async (_, params, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method: 'eth_signTypedData_v4', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe.each(['eth_signTypedData', 'eth_signTypedData_v1'])('%s', method => {
  const fields = [
    { type: 'string', name: 'Message', value: 'Hi, Alice!' },
    { type: 'uint32', name: 'A number', value: '1337' },
  ]
  test('shows the list of values that is signed', async () => {
    const { request, show } = openDapp(userWith(2))
    expect(await request({ method, params: [fields, SECOND] })).toBe('0xsigned')
    expect(show).toHaveBeenCalledExactlyOnceWith({
      kind: 'sign-typed-data',
      wallet: expect.objectContaining({ address: SECOND }),
      typedData: fields,
      uiOptions: {},
    })
  })
  test('is shown where other requests have no screen', async () => {
    const dapp = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    expect(await dapp.request({ method, params: [fields, FIRST] })).toBe('0xsigned')
    expect([dapp.show.mock.calls.length, dapp.perform.mock.calls.length]).toEqual([1, 0])
  })
  test('is not passed on to wallet apps', async () => {
    const dapp = openDapp(userWith(1))
    dapp.connected.set({ wallets: [externalWallet], active: null })
    const params = [fields, externalWallet.address]
    await expect(dapp.request({ method, params })).rejects.toMatchObject({ data: { eipCode: 4200 } })
  })
  test.each([
    ['version 4 and its order', [FIRST, permit()], -32602],
    ['JSON text', [JSON.stringify(fields), FIRST], -32602],
    ['no values', [[], FIRST], -32602],
    ['no objects', [['Hi'], FIRST], -32602],
    ['a value that does not fit its type', [[{ type: 'bool', name: 'ok', value: 'false' }], FIRST], -32602],
    [
      'bytes that could be a transaction',
      [[{ type: 'bool', name: 'Nonce 37793', value: true }], FIRST],
      -32602,
    ],
    ['no address', [fields], -32602],
    ['another’s address', [fields, OTHER], 4100],
  ])('refuses %s without a screen', async (_, params, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method, params })).rejects.toMatchObject({ data: { eipCode } })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('eth_signTypedData_v3', () => {
  test('signs data without lists as version 4 does', async () => {
    const { request, show } = openDapp(userWith(1))
    const params = [FIRST, JSON.stringify(permit(1))]
    expect(await request({ method: 'eth_signTypedData_v3', params })).toBe('0xsigned')
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'sign-typed-data',
        typedData: expect.objectContaining({ primary_type: 'Permit', message: { value: '1' } }),
      }),
    )
  })
  test('refuses lists, which version 3 lacks', async () => {
    const { request, show } = openDapp(userWith(1))
    const types = { Permit: [{ name: 'values', type: 'uint256[]' }] }
    const data = { ...permit(1), types, message: { values: ['1'] } }
    const asked = request({ method: 'eth_signTypedData_v3', params: [FIRST, data] })
    await expect(asked).rejects.toMatchObject({ data: { eipCode: -32602 } })
    expect(show).not.toHaveBeenCalled()
  })
})

describe.each([
  ['eth_sendTransaction', 'send-transaction', HASH],
  ['eth_signTransaction', 'sign-transaction', '0xraw'],
])('%s', (method, kind, result) => {
  test('shows what was asked, on the page’s chain', async () => {
    const { request, show, networks } = openDapp(userWith(2))
    networks.switchTo(8453)
    const params = [{ from: SECOND, to: TO, value: '0x7', chainId: '0x2105' }]
    expect(await request({ method, params })).toBe(result)
    expect(show).toHaveBeenCalledExactlyOnceWith({
      kind,
      wallet: expect.objectContaining({ address: SECOND }),
      chainId: 8453,
      transaction: { to: TO, value: 7n },
      uiOptions: {},
    })
  })
  test('without `from` it is the provider’s account', async () => {
    const { request, show } = openDapp(userWith(2))
    await request({ method, params: [{ to: TO }], address: SECOND })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({ wallet: expect.objectContaining({ address: SECOND }) }),
    )
  })
  test.each([
    ['another’s account', [{ from: OTHER, to: TO }], undefined, 4100],
    ['another account than the provider’s', [{ from: FIRST, to: TO }], SECOND, 4100],
    ['another chain', [{ from: FIRST, to: TO, chainId: '0x2105' }], undefined, 4901],
    ['a malformed value', [{ from: FIRST, to: TO, value: '1 ETH' }], undefined, -32602],
    ['nothing', [], undefined, -32602],
    ['an object in place of a list', { from: FIRST, to: TO }, undefined, -32602],
  ])('refuses %s without a screen', async (_, params, address, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method, params, ...(address && { address }) })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
  test('of nobody is unauthorized', async () => {
    await expect(openDapp(anonymous).request({ method, params: [{ to: TO }] })).rejects.toMatchObject({
      code: 'must_be_authenticated',
      data: { eipCode: 4100 },
    })
  })
})

describe('wallet_sendTransaction', () => {
  const asked = { params: [{ from: FIRST, to: TO, value: '0x7' }] }
  const send = { method: 'eth_sendTransaction', ...asked }
  const sendAgain = { method: 'wallet_sendTransaction', ...asked }
  const short = insufficientFunds()
  test('is another name of eth_sendTransaction', async () => {
    const { request, show } = openDapp(userWith(1))
    expect(await request(sendAgain)).toBe(HASH)
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'send-transaction', transaction: { to: TO, value: 7n } }),
    )
  })
  test('after a refusal of the same transaction it has the same answer, and nobody is asked twice', async () => {
    const { request, show } = openDapp(userWith(1))
    show.mockRejectedValueOnce(short)
    const refusal = { data: { eipCode: -32000 }, message: insufficientFunds().message }
    await expect(request(send)).rejects.toMatchObject(refusal)
    await expect(request(sendAgain)).rejects.toMatchObject(refusal)
    expect(show).toHaveBeenCalledOnce()
    // Once: the person may have added funds by the time the dapp asks anew.
    expect(await request(sendAgain)).toBe(HASH)
  })
  test('another transaction than the refused one is asked for', async () => {
    const { request, show } = openDapp(userWith(1))
    show.mockRejectedValueOnce(short)
    await expect(request(send)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(await request({ ...sendAgain, params: [{ ...asked.params[0], value: '0x8' }] })).toBe(HASH)
  })
  test.each([
    ['an hour later', short, 3_600_000],
    ['after a person’s own no, after which no library asks by itself', rejectedByUser(), 0],
  ])('%s it is asked for anew', async (_, why, laterMs) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const { request, show } = openDapp(userWith(1))
    show.mockRejectedValueOnce(why)
    await expect(request(send)).rejects.toMatchObject({ code: why.code })
    now.mockReturnValue(1_000 + laterMs)
    expect(await request(sendAgain)).toBe(HASH)
    expect(show).toHaveBeenCalledTimes(2)
    now.mockRestore()
  })
  test('a refusal is forgotten once the same transaction is sent', async () => {
    const { request, show } = openDapp(userWith(1))
    show.mockRejectedValueOnce(short)
    await expect(request(send)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(await request(send)).toBe(HASH)
    expect(await request(sendAgain)).toBe(HASH)
  })
})

describe('a chain without endpoints', () => {
  const complete = { to: TO, nonce: '0x0', gas: '0x5208', gasPrice: '0x1' }
  test('shows a complete transaction that is to be signed', async () => {
    const { request, show } = openDapp(userWith(1), WITHOUT_NODE)
    expect(await request({ method: 'eth_signTransaction', params: [complete] })).toBe('0xraw')
    expect(show).toHaveBeenCalledOnce()
  })
  test.each([
    ['an incomplete one', 'eth_signTransaction', { to: TO }, /lacks: nonce, gas/],
    ['one that is to be sent', 'eth_sendTransaction', complete, /neither read nor send/],
  ])('%s is 4901 at once: no person could mend it', async (_, method, transaction, message) => {
    const { request, show } = openDapp(userWith(1), WITHOUT_NODE)
    await expect(request({ method, params: [transaction] })).rejects.toMatchObject({
      data: { eipCode: 4901 },
      message: expect.stringMatching(message),
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('eth_sign7702Authorization', () => {
  test('always shows its screen, and answers as viem and ethers read it', async () => {
    const { request, show } = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    const word = `0x${'1'.repeat(64)}`
    show.mockResolvedValue({
      authorization: { contract: TO, chain_id: 1, nonce: '0x5', r: word, s: word, y_parity: 1 },
    })
    const params = [{ contractAddress: TO, nonce: '0x5' }]
    expect(await request({ method: 'eth_sign7702Authorization', params })).toEqual({
      address: TO,
      chainId: '0x1',
      nonce: '0x5',
      r: word,
      s: word,
      yParity: '0x1',
    })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({
        kind: 'sign-authorization',
        authorization: { contract: TO, chainId: 1, nonce: 5 },
      }),
    )
  })
  test.each([
    ['no contract', [{ nonce: '0x1' }], -32602],
    ['all chains without a nonce', [{ address: TO, chainId: '0x0' }], -32602],
    ['a chain without endpoints and no nonce', [{ address: TO }], 4901],
  ])('%s is refused', async (_, params, eipCode) => {
    const { request, show } = openDapp(userWith(1))
    await expect(request({ method: 'eth_sign7702Authorization', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('reads', () => {
  test('go to the current chain’s node as they are', async () => {
    const gateway = await startGateway('', '0x1')
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x10' }))
    const { request } = openDapp(anonymous, {
      chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [gateway.url] }],
    })
    expect(await request({ method: 'eth_getBalance', params: [TO, 'latest'] })).toBe('0x10')
    expect(gateway.seen).toMatchObject([{ method: 'eth_getBalance', params: [TO, 'latest'] }])
    // What dapps leave out because other wallets fill it in, and some nodes ask for.
    await request({ method: 'eth_getCode', params: [TO] })
    await request({ method: 'eth_getStorageAt', params: [TO, '0x0'] })
    await request({ method: 'eth_getBlockByNumber', params: ['0x1'] })
    expect(gateway.seen.slice(1)).toMatchObject([
      { method: 'eth_getCode', params: [TO, 'latest'] },
      { method: 'eth_getStorageAt', params: [TO, '0x0', 'latest'] },
      { method: 'eth_getBlockByNumber', params: ['0x1'] },
    ])
    await gateway.stop()
  })
  test('on a chain without endpoints are 4901', async () => {
    await expect(
      openDapp(anonymous, WITHOUT_NODE).request({ method: 'eth_blockNumber' }),
    ).rejects.toMatchObject({
      data: { eipCode: 4901 },
      message: expect.stringMatching(/no RPC endpoint for Ethereum/),
    })
  })
})

describe('without a screen', () => {
  const send = { method: 'personal_sign', params: ['0x6869', FIRST] }
  test('only where the server permits it, whatever the page asks', async () => {
    const enforced = openDapp(userWith(1), { showWalletUIs: false })
    expect(await enforced.request(send)).toBe('0xsigned')
    expect(enforced.signMessage).not.toHaveBeenCalled()
    const permitted = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    expect(await permitted.request(send)).toBe('0xsilent')
    expect(permitted.show).not.toHaveBeenCalled()
  })
  test('typed data is signed by the key that the wallet has', async () => {
    const { request, perform } = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    await request({ method: 'eth_signTypedData_v4', params: [FIRST, permit()] })
    expect(perform).toHaveBeenCalledWith(
      expect.objectContaining({ address: FIRST }),
      expect.objectContaining({ method: 'eth_signTypedData_v4' }),
      expect.any(AbortSignal),
    )
  })
  test.each([
    ['more than the wallet has', { eth_getBalance: '0x0' }, {}, 'insufficient_balance'],
    [
      'a fee that no one means',
      {},
      { gas: '0x5208', gasPrice: `0x${parseUnits('1', 16).toString(16)}` },
      'transaction_failure',
    ],
  ])('%s is not sent', async (_, answers, fields, code) => {
    const gateway = await startGateway('', '0x1')
    const all: Record<string, unknown> = {
      eth_getTransactionCount: '0x0',
      eth_getBalance: `0x${parseUnits('1000', 18).toString(16)}`,
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1' },
      eth_maxPriorityFeePerGas: '0x1',
      eth_gasPrice: '0x2',
      ...answers,
    }
    gateway.behave(async ({ method }) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: all[method] }))
    const { request, perform } = openDapp(userWith(1), {
      enforceWalletUis: false,
      showWalletUIs: false,
      chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [gateway.url] }],
    })
    const params = [{ to: TO, value: '0x1', ...fields }]
    await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({ code })
    expect(perform).not.toHaveBeenCalled()
    await gateway.stop()
  })
})

test('a page’s own mistakes do not reach the handlers as defects', async () => {
  const { request } = openDapp(userWith(1))
  const circle: unknown[] = []
  circle.push(circle)
  vi.spyOn(console, 'error')
  for (const params of [circle, { a: 1n }, [new Map()]])
    await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({
      data: { eipCode: -32602 },
    })
})

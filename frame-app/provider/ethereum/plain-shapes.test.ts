import { describe, expect, test } from 'vitest'
import { FIRST, openDapp, userWith } from './testing/dapp.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = {
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { name: 'Token' },
  message: { value: '1' },
}

describe('parameters beyond those of the method are passed over', () => {
  test.each([
    ['personal_sign', ['0x6869', FIRST, ''], 'sign-message'],
    ['personal_sign', ['0x6869', FIRST, null], 'sign-message'],
    ['personal_sign', ['0x6869', FIRST, 'a password'], 'sign-message'],
    ['eth_signTypedData_v4', [FIRST, typedData, null], 'sign-typed-data'],
    ['eth_signTypedData_v4', [FIRST, typedData, 'V4', {}], 'sign-typed-data'],
    ['eth_sendTransaction', [{ to: TO }, '', null], 'send-transaction'],
    ['eth_signTransaction', [{ to: TO }, '', null], 'sign-transaction'],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls: [{ to: TO }] }, null], 'send-calls'],
  ])('%s %j', async (method, params, kind) => {
    const { request, show } = openDapp(userWith(1))
    await request({ method, params })
    expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind }))
    expect(JSON.stringify(show.mock.calls)).not.toContain('a password')
  })
  test.each([
    ['wallet_switchEthereumChain', [{ chainId: '0x2105' }, FIRST], null],
    ['wallet_addEthereumChain', [{ chainId: '0x2105', chainName: 'Base' }, FIRST], null],
    ['wallet_revokePermissions', [{ eth_accounts: {} }, {}], null],
    ['wallet_getCapabilities', [FIRST, null], { '0x1': expect.anything(), '0x2105': expect.anything() }],
    ['wallet_getCapabilities', [FIRST, ['0x1'], 'x'], { '0x1': expect.anything() }],
  ])('%s %j', async (method, params, result) => {
    expect(await openDapp(userWith(1)).request({ method, params })).toEqual(result)
  })
})

describe('permissions beside eth_accounts', () => {
  const both = [{ eth_accounts: {}, 'endowment:permitted-chains': {} }]
  test('are not given, and the accounts are', async () => {
    const granted = await openDapp(userWith(1)).request({ method: 'wallet_requestPermissions', params: both })
    expect(granted).toEqual([expect.objectContaining({ parentCapability: 'eth_accounts' })])
  })
  test('are not there to be revoked, and the accounts are', async () => {
    const { request } = openDapp(userWith(1))
    expect(await request({ method: 'wallet_revokePermissions', params: both })).toBeNull()
    expect(await request({ method: 'eth_accounts' })).toEqual([])
  })
})

test.each([[8453], ['0x2105'], ['0x02105']])('the chain id %j is read', async chainId => {
  const { request } = openDapp(userWith(1))
  await request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  expect(await request({ method: 'eth_chainId' })).toBe('0x2105')
})
test.each([[1.5], [2 ** 53], [-1], ['8453'], [0], [true]])('the chain id %j is refused', async chainId => {
  const { request } = openDapp(userWith(1))
  await expect(
    request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }),
  ).rejects.toMatchObject({ data: { eipCode: -32602 }, message: expect.stringMatching(/^chainId must be /) })
})

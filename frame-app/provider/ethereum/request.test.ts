import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, test } from 'vitest'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import { exitedLogin } from '../../requests/login/request.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { anonymous, FIRST, OTHER, openDapp, SECOND, userWith } from './testing/dapp.ts'

describe('eth_requestAccounts', () => {
  test('logs in and makes the first wallet where there is none', async () => {
    const { request, requestLogin, createFirst } = openDapp(anonymous)
    await expect(request({ method: 'eth_requestAccounts' })).resolves.toEqual([FIRST])
    expect(requestLogin).toHaveBeenCalledOnce()
    expect(createFirst).toHaveBeenCalledOnce()
  })
  test('asks for nothing when there is a wallet', async () => {
    const { request, requestLogin, createFirst } = openDapp(userWith(2))
    await expect(request({ method: 'eth_requestAccounts' })).resolves.toEqual([FIRST, SECOND])
    expect(requestLogin).not.toHaveBeenCalled()
    expect(createFirst).not.toHaveBeenCalled()
  })
  test('of a provider whose address is not the user’s is unauthorized', async () => {
    const { request } = openDapp(userWith(1))
    await expect(request({ method: 'eth_requestAccounts', address: OTHER })).rejects.toMatchObject({
      data: { eipCode: 4100 },
    })
  })
  test('a login that is left is a user’s rejection', async () => {
    const { request, requestLogin } = openDapp(anonymous)
    requestLogin.mockRejectedValue(exitedLogin())
    await expect(request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 'exited_auth_flow',
      data: { eipCode: 4001 },
      message: expect.stringMatching(/^User rejected the request\..*user denied/),
    })
  })
  test('a wallet that cannot be made is an internal error', async () => {
    const { request, createFirst } = openDapp(anonymous)
    createFirst.mockRejectedValue(clientError('service_unavailable', 'offline'))
    await expect(request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      data: { eipCode: -32603 },
    })
  })
})

test('what is asked right after the accounts were given up does not overtake it', async () => {
  const { request } = openDapp(userWith(1))
  const params = [{ eth_accounts: {} }]
  const asked = [request({ method: 'wallet_revokePermissions', params }), request({ method: 'eth_accounts' })]
  expect(await asked[1]).toEqual([])
  expect(await asked[0]).toBeNull()
})

test.each([
  ['eth_accounts', anonymous, undefined, []],
  ['eth_accounts', userWith(2), undefined, [FIRST, SECOND]],
  ['eth_accounts', userWith(2), SECOND.toUpperCase().replace('0X', '0x'), [SECOND]],
  ['eth_accounts', userWith(2), OTHER, []],
  ['eth_coinbase', anonymous, undefined, null],
  ['eth_coinbase', userWith(2), undefined, FIRST],
  ['eth_coinbase', userWith(2), SECOND, SECOND],
  ['eth_chainId', anonymous, undefined, '0x1'],
  ['net_version', anonymous, undefined, '1'],
])('%s answers silently', async (method, snapshot, address, expected) => {
  const { request, show } = openDapp(snapshot as SessionSnapshot)
  await expect(request({ method, ...(address && { address }) })).resolves.toEqual(expected)
  expect(show).not.toHaveBeenCalled()
})

describe('personal_sign', () => {
  test.each([
    ['hex bytes', '0x68656c6c6f', 'hex'],
    ['no bytes', '0x', 'hex'],
    ['text', 'hello', 'utf-8'],
    ['text that starts like a number', '0 x', 'utf-8'],
  ])('%s: shown and signed as they are', async (_, data, encoding) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method: 'personal_sign', params: [data, SECOND] })).resolves.toBe('0xsigned')
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'sign-message',
        message: data,
        encoding,
        wallet: expect.objectContaining({ address: SECOND }),
      }),
    )
  })
  test.each([
    ['the other order', [FIRST, '0x6869'], undefined, -32602],
    ['no address', ['0x6869'], undefined, -32602],
    ['no list', { data: '0x6869', address: FIRST }, undefined, -32602],
    ['no parameters', undefined, undefined, -32602],
    ['a string of parameters', '0x6869', undefined, -32602],
    ['half a byte', ['0x686', FIRST], undefined, -32602],
    ['no hex after 0x', ['0xzz', FIRST], undefined, -32602],
    ['an address with a wrong length', ['0x6869', FIRST.slice(0, -1)], undefined, -32602],
    ['a lone surrogate', ['\udc00', FIRST], undefined, -32602],
    ['more bytes than can be shown', [`0x${'00'.repeat(65_537)}`, FIRST], undefined, -32602],
    ['an address that is not the user’s', ['0x6869', OTHER], undefined, 4100],
    ['another address than the provider’s', ['0x6869', FIRST], SECOND, 4100],
  ])('%s is refused without a screen', async (_, params, address, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(
      request({ method: 'personal_sign', params, ...(address && { address }) }),
    ).rejects.toMatchObject({ data: { eipCode } })
    expect(show).not.toHaveBeenCalled()
  })
  test('of nobody is unauthorized', async () => {
    const { request } = openDapp(anonymous)
    await expect(request({ method: 'personal_sign', params: ['0x6869', FIRST] })).rejects.toMatchObject({
      code: 'must_be_authenticated',
      data: { eipCode: 4100 },
    })
  })
  test('rejected by the person is 4001', async () => {
    const { request, show } = openDapp(userWith(1))
    show.mockRejectedValue(rejectedByUser())
    await expect(request({ method: 'personal_sign', params: ['0x6869', FIRST] })).rejects.toMatchObject({
      code: 'user_rejected',
      data: { eipCode: 4001 },
      // viem and wallet-adapter; ethers 5 and web3.js.
      message: expect.stringMatching(/^User rejected the request\..*user denied/),
    })
  })
})

test.each([
  'eth_getWork',
  'anvil_setBalance',
  'debug_traceTransaction',
  'personal_unlockAccount',
  'constructor',
  '__proto__',
  'toString',
  '',
])('the method %j does not exist, in the words by which libraries fall back to others', async method => {
  const { request } = openDapp(userWith(1))
  await expect(request({ method, params: [FIRST, '0x00'] })).rejects.toMatchObject({
    code: 'not_supported',
    data: { eipCode: -32601 },
    message: `The method "${method}" does not exist / is not available.`,
  })
})

test.each([
  ['eth_sign', 'Use personal_sign'],
  ['eth_getEncryptionPublicKey', 'Keep keys for encryption in your application'],
  ['eth_decrypt', 'Keep keys for encryption in your application'],
])('%s is refused with 4200, and says what to do: %s', async (method, instead) => {
  const { request, show } = openDapp(userWith(1))
  await expect(request({ method, params: [FIRST, '0x00'] })).rejects.toMatchObject({
    code: 'not_supported',
    data: { eipCode: 4200 },
    message: expect.stringContaining(instead),
  })
  expect(show).not.toHaveBeenCalled()
})

test('an error of ours that has a number keeps it, and a defect stays a defect', async () => {
  const { request, show } = openDapp(userWith(1))
  show.mockRejectedValue(new TypeError('defect'))
  await expect(request({ method: 'personal_sign', params: ['0x6869', FIRST] })).rejects.toThrow(TypeError)
})

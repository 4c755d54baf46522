import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, encodeErrorResult, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { call } from 'viem/actions'
import { serializeErc8010Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askNode } from './process/ask-node.ts'
import { startTestMailer, type TestMailer } from './testing/test-mailer.ts'

const LOOKUP = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])

/** A node, whose contracts answer every call with an address to ask (ERC-3668); and what lies at that address. */
let site: Server
let origin: string
let mailer: TestMailer
/** A contract of the attacker's, and a key's account that is delegated to it (EIP-7702). */
const contract: Address = '0x00000000000000000000000000000000c0ffee00'
const owner = privateKeyToAccount(generatePrivateKey())
const asked: string[] = []

beforeAll(async () => {
  site = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.url !== '/node') {
      asked.push(`${request.url}`)
      return void response.end('{"data":"0x"}')
    }
    const { method, params } = JSON.parse(text)
    asked.push(method)
    if (method === 'eth_getCode')
      return void response.end(JSON.stringify({ result: `0xef0100${contract.slice(2)}` }))
    response.end(
      JSON.stringify({ error: { code: 3, message: 'execution reverted', data: lookup(params[0].to) } }),
    )
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const walletNodes = { urls: { '1': `${origin}/node` }, providerUrl: null, projectId: null }
  mailer = await startTestMailer({ walletNodes })
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await mailer.stop()
  site.closeAllConnections()
  site.close()
})

const lookup = (asking: Address | undefined): Hex =>
  encodeErrorResult({
    abi: LOOKUP,
    errorName: 'OffchainLookup',
    args: [asking ?? contract, [`${origin}/inside`], '0x', '0x00000000', '0x'],
  })

test('a contract sends the mailer nowhere', async () => {
  const { client } = askNode(`${origin}/node`)
  await expect(call(client, { to: contract, data: '0x' })).rejects.toThrow()
  expect(asked).toEqual(['eth_call'])
})

test('a signature that brings a delegation is not asked for', async () => {
  const authorization = await owner.signAuthorization({ address: contract, chainId: 1, nonce: 0 })
  const signature = serializeErc8010Signature({ authorization, data: '0x', signature: '0x00' })
  const digest: Hex = `0x${'11'.repeat(32)}`
  const answer = await mailer.codes.readSignature({ chainId: '1', address: owner.address, digest, signature })
  expect(answer).toEqual({ isSigned: false })
  expect(asked).toEqual([])
})

test('a contract that takes no signature is asked by one call', async () => {
  const asks = { chainId: '1', address: contract, digest: `0x${'11'.repeat(32)}`, signature: '0x00' } as const
  expect(await mailer.codes.readSignature(asks)).toEqual({ isSigned: false })
  expect(asked).toEqual(['eth_call'])
})

test.each(['0', '01', '9007199254740993', '0x1'])('a chain is not named as %s', async chainId => {
  const asks = { chainId, address: contract, digest: '0x11', signature: '0x00' } as const
  await expect(mailer.codes.readSignature(asks)).rejects.toMatchObject({ code: 'invalid_request' })
})

import { createPublicClient, hashMessage, http } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from './anvil.ts'
import { type ContractWallet, newContractWallet } from './contract-wallet.ts'

describe('a wallet that is a contract', () => {
  let anvil: Anvil
  let other: Anvil
  beforeAll(async () => {
    const started = await Promise.all([startAnvil(), startAnvil({ chainId: 31_338 })])
    anvil = started[0]
    other = started[1]
  })
  afterAll(() => Promise.all([anvil.stop(), other.stop()]))

  const siwe = ({ address }: ContractWallet) =>
    createSiweMessage({
      address,
      chainId: anvil.chainId,
      domain: 'shop.example',
      nonce: 'abcdefgh12345678',
      uri: 'https://shop.example',
      version: '1',
    })
  const verify = (message: string, signature: `0x${string}`, on = anvil) =>
    createPublicClient({ transport: http(on.url) }).verifySiweMessage({ message, signature })

  it('signs in once it is deployed, by its owner alone and on its chain alone', async () => {
    const wallet = await newContractWallet(anvil)
    await wallet.deploy()
    const message = siwe(wallet)
    const signature = await wallet.signMessage(message)
    expect(signature).toHaveLength(132)
    expect(await verify(message, signature)).toBe(true)
    expect(await verify(`${message} `, signature)).toBe(false)
    expect(await verify(message, await wallet.owner.signMessage({ message }))).toBe(false)
    const stranger = await newContractWallet(anvil)
    expect(await verify(message, await stranger.signHash(hashMessage(message)))).toBe(false)
    const there = await newContractWallet(other, { owner: wallet.owner })
    expect(there.address).toBe(wallet.address)
    await there.deploy()
    expect(await verify(message, signature, other)).toBe(false)
  })

  it('signs in before it is deployed, and is not deployed by that', async () => {
    const wallet = await newContractWallet(anvil)
    const message = siwe(wallet)
    const signature = await wallet.signMessage(message)
    expect(signature).toMatch(/(6492){16}$/)
    expect(await verify(message, signature)).toBe(true)
    expect(await verify(message, await wallet.signHash(hashMessage(message)))).toBe(false)
    const another = await newContractWallet(anvil, { owner: wallet.owner, salt: 1 })
    expect(await verify(message, await another.signHashUndeployed(hashMessage(message)))).toBe(false)
    expect(await anvil.request('eth_getCode', [wallet.address, 'latest'])).toBe('0x')
  })
})

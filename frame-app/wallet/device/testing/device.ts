import { makeRecipient, sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { type Hex, hexToBytes, verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createExclusive } from '../../../session/exclusive.ts'
import type { DeviceWallet } from '../../../session/held-wallet.ts'
import type { BroughtKey } from '../../../vault/set/brought-key.ts'
import { MemoryShareStore, OWNER } from '../../../vault/testing/set-fixtures.ts'
import { createDeviceWallets, type DeviceWallets, type DeviceWalletsParts } from '../device-wallets.ts'
import { FaultLine } from './fault-line.ts'
import { createSetServer } from './set-server.ts'

/** A recovery by a passcode. */
export const passcode = (text: string) => ({ method: 'user-passcode', text }) as const
export const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
export const SOLANA = { chainType: 'solana', walletIndex: 0 } as const

/** Of a way in, as the server's stand-in takes it. */
export const PROOF = { step_up: 'S'.repeat(43) }
/** A private key that everybody knows, and the address that it makes. */
const KNOWN_KEY = `0x${'01'.repeat(32)}` as const
export const KNOWN_ADDRESS = privateKeyToAddress(KNOWN_KEY)
/** That key, as the document that it is typed into encrypts it for a vault. */
export async function broughtKey(to: DeviceWallets): Promise<BroughtKey> {
  const recipient = await to.importRecipient()
  return {
    recipient,
    sealed: await sealKey(recipient, hexToBytes(KNOWN_KEY)),
    ...{ chainType: 'ethereum', address: KNOWN_ADDRESS, entropy: { type: 'private-key' } },
  }
}
/** The document that shows keys. */
export const secretsDocument = makeRecipient()

const { signal } = new AbortController()
/** A signature is the same for the same key and message, and so is what it is worth. */
const verified = new Map<string, Promise<boolean>>()

/** A server of one user, their device, and what goes wrong between them. */
export function createDevice() {
  const line = new FaultLine()
  const server = createSetServer()
  const disk = new MemoryShareStore()

  /** A page of the wallet on a device: a new one is a reload, or another tab. */
  const page = (shares = disk, parts: Partial<DeviceWalletsParts> = {}): DeviceWallets =>
    createDeviceWallets({
      ...line.page(shares, server.api),
      exclusive: createExclusive('test', undefined),
      owner: () => OWNER,
      knownAddress: () => (server.stored?.wallets[0] ?? server.stored?.imported[0])?.address ?? null,
      ...parts,
    })
  const wallet = (index: number): DeviceWallet => ({
    custody: 'device',
    address: server.stored?.wallets.find(it => it.chain_type === 'ethereum' && it.wallet_index === index)
      ?.address as string,
    chainType: 'ethereum',
    walletIndex: index,
    walletClientType: 'vitrine',
    connectorType: 'embedded',
    imported: false,
    delegated: false,
    recoveryMethod: 'privy',
  })
  const imported = (): DeviceWallet => ({
    ...wallet(0),
    address: KNOWN_ADDRESS,
    walletIndex: null,
    imported: true,
  })
  const signs = async (by: DeviceWallets, key: DeviceWallet): Promise<boolean> => {
    const request = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } } as const
    const { signature } = await by.perform<'personal_sign'>(key, request, signal)
    const address = key.address as Hex
    const name = `${address} ${signature}`
    const answer =
      verified.get(name) ?? verifyMessage({ address, message: 'hello', signature: signature as Hex })
    verified.set(name, answer)
    return answer
  }
  return {
    line,
    server,
    disk,
    page,
    /** A page whose session has not heard of the wallets that the user has by now. */
    stale: (shares = disk) => page(shares, { knownAddress: () => null }),
    wallet,
    imported,
    /** Whether a page signs with an Ethereum wallet of the set, by its key. */
    signs: (by: DeviceWallets, index = 0) => signs(by, wallet(index)),
    /** Whether it signs with the key that was brought. */
    signsImported: (by: DeviceWallets) => signs(by, imported()),
    /** The first wallet's key, for the document that shows it. */
    exports: async (by: DeviceWallets) =>
      by.exportKey(wallet(0), 'private-key', (await secretsDocument).spki, PROOF, signal),
  }
}
export type Device = ReturnType<typeof createDevice>

import { type Hex, verifyMessage } from 'viem'
import { createExclusive } from '../../../session/exclusive.ts'
import type { DeviceWallet } from '../../../session/held-wallet.ts'
import { MemoryShareStore, OWNER } from '../../../vault/testing/set-fixtures.ts'
import { createDeviceWallets, type DeviceWallets, type DeviceWalletsParts } from '../device-wallets.ts'
import { FaultLine } from './fault-line.ts'
import { createSetServer } from './set-server.ts'

/** A recovery by a passcode. */
export const passcode = (text: string) => ({ method: 'user-passcode', text }) as const
export const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
export const SOLANA = { chainType: 'solana', walletIndex: 0 } as const

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
      knownAddress: () => server.stored?.wallets[0]?.address ?? null,
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
  return {
    line,
    server,
    disk,
    page,
    /** A page whose session has not heard of the wallets that the user has by now. */
    stale: (shares = disk) => page(shares, { knownAddress: () => null }),
    /** Whether a page signs with an Ethereum wallet of the set, by its key. */
    async signs(by: DeviceWallets, index = 0): Promise<boolean> {
      const request = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } } as const
      const { signature } = await by.perform<'personal_sign'>(wallet(index), request, signal)
      const address = wallet(index).address as Hex
      const name = `${address} ${signature}`
      const answer =
        verified.get(name) ?? verifyMessage({ address, message: 'hello', signature: signature as Hex })
      verified.set(name, answer)
      return answer
    },
  }
}
export type Device = ReturnType<typeof createDevice>

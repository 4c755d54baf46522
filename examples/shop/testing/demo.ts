import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { anvilBinary } from '@vitrine/shared/chains/anvil-binary.mjs'
import { DEMO_DOLLAR } from '@vitrine/shared/chains/demo-chain.ts'
import { type Address, createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Customer } from '../backend/customers.ts'
import { DOLLAR_ABI } from '../chain/dollars.ts'
import { type DemoChain, startChain } from '../chain/start-chain.ts'

export interface TestChain extends DemoChain {
  stop(): Promise<void>
}

/** The demo chain on a port of its own. */
export async function startTestChain(stateFile: string | null = null): Promise<TestChain> {
  const stopping = new AbortController()
  const chain = await startChain({
    binary: anvilBinary(),
    port: await freePort(),
    walletOrigin: 'http://localhost:4401',
    stateFile,
    signal: stopping.signal,
  })
  return {
    ...chain,
    async stop() {
      stopping.abort()
      await chain.ended
    },
  }
}

/** Somebody with a wallet, who can pay by it. */
export function createPerson({ url }: DemoChain) {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = createWalletClient({ account, transport: http(url), pollingInterval: 50 }).extend(
    publicActions,
  )
  const customer: Customer = {
    id: `user of ${account.address}`,
    email: 'ada@mail.example',
    wallets: [account.address],
  }
  return {
    account,
    client,
    customer,
    /** @returns the transaction's hash, once it stands in a block */
    async pay(to: Address, amount: bigint, token: Address = DEMO_DOLLAR.address): Promise<Hex> {
      const hash = await client.writeContract({
        ...{ address: token, abi: DOLLAR_ABI, functionName: 'transfer', args: [to, amount] },
        chain: null,
      })
      await client.waitForTransactionReceipt({ hash })
      return hash
    },
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

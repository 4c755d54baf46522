import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { anvilBinary } from '../anvil-binary.mjs'

/** A real Ethereum node on this machine, with a chain of its own. */
export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** One JSON-RPC request. @throws Error with the node's words */
  request<T>(method: string, params?: readonly unknown[]): Promise<T>
  /** Gives an address so much of the native token. @param wei */
  fund(address: string, wei: bigint): Promise<void>
  /** Until a transaction stands in a block: the node answers a send before it makes one. @throws Error when it reverted */
  mined(hash: string): Promise<void>
  /** Ends it at once, as a crash does. */
  stop(): Promise<void>
}

export interface AnvilOptions {
  readonly chainId?: number
  /** Blocks come only by `evm_mine`. */
  readonly noMining?: boolean
  readonly port?: number
}

export async function startAnvil({ chainId = 31_337, noMining, port }: AnvilOptions = {}): Promise<Anvil> {
  const at = port ?? (await freePort())
  const url = `http://127.0.0.1:${at}`
  const child = spawn(
    anvilBinary(),
    ['--silent', '--port', String(at), '--chain-id', String(chainId), ...(noMining ? ['--no-mining'] : [])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const request = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  await answers(child, () => request('eth_chainId'))
  return {
    url,
    chainId,
    request,
    async fund(address, wei) {
      await request('anvil_setBalance', [address, `0x${wei.toString(16)}`])
    },
    async mined(hash) {
      const receipt = await eventually(() =>
        request<{ status: string } | null>('eth_getTransactionReceipt', [hash]),
      )
      if (receipt.status !== '0x1') throw new Error(`${hash} was reverted`)
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function answers(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  let log = ''
  child.stderr?.on('data', chunk => {
    log += chunk
  })
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`anvil ended:\n${log}`)
    return ask().catch(() => null)
  })
}

async function eventually<T>(ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error('anvil did not answer in time')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

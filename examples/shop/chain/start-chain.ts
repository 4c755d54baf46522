import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createPublicClient, createWalletClient, http, publicActions } from 'viem'
import { deployContracts } from './deploy.ts'

export interface ChainOptions {
  /** Anvil's; see `shared/chains/anvil-binary.mjs`. */
  readonly binary: string
  readonly port: number
  /** The only pages that may read and send there: the wallet's. */
  readonly walletOrigin: string
  /** What the chain knows is kept there from one run to the next; `null`: in memory alone. */
  readonly stateFile: string | null
  /** Ends the node, also while it starts. */
  readonly signal: AbortSignal
}

/** Anvil's first account, which it signs for: it deploys the contracts and gives demo money. */
const ISSUER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** @param url of a node that signs for `ISSUER` */
export const connectIssuer = (url: string) =>
  createWalletClient({
    account: ISSUER,
    // A block comes with a transaction, so there is nothing to wait for but the answer.
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 50,
  }).extend(publicActions)

/** The demo chain, asked and told as its issuer. Only this machine reaches it. */
export type IssuerClient = ReturnType<typeof connectIssuer>

export interface DemoChain {
  readonly url: string
  readonly client: IssuerClient
  /** Resolves when the node has ended, told to or by itself; its state is written then. */
  readonly ended: Promise<void>
}

/** Starts a local Ethereum node with the shop's coin on it. @throws Error with the node's words */
export async function startChain(options: ChainOptions): Promise<DemoChain> {
  const { binary, port, walletOrigin, stateFile, signal } = options
  if (stateFile !== null) await prepareState(stateFile)
  const child = spawn(
    binary,
    [
      ...['--silent', '--host', '127.0.0.1', '--port', String(port)],
      // Any page that is open in this browser could spend the demo's money else.
      ...['--allow-origin', walletOrigin],
      ...(stateFile === null ? [] : ['--state', stateFile]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.stderr.on('data', chunk => {
    log += chunk
  })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  // However we end: nobody else knows of it.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let isOver = false
  const ended = new Promise<void>(resolve => {
    const end = () => {
      isOver = true
      process.off('exit', kill)
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  guardChain(child)
  const url = `http://127.0.0.1:${port}`
  const client = connectIssuer(url)
  try {
    const probe = createPublicClient({ transport: http(url, { retryCount: 0, timeout: 1_000 }) })
    while (!(await probe.getChainId().catch(() => null))) {
      if (isOver) throw new Error(`The demo chain did not start. ${log.trim()}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    await deployContracts(client)
  } catch (error) {
    stop()
    await ended
    throw error
  }
  return { url, client, ended }
}

/**
 * Ends the node when this process is killed, which can then end nothing itself: a shell waits at a pipe, and sees that its other
 * end is gone. A line there dismisses it.
 */
function guardChain(child: ChildProcess): void {
  const script = 'read -r _ || kill "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'vitrine-chain-guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal reaches the shop alone.
    detached: true,
  })
  // Where there is no such shell, the node outlives a shop that is killed.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  child.once('exit', () => guard.stdin.end('\n'))
}

/** A state that was half written when the machine went down is put aside: demo money is no reason not to start. */
async function prepareState(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o711 })
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  try {
    JSON.parse(text)
  } catch {
    await rename(file, `${file}.broken`)
  }
}

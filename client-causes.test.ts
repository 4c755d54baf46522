import { readFileSync } from 'node:fs'
import {
  address,
  type Blockhash,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { toErrorBody } from '@vitrine/shared/bridge/frame.ts'
import { clientError, requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  connect,
  createConfig,
  estimateGas as estimateGasByWagmi,
  injected,
  sendTransaction,
  switchChain,
} from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { providers } from 'ethers5'
import { type Address, createWalletClient, custom } from 'viem'
import { estimateGas } from 'viem/actions'
import { base, mainnet, polygon } from 'viem/chains'
import { describe, expect, test, vi } from 'vitest'
import { Web3 as Web34 } from 'web3-4'
import { insufficientFunds } from './frame-app/approval/approval-failure.ts'
import { refusedByNode } from './frame-app/chains/ethereum/rpc-error.ts'
import { onChainFailure } from './frame-app/chains/solana/transaction-error.ts'
import { FIRST, openDapp, userWith } from './frame-app/provider/ethereum/testing/dapp.ts'
import { rejectedByUser } from './frame-app/requests/kind/rejected-by-user.ts'
import { createEthereum, type EthereumProvider } from './host-sdk/ethereum.ts'
import { createSolana } from './host-sdk/solana.ts'
import { LATER } from './host-sdk/whole-later.ts'

/**
 * Each client library shows why the wallet did not do what it was asked. The frame's own handlers and the page's own provider
 * answer, and the errors cross between them in the form that crosses the bridge.
 */

type Cause =
  | 'rejection'
  | 'too little money'
  | 'wrong chain'
  | 'unknown chain'
  | 'failing simulation'
  | 'lost frame'
  | 'time-out'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** `Error("Nope.")`, as a contract reverts with it. */
const REVERT = `0x08c379a0${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${'4e6f70652e'.padEnd(64, '0')}`
const lostFrame = () => clientError('connection_lost', 'The wallet frame was unloaded.')
const reverted = () => refusedByNode({ code: 3, message: 'execution reverted: Nope.', data: REVERT })
/** Why the wallet's screen ended without a transaction. */
const ON_SCREEN: Partial<Record<Cause, () => VitrineError>> = {
  rejection: rejectedByUser,
  'too little money': insufficientFunds,
  'lost frame': lostFrame,
  'time-out': requestTimedOut,
}

/** The reads of the client libraries, as a node answers them. */
const NODE: Readonly<Record<string, unknown>> = {
  eth_blockNumber: '0x1',
  eth_gasPrice: '0x2',
  eth_maxPriorityFeePerGas: '0x1',
  eth_estimateGas: '0x5208',
  eth_getTransactionCount: '0x0',
  eth_getBlockByNumber: {
    ...{ number: '0x1', timestamp: '0x1', baseFeePerGas: '0x1', gasLimit: '0x1c9c380', gasUsed: '0x0' },
    ...{ hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'0'.repeat(64)}`, nonce: '0x0000000000000000' },
    ...{ miner: TO, extraData: '0x', difficulty: '0x0', transactions: [] },
  },
}

function openProvider(cause: Cause): EthereumProvider {
  const { request, show } = openDapp(userWith(1))
  const failure = ON_SCREEN[cause]
  if (failure) show.mockImplementation(() => Promise.reject(failure()))
  const send: Parameters<typeof createEthereum>[0] = async ({ method, params, address: of }) => {
    try {
      if (cause === 'failing simulation' && method === 'eth_estimateGas') throw reverted()
      return NODE[method] ?? (await request({ method, params, address: of } as never))
    } catch (error) {
      throw new VitrineError(toErrorBody(error))
    }
  }
  return createEthereum(send, async () => LATER).provider
}

/** On polygon, which the app does not have. */
const UNKNOWN = '0x89'
const isSimulated = (cause: Cause) => cause === 'failing simulation'
const transaction = (cause: Cause) => ({
  from: FIRST,
  to: TO,
  value: '0x1',
  ...(cause === 'wrong chain' && { chainId: '0x2105' }),
})

/** web3.js 1 has only its file for pages here. */
function loadWeb31() {
  const page: { Web3?: new (provider: unknown) => Web31 } = {}
  const code = readFileSync(new URL('node_modules/web3-1/dist/web3.min.js', import.meta.url), 'utf8')
  new Function('self', 'exports', 'module', code)(page)
  if (!page.Web3) throw new Error('web3.js 1 did not load')
  return page.Web3
}
interface Web31 {
  readonly eth: Record<'estimateGas' | 'sendTransaction', (transaction: object) => Promise<unknown>>
  readonly currentProvider: Pick<EthereumProvider, 'request'>
}
const Web31 = loadWeb31()

const switchBy = (asker: { request(request: object): Promise<unknown> }) =>
  asker.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: UNKNOWN }] })

/** Has a client library do what ends with the cause. */
const ETHEREUM: Readonly<Record<string, (provider: EthereumProvider, cause: Cause) => Promise<unknown>>> = {
  async viem(provider, cause) {
    const client = createWalletClient({
      account: FIRST as Address,
      chain: mainnet,
      transport: custom(provider),
    })
    if (cause === 'unknown chain') return client.switchChain(polygon)
    // viem leaves the chain out of what it sends, and compares it itself; a dapp of older code sends it.
    if (cause === 'wrong chain')
      return client.request({ method: 'eth_sendTransaction', params: [transaction(cause) as never] })
    // It leaves the simulation to the wallet, so the dapp asks for it by itself.
    if (isSimulated(cause)) return estimateGas(client, { to: TO, value: 1n })
    return client.sendTransaction({ to: TO, value: 1n, gas: 21_000n })
  },
  async wagmi(provider, cause) {
    vi.stubGlobal('window', new EventTarget())
    try {
      const target = () => ({ id: 'app.vitrine', name: 'Vitrine', provider: provider as never })
      const config = createConfig({
        chains: [mainnet, base, polygon],
        connectors: [injected({ target })],
        multiInjectedProviderDiscovery: false,
        storage: null,
        transports: {
          [mainnet.id]: custom(provider),
          [base.id]: custom(provider),
          [polygon.id]: custom(provider),
        },
      })
      const [connector] = config.connectors
      if (connector) await connect(config, { connector })
      if (cause === 'unknown chain') return await switchChain(config, { chainId: polygon.id })
      if (isSimulated(cause)) return await estimateGasByWagmi(config, { to: TO, value: 1n })
      const chainId = cause === 'wrong chain' ? base.id : mainnet.id
      return await sendTransaction(config, { to: TO, value: 1n, chainId, gas: 21_000n })
    } finally {
      vi.unstubAllGlobals()
    }
  },
  async 'ethers 6'(provider, cause) {
    const browser = new BrowserProvider(provider, 'any')
    try {
      if (cause === 'unknown chain')
        return await browser.send('wallet_switchEthereumChain', [{ chainId: UNKNOWN }])
      const signer = await browser.getSigner()
      return await signer.sendTransaction({
        ...transaction(cause),
        ...(!isSimulated(cause) && { gasLimit: 21_000 }),
      })
    } finally {
      browser.destroy()
    }
  },
  async 'ethers 5'(provider, cause) {
    const browser = new providers.Web3Provider(provider as never, 'any')
    if (cause === 'unknown chain') return browser.send('wallet_switchEthereumChain', [{ chainId: UNKNOWN }])
    const { chainId, ...rest } = transaction(cause)
    return browser.getSigner().sendTransaction({
      ...rest,
      ...(chainId && { chainId: Number(chainId) }),
      ...(!isSimulated(cause) && { gasLimit: 21_000 }),
    })
  },
  async 'web3.js 1'(provider, cause) {
    const { eth, currentProvider } = new Web31(provider)
    if (cause === 'unknown chain') return switchBy(currentProvider)
    if (isSimulated(cause)) return eth.estimateGas(transaction(cause))
    return eth.sendTransaction({ ...transaction(cause), gas: '0x5208' })
  },
  async 'web3.js 4'(provider, cause) {
    const { eth } = new Web34(provider as never)
    if (cause === 'unknown chain') return switchBy(provider)
    if (isSimulated(cause)) return eth.estimateGas(transaction(cause))
    const untried = { checkRevertBeforeSending: false }
    return eth.sendTransaction({ ...transaction(cause), gas: '0x5208' }, undefined, untried)
  },
}

interface Shown {
  readonly name?: string
  readonly code?: unknown
  readonly message?: string
  readonly cause?: unknown
  readonly error?: unknown
  readonly info?: { readonly error?: unknown }
}

/** An error and all that it wraps, by each field in which a library keeps the error that it was given. */
function levels(error: unknown): Shown[] {
  if (typeof error !== 'object' || error === null) return []
  const shown: Shown = error
  return [shown, ...[shown.cause, shown.error, shown.info?.error].flatMap(levels)]
}

async function failureOf(work: Promise<unknown>): Promise<Shown[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return levels(error)
}

/** How an error names its kind: a class of viem's, a code of ethers', a number of EIP-1193. */
const kinds = (errors: readonly Shown[]) => errors.flatMap(({ name, code }) => [name, String(code)])
const words = (errors: readonly Shown[]) => errors.map(({ message }) => message).join('\n')

/** Words that every client says of the cause, whatever it calls it. */
const SAID: Readonly<Record<Cause, RegExp>> = {
  rejection: /user (rejected|denied)/i,
  'too little money': /insufficient funds|balance is not enough/i,
  'wrong chain': /8453/,
  // wagmi then offers the chain, and the wallet says why it does not take it.
  'unknown chain': /does not have the chain 137|operator has allowed for this chain|has no solana:testnet/,
  'failing simulation': /Nope\.|would fail/,
  'lost frame': /The wallet frame was unloaded/,
  'time-out': /Request timed out/,
}

/** The name that each client gives each cause. A number is the wallet's own, where the library has no name for it. */
const CALLED: Readonly<Record<string, Readonly<Record<Cause, string>>>> = {
  viem: {
    rejection: 'UserRejectedRequestError',
    'too little money': 'InsufficientFundsError',
    'wrong chain': 'ChainDisconnectedError',
    'unknown chain': 'SwitchChainError',
    'failing simulation': 'ExecutionRevertedError',
    'lost frame': 'ProviderDisconnectedError',
    'time-out': 'ProviderDisconnectedError',
  },
  wagmi: {
    rejection: 'UserRejectedRequestError',
    'too little money': 'InsufficientFundsError',
    // It compares the chains itself, before it asks the wallet.
    'wrong chain': 'ChainMismatchError',
    // It calls any refusal of a chain that it offers a rejection, and keeps the wallet's error within.
    'unknown chain': '4902',
    'failing simulation': 'ExecutionRevertedError',
    'lost frame': 'ProviderDisconnectedError',
    'time-out': 'ProviderDisconnectedError',
  },
  // It knows few numbers, and keeps the others within UNKNOWN_ERROR.
  'ethers 6': {
    rejection: 'ACTION_REJECTED',
    'too little money': 'INSUFFICIENT_FUNDS',
    'wrong chain': '4901',
    'unknown chain': '4902',
    'failing simulation': 'CALL_EXCEPTION',
    'lost frame': '4900',
    'time-out': '4900',
  },
  'ethers 5': {
    rejection: 'ACTION_REJECTED',
    'too little money': 'INSUFFICIENT_FUNDS',
    'wrong chain': '4901',
    'unknown chain': '4902',
    'failing simulation': 'UNPREDICTABLE_GAS_LIMIT',
    'lost frame': '4900',
    'time-out': '4900',
  },
  'web3.js 1': {
    rejection: '4001',
    'too little money': '-32000',
    'wrong chain': '4901',
    'unknown chain': '4902',
    'failing simulation': '3',
    'lost frame': '4900',
    'time-out': '4900',
  },
  'web3.js 4': {
    rejection: '4001',
    'too little money': '-32000',
    'wrong chain': '4901',
    'unknown chain': '4902',
    'failing simulation': 'ContractExecutionError',
    'lost frame': '4900',
    'time-out': '4900',
  },
}

describe.each(Object.entries(CALLED))('%s', (client, called) => {
  test.each(Object.entries(called) as [Cause, string][])(
    'shows the cause, %s, as %s',
    async (cause, name) => {
      const ask = ETHEREUM[client]
      if (!ask) throw new Error(`Nobody asks by ${client}`)
      const errors = await failureOf(ask(openProvider(cause), cause))
      expect(kinds(errors)).toContain(name)
      expect(words(errors)).toMatch(SAID[cause])
    },
  )
})

/** On Solana a transaction names no chain, so there is no wrong one. */
type SolanaCause = Exclude<Cause, 'wrong chain'>
const ON_SOLANA: Readonly<Record<SolanaCause, () => VitrineError>> = {
  rejection: rejectedByUser,
  'too little money': () => onChainFailure('InsufficientFundsForFee'),
  'unknown chain': () => clientError('unsupported_chain_id', 'This app has no solana:testnet.'),
  'failing simulation': () => onChainFailure({ InstructionError: [0, { Custom: 1 }] }),
  'lost frame': lostFrame,
  'time-out': requestTimedOut,
}
const SOLANA_CODES: Readonly<Record<SolanaCause, string>> = {
  rejection: 'user_rejected',
  'too little money': 'insufficient_balance',
  'unknown chain': 'unsupported_chain_id',
  'failing simulation': 'transaction_failure',
  'lost frame': 'connection_lost',
  'time-out': 'client_request_timeout',
}
const PAYER = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

/** A wallet that connects, and then ends each request with the cause. */
function openSolana(cause: SolanaCause) {
  const send = async ({ method }: { readonly method: string }) => {
    if (method === 'connect') return [PAYER]
    throw new VitrineError(toErrorBody(ON_SOLANA[cause]()))
  }
  return createSolana(['solana:devnet'], { walletStandard: false }, send).wallet
}

const SOLANA: Readonly<Record<string, (cause: SolanaCause) => Promise<unknown>>> = {
  async 'wallet-adapter'(cause) {
    const wallet = openSolana(cause)
    if (!isWalletAdapterCompatibleStandardWallet(wallet)) throw new Error('wallet-adapter does not take it')
    // It is ready only in a page.
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('document', new EventTarget())
    const adapter = new StandardWalletAdapter({ wallet })
    vi.unstubAllGlobals()
    await adapter.connect()
    const payer = new PublicKey(PAYER)
    const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 })
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: BLOCKHASH }).add(transfer)
    try {
      return await adapter.sendTransaction(transaction, {
        rpcEndpoint: 'https://api.devnet.solana.com',
      } as never)
    } finally {
      adapter.destroy()
    }
  },
  async kit(cause) {
    const wallet = openSolana(cause)
    const { accounts } = await wallet.features['standard:connect'].connect()
    const [account] = accounts
    if (!account) throw new Error('No account')
    const signer = {
      address: address(account.address),
      async modifyAndSignTransactions() {
        await wallet.features['solana:signTransaction'].signTransaction({ account })
        return []
      },
    }
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      empty => setTransactionMessageFeePayerSigner(signer, empty),
      paid => {
        const lifetime = { blockhash: BLOCKHASH as Blockhash, lastValidBlockHeight: 1n }
        return setTransactionMessageLifetimeUsingBlockhash(lifetime, paid)
      },
    )
    return signTransactionMessageWithSigners(message)
  },
}

describe.each(Object.entries(SOLANA))('%s', (_, ask) => {
  test.each(Object.entries(SOLANA_CODES) as [SolanaCause, string][])(
    'shows the cause, %s, as %s',
    async (cause, code) => {
      const errors = await failureOf(ask(cause))
      expect(kinds(errors)).toContain(code)
      // wallet-adapter's own error says it too: many dapps show its message alone.
      expect(errors[0]?.message).toMatch(SAID[cause])
    },
  )
})

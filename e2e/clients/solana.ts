import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction as KitTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionModifyingSigner,
  type TransactionSigner,
  type TransactionWithinSizeLimit,
  type TransactionWithLifetime,
} from '@solana/kit'
import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import {
  Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { getWallets } from '@wallet-standard/app'

/** What a Solana dapp does by `@solana/wallet-adapter` and web3.js, or by `@solana/kit`, none of them changed. Runs in the page. */
export interface SolanaDapp {
  /** Finds the wallet by the Wallet Standard, whichever of the two was there first, and connects. @returns its address */
  connect(endpoint: string): Promise<string>
  /** @returns whether an independent library finds the signature good */
  signMessage(message: string): Promise<boolean>
  signIn(input: object): Promise<{ readonly text: string; readonly isGood: boolean }>
  /** @returns for each whether its signature is good, as an independent library finds */
  signTransactions(transfers: readonly Transfer[]): Promise<boolean[]>
  /** @returns the transaction's signature, base58, once it is on chain */
  send(transfer: Transfer): Promise<string>
  /** By kit alone, with a signer that asks the wallet. @returns the transaction's signature, base58 */
  sendByKit(transfer: Transfer): Promise<string>
  /** Written by kit; the wallet signs, sends and follows it. @returns the transaction's signature, base58 */
  sendByWallet(transfer: Transfer): Promise<string>
  events(): readonly (readonly [name: string, payload: unknown])[]
  disconnect(): Promise<void>
}

export interface Transfer {
  readonly version: 'legacy' | 0 | 1
  readonly to: string
  readonly lamports: number
}

const NAME = 'Vitrine'
const events: [string, unknown][] = []
let adapter: StandardWalletAdapter
let connection: Connection

/** Kept by the application from its start, as the standard's React provider does. */
const registry = getWallets()

const findWallet = () =>
  new Promise<WalletAdapterCompatibleStandardWallet>(resolve => {
    const look = () => {
      const found = registry.get().find(({ name }) => name === NAME)
      if (found && isWalletAdapterCompatibleStandardWallet(found)) resolve(found)
    }
    registry.on('register', look)
    look()
  })

function account(): PublicKey {
  if (!adapter.publicKey) throw new Error('Not connected')
  return adapter.publicKey
}

/** By web3.js, which has no version 1. */
async function make({ version, to, lamports }: Transfer): Promise<Transaction | VersionedTransaction> {
  if (version === 1) throw new Error('web3.js makes no such transaction')
  const { blockhash } = await connection.getLatestBlockhash()
  const transfer = SystemProgram.transfer({ fromPubkey: account(), toPubkey: new PublicKey(to), lamports })
  if (version === 'legacy')
    return new Transaction({ feePayer: account(), recentBlockhash: blockhash }).add(transfer)
  return new VersionedTransaction(
    new TransactionMessage({
      payerKey: account(),
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )
}

function isGood(transaction: Transaction | VersionedTransaction): boolean {
  const isVersioned = 'version' in transaction
  const signature = isVersioned ? transaction.signatures[0] : transaction.signature
  const message = isVersioned ? transaction.message.serialize() : transaction.serializeMessage()
  return signature ? ed25519.verify(new Uint8Array(signature), message, account().toBytes()) : false
}

/** A signer of kit for an account of a wallet, by the wallet's `solana:signTransaction`. */
async function kitSigner(): Promise<TransactionModifyingSigner> {
  const wallet = await findWallet()
  const [account] = wallet.accounts
  const feature = 'solana:signTransaction' in wallet.features && wallet.features['solana:signTransaction']
  if (!account || !feature) throw new Error('The wallet cannot sign')
  return {
    address: address(account.address),
    async modifyAndSignTransactions(transactions) {
      const outputs = await feature.signTransaction(
        ...transactions.map(transaction => ({
          account,
          transaction: new Uint8Array(getTransactionEncoder().encode(transaction)),
        })),
      )
      type Signed = KitTransaction & TransactionWithinSizeLimit & TransactionWithLifetime
      return outputs.map(
        ({ signedTransaction }, index) =>
          ({ ...transactions[index], ...getTransactionDecoder().decode(signedTransaction) }) as Signed,
      )
    },
  }
}

/** A transfer that the signer pays for, as kit writes it. */
async function kitMessage({ version, to, lamports }: Transfer, signer: TransactionSigner) {
  const rpc = createSolanaRpc(connection.rpcEndpoint)
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  return pipe(
    version === 1
      ? setTransactionMessageConfig(
          { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 65_536, priorityFeeLamports: 1_000n },
          createTransactionMessage({ version }),
        )
      : createTransactionMessage({ version }),
    message => setTransactionMessageFeePayerSigner(signer, message),
    message => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    message =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: signer, destination: address(to), amount: lamports }),
        message,
      ),
  )
}

const dapp: SolanaDapp = {
  async connect(endpoint) {
    connection = new Connection(endpoint, 'confirmed')
    adapter = new StandardWalletAdapter({ wallet: await findWallet() })
    adapter.on('connect', key => events.push(['connect', key.toBase58()]))
    adapter.on('disconnect', () => events.push(['disconnect', null]))
    await adapter.connect()
    return account().toBase58()
  },
  async signMessage(message) {
    const bytes = new TextEncoder().encode(message)
    const signature = await adapter.signMessage?.(bytes)
    return signature ? ed25519.verify(signature, bytes, account().toBytes()) : false
  },
  async signIn(input) {
    const output = await adapter.signIn?.(input)
    if (!output) throw new Error('The wallet has no signIn')
    return {
      text: new TextDecoder().decode(output.signedMessage),
      isGood: ed25519.verify(
        new Uint8Array(output.signature),
        new Uint8Array(output.signedMessage),
        new Uint8Array(output.account.publicKey),
      ),
    }
  },
  async signTransactions(transfers) {
    const unsigned = await Promise.all(transfers.map(make))
    return ((await adapter.signAllTransactions?.(unsigned)) ?? []).map(isGood)
  },
  async send(transfer) {
    const signature = await adapter.sendTransaction(await make(transfer), connection)
    const { value } = await connection.getSignatureStatuses([signature])
    if (value[0]?.err !== null) throw new Error(`${signature} is not on chain`)
    return signature
  },
  async sendByKit(transfer) {
    const rpc = createSolanaRpc(connection.rpcEndpoint)
    const transaction = await signTransactionMessageWithSigners(await kitMessage(transfer, await kitSigner()))
    return rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()
  },
  async sendByWallet(transfer) {
    const wallet = await findWallet()
    const [account] = wallet.accounts
    const feature =
      'solana:signAndSendTransaction' in wallet.features && wallet.features['solana:signAndSendTransaction']
    if (!account || !feature) throw new Error('The wallet cannot send')
    if (!feature.supportedTransactionVersions.includes(transfer.version as never))
      throw new Error('The wallet does not announce this version')
    const message = await kitMessage(transfer, createNoopSigner(address(account.address)))
    const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
    const [sent] = await feature.signAndSendTransaction({ account, transaction, chain: 'solana:devnet' })
    if (!sent) throw new Error('Nothing was sent')
    return getBase58Decoder().decode(sent.signature)
  },
  events: () => events,
  disconnect: () => adapter.disconnect(),
}
;(window as Window & { dapp?: SolanaDapp }).dapp = dapp

import { address, lamports, type V1TransactionConfig } from '@solana/kit'
import {
  Keypair,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { kitInstruction, kitTransaction } from '@vitrine/shared/chains/testing/kit-transaction.ts'
import { type LitesvmNode, startLitesvmNode } from '@vitrine/shared/chains/testing/litesvm-node.ts'
import { createSolanaNetworks } from '../networks.ts'
import type { SolanaNetwork, SolanaNetworks } from '../ports.ts'
import { TOKEN } from '../programs.ts'
import { mintData, tokenAccountData } from './spl-token.ts'

export const CHAIN = 'solana:devnet'

/** A node with a wallet that has 10 SOL and 100 pieces of a token with 6 decimals, and a stranger. */
export interface World {
  readonly node: LitesvmNode
  readonly network: SolanaNetwork
  readonly networks: SolanaNetworks
  readonly wallet: Keypair
  readonly stranger: Keypair
  readonly mint: string
  readonly account: string
  readonly strangersAccount: string
  /** What the frame's storage has of sent transactions. */
  readonly kept: { text: string | null }
  /** Unsigned; the wallet pays unless another does. */
  legacy(instructions: readonly TransactionInstruction[], payer?: Keypair): Uint8Array
  versioned(instructions: readonly TransactionInstruction[]): Uint8Array
  version1(instructions: readonly TransactionInstruction[], config?: V1TransactionConfig): Uint8Array
  put(at: string, data: Uint8Array, owner?: string): void
}

/** @param now the wallet's clock, Unix ms */
export async function startWorld(chain: SolanaChain = CHAIN, now = Date.now): Promise<World> {
  const node = await startLitesvmNode()
  const [wallet, stranger] = [Keypair.generate(), Keypair.generate()]
  const put = (at: string, data: Uint8Array, owner = TOKEN) =>
    node.svm.setAccount({
      address: address(at),
      programAddress: address(owner),
      lamports: lamports(10_000_000n),
      data,
      executable: false,
      space: BigInt(data.length),
    })
  const fresh = () => Keypair.generate().publicKey.toBase58()
  const [mint, account, strangersAccount] = [fresh(), fresh(), fresh()]
  for (const it of [wallet, stranger])
    node.svm.airdrop(address(it.publicKey.toBase58()), lamports(10_000_000_000n))
  put(mint, mintData(6))
  put(account, tokenAccountData(mint, wallet.publicKey.toBase58(), 100_000_000n))
  put(strangersAccount, tokenAccountData(mint, stranger.publicKey.toBase58(), 0n))

  const kept: World['kept'] = { text: null }
  const history: World['kept'] = { text: null }
  const networks = createSolanaNetworks({
    clusters: () => [{ chain, rpcUrl: node.url, socketUrl: null, blockExplorerUrl: null }],
    fetch,
    kept: {
      read: () => kept.text,
      write(text) {
        kept.text = text
      },
    },
    history: {
      read: () => history.text,
      write(text) {
        history.text = text
      },
    },
    now,
  })
  const network = networks.of(chain)
  if (!network) throw new Error('No network')
  return {
    node,
    network,
    networks,
    wallet,
    stranger,
    mint,
    account,
    strangersAccount,
    kept,
    put,
    legacy(instructions, payer = wallet) {
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        recentBlockhash: node.svm.latestBlockhash(),
      }).add(...instructions)
      return new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
    },
    versioned(instructions) {
      const message = new TransactionMessage({
        payerKey: wallet.publicKey,
        recentBlockhash: node.svm.latestBlockhash(),
        instructions: [...instructions],
      }).compileToV0Message()
      return new VersionedTransaction(message).serialize()
    },
    version1: (instructions, config = {}) =>
      kitTransaction({
        payer: wallet.publicKey.toBase58(),
        blockhash: node.svm.latestBlockhash(),
        instructions: instructions.map(kitInstruction),
        // Version 1 has no limits but those that it states.
        config: { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1_048_576, ...config },
      }),
  }
}

import { Keypair } from '@solana/web3.js'
import { keccak256, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { EthereumKeys } from '../../fixtures/wallets/ethereum-keys.ts'
import { Refusal } from '../../fixtures/wallets/refusal.ts'
import { SolanaKeys } from '../../fixtures/wallets/solana-keys.ts'
import type { Answer, Family } from '../../fixtures/wallets/wire.ts'
import { browser } from './browser-api.ts'

/** The extension's own process, which has the keys. The browser ends it when it likes, and starts it again: the keys are the same. */
const seed = keccak256(toBytes(browser.runtime.id))
const key = privateKeyToAccount(seed)
const tell = async () => undefined
const ethereum = new EthereumKeys(
  [{ address: key.address, key, signHash: hash => key.sign({ hash }) }],
  new Map([[1, '']]),
  tell,
)
const solana = new SolanaKeys([Keypair.fromSeed(toBytes(seed))], null, tell)

interface Request {
  readonly family: Family
  readonly method: string
  readonly params: unknown
}

async function answer({ family, method, params }: Request, origin: string): Promise<Answer> {
  try {
    const keys = family === 'ethereum' ? ethereum : solana
    return { does: 'give', value: await keys.answer(method, params, origin) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { does: 'refuse', code: error.code, message: error.message }
  }
}

browser.runtime.onMessage.addListener((request: Request, { origin = '' }, reply) => {
  void answer(request, origin).then(reply)
  // The answer comes later.
  return true
})

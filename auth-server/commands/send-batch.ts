import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import {
  type BatchItem,
  type BatchResult,
  batchInfo,
  batchKeyResponse,
  batchResponse,
} from '@vitrine/shared/wallet/batch-import.ts'
import { type BackendAccess, callBackend } from './call-backend.ts'
import { CommandError } from './command.ts'
import type { BroughtWallet } from './wallet-file.ts'

/** The running server, and what it is asked as. */
export interface Backend extends BackendAccess {
  /** The signer's identity key by the operator's own master key: what another one names is no place for a key. */
  readonly identity: string
}

const ENCRYPTED = 'HPKE'

/**
 * Encrypts keys for the signer and sends them. They are wiped here once they are encrypted, also where they are not sent.
 * @returns one result for each, in order. @throws CommandError when the batch as a whole was not taken
 */
export async function sendBatch(backend: Backend, wallets: readonly BroughtWallet[]): Promise<BatchResult[]> {
  try {
    const key = batchKeyResponse.safeParse(await callBackend(backend, '/wallets/import/key'))
    if (!key.success) throw new CommandError('The server gave no key to encrypt to.')
    const { encryption_public_key: recipient, import_id: importId, signature } = key.data
    const nobody = { userId: null, chainType: null, address: null }
    const named = { kind: 'import-key', appId: backend.appId, importId, recipient, ...nobody } as const
    // Who took over the API process would name a key of theirs, and read every key that is brought.
    if (!(await isStatementOf(backend.identity, { origin: backend.origin, ...named }, signature)))
      throw new CommandError(
        'The key to encrypt to is not of this server’s signer: nothing was sent. Check VITRINE_ORIGIN and the master key.',
      )
    const items: BatchItem[] = []
    for (const wallet of wallets) items.push(await sealed(recipient, wallet))
    const sent = await callBackend(backend, '/wallets/import', { import_id: importId, wallets: items })
    const answer = batchResponse.safeParse(sent)
    if (!answer.success || answer.data.results.length !== wallets.length)
      throw new CommandError('The server’s answer could not be read. Run the command again.')
    return answer.data.results
  } finally {
    for (const { secret } of wallets) secret.fill(0)
  }
}

async function sealed(recipient: string, wallet: BroughtWallet): Promise<BatchItem> {
  const { owner, chainType, address, entropyType, index, secret } = wallet
  const context = { info: batchInfo(owner), aad: new Uint8Array() }
  return {
    owner,
    wallet: {
      address,
      chain_type: chainType,
      entropy_type: entropyType,
      ...(entropyType === 'hd' && { index }),
      encryption_type: ENCRYPTED,
      ...(await sealKey(recipient, secret, context)),
    },
  }
}

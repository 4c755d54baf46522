import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import {
  type BatchItem,
  type BatchResult,
  batchInfo,
  batchKeyResponse,
  batchResponse,
} from '@vitrine/shared/wallet/batch-import.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import * as z from 'zod/mini'
import { CommandError } from './command.ts'
import type { BroughtWallet } from './wallet-file.ts'

/** The running server, and what it is asked as. */
export interface Backend {
  readonly origin: string
  readonly appId: string
  readonly secret: string
  /** The signer's identity key by the operator's own master key: what another one names is no place for a key. */
  readonly identity: string
}

const ENCRYPTED = 'HPKE'
const refusal = z.object({ error: z.string() })

/**
 * Encrypts keys for the signer and sends them. They are wiped here once they are encrypted, also where they are not sent.
 * @returns one result for each, in order. @throws CommandError when the batch as a whole was not taken
 */
export async function sendBatch(backend: Backend, wallets: readonly BroughtWallet[]): Promise<BatchResult[]> {
  try {
    const key = batchKeyResponse.safeParse(await post(backend, '/wallets/import/key'))
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
    const sent = await post(backend, '/wallets/import', { import_id: importId, wallets: items })
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

/** @throws CommandError */
async function post({ origin, appId, secret }: Backend, path: string, body?: unknown): Promise<unknown> {
  const credentials = Buffer.from(`${appId}:${secret}`).toString('base64')
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    // The secret goes where the operator said, and nowhere that somebody else says.
    redirect: 'error',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: canonicalJson(body) }),
  }).catch(() => {
    throw new CommandError(
      `The server does not answer at ${origin}. Is it running, and VITRINE_ORIGIN right?`,
    )
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const told = refusal.safeParse(answer)
  throw new CommandError(
    `The server refused (${response.status}): ${told.success ? told.data.error : 'it did not say why.'}`,
  )
}

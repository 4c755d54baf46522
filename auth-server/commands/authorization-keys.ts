import { createPublicKey } from 'node:crypto'
import { readableName } from '@vitrine/shared/wallet/policy.ts'
import type { App } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { addKey, findKey, findPolicy, listKeys, removeKey } from '../delegation/registered.ts'
import {
  type Answer,
  type Command,
  CommandError,
  Refusal,
  type SecretTools,
  UsageError,
  verb,
} from './command.ts'
import { aligned } from './table.ts'

/** `authorization-keys …`: keys of an app's own backend, which people may let use their wallets. */
export const authorizationKeysCommand: Command = {
  does: 'keys of an app’s own backend, which people may let use their wallets',
  verbs: {
    add: verb({
      does: 'registers a key',
      effect: 'changes',
      app: 'any',
      options: {
        name: { takes: 'name', says: 'what people read when they are asked', isRequired: true },
        'public-key': { takes: 'base64', says: 'its SPKI (DER); P-256', isRequired: true },
        policy: { takes: 'policy id', says: 'what it may do; one for each kind of chain', isMultiple: true },
      },
      json: '{"id", "name", "policy_ids"}',
      examples: ['authorization-keys add app_1 --name "Shop rewards" --public-key MFkw… --policy policy_1'],
      run: ({ db, app, options, tools }) => add(db, app, options, tools),
    }),
    list: verb({
      does: 'lists the keys of an app',
      effect: 'reads',
      app: 'any',
      json: '[{"id", "name", "policy_ids", "public_key"}]',
      examples: ['authorization-keys list app_1'],
      run: ({ db, app }) => list(db, app.id),
    }),
    remove: verb({
      does: 'removes a key, and ends all that it was allowed',
      effect: 'destroys',
      parameters: { id: { label: 'signer id', says: 'as `authorization-keys list` shows it' } },
      json: '{"id", "wallets_ended"}',
      examples: ['authorization-keys remove signer_1'],
      async ask({ db, args }) {
        const { id, name } = await requireKey(db, args.id)
        return { what: `${id} (${name}) can use no wallet any more, whoever allowed it.` }
      },
      run: ({ db, args, tools }) => remove(db, args.id, tools),
    }),
  },
}

interface NewKey {
  readonly name: string
  readonly 'public-key': string
  readonly policy: readonly string[]
}

async function add(
  db: Database,
  app: App,
  { name, 'public-key': written, policy: policyIds }: NewKey,
  tools: SecretTools,
): Promise<Answer> {
  if (!readableName.safeParse(name).success)
    throw new UsageError(
      '--name: write one line of at most 80 characters. People read it when they are asked.',
    )
  const publicKey = readPublicKey(written)
  const chains = []
  for (const policyId of policyIds) {
    const found = await findPolicy(db, policyId)
    if (found?.appId !== app.id)
      throw new CommandError(`${app.id} has no policy ${policyId}. \`policies list ${app.id}\` shows them.`)
    chains.push(found.policy.chain_type)
  }
  if (new Set(chains).size < chains.length)
    throw new UsageError('--policy: a key has one policy for each kind of chain at most.')
  const signer = await tools.signer()
  try {
    const signerId = await addKey({ db, signer }, app.id, { name, publicKey, policyIds })
    const note =
      policyIds.length === 0
        ? '\nIt has no policy: people can allow it what `override_policy_ids` names, and nothing else.'
        : ''
    return { text: `${signerId}  ${name}${note}`, json: { id: signerId, name, policy_ids: policyIds } }
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(`${app.id} has this key already.`)
    throw error
  }
}

/** One spelling for one key. @throws CommandError */
function readPublicKey(written: string): string {
  try {
    const key = createPublicKey({ key: Buffer.from(written, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
      return key.export({ format: 'der', type: 'spki' }).toString('base64')
  } catch {
    // What cannot be read is no key.
  }
  throw new UsageError('--public-key: write a P-256 public key as base64 of its SPKI (DER).')
}

async function list(db: Database, appId: string): Promise<Answer> {
  const keys = await listKeys(db, appId)
  const rows = keys.map(it => [it.id, it.name, it.policyIds.join(',') || 'no policy', it.publicKey])
  return {
    text: rows.length === 0 ? 'This app has no authorization keys.' : aligned(rows),
    json: keys.map(({ id, name, policyIds, publicKey }) => ({
      ...{ id, name, policy_ids: policyIds, public_key: publicKey },
    })),
  }
}

/** @throws CommandError */
async function requireKey(db: Database, id: string) {
  const key = await findKey(db, id)
  if (!key) throw new CommandError(`There is no key ${id}. \`authorization-keys list <app id>\` shows them.`)
  return key
}

async function remove(db: Database, id: string, tools: SecretTools): Promise<Answer> {
  const key = await requireKey(db, id)
  const ended = await removeKey({ db, signer: await tools.signer() }, key)
  return {
    text: `${key.id} is removed. Of ${ended} wallets it could use, it can use none any more.`,
    json: { id: key.id, wallets_ended: ended },
  }
}

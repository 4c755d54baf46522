import { createPublicKey } from 'node:crypto'
import { readableName } from '@vitrine/shared/wallet/policy.ts'
import type { Database } from '../database/connect.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { addKey, findKey, findPolicy, listKeys, removeKey } from '../delegation/registered.ts'
import { type Command, CommandError, type Given, requireApp, type SecretTools } from './command.ts'

/** `authorization-keys …`: keys of an app's own backend, which people may let use their wallets. */
export const authorizationKeysCommand: Command = {
  usage: [
    'authorization-keys add <app id> --name <name that people read> --public-key <base64 SPKI, P-256> --policy <policy id> [--policy …]',
    'authorization-keys list <app id>',
    'authorization-keys remove <signer id>      (ends all that it was allowed)',
  ],
  async run(db, verb, given, tools) {
    if (given.more.length > 0) return null
    if (verb === 'add') return add(db, given, tools)
    if (verb === 'list') return list(db, given.id)
    if (verb === 'remove') return remove(db, given.id, tools)
    return null
  },
}

async function add(db: Database, { id, options }: Given, tools: SecretTools): Promise<string | null> {
  const { name, 'public-key': written, policy: policyIds = [] } = options
  if (name === undefined || written === undefined) return null
  const app = await requireApp(db, id)
  if (!readableName.safeParse(name).success)
    throw new CommandError(
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
    throw new CommandError('--policy: a key has one policy for each kind of chain at most.')
  const signer = await tools.signer()
  try {
    const signerId = await addKey({ db, signer }, app.id, { name, publicKey, policyIds })
    const note =
      policyIds.length === 0
        ? '\nIt has no policy: people can allow it what `override_policy_ids` names, and nothing else.'
        : ''
    return `${signerId}  ${name}${note}`
  } catch (error) {
    if (isUniqueViolation(error)) throw new CommandError(`${app.id} has this key already.`)
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
  throw new CommandError('--public-key: write a P-256 public key as base64 of its SPKI (DER).')
}

async function list(db: Database, id: string | undefined): Promise<string> {
  const keys = await listKeys(db, (await requireApp(db, id)).id)
  if (keys.length === 0) return 'This app has no authorization keys.'
  return keys
    .map(each => `${each.id}  ${each.name}  ${each.policyIds.join(',') || 'no policy'}  ${each.publicKey}`)
    .join('\n')
}

async function remove(db: Database, id: string | undefined, tools: SecretTools): Promise<string> {
  const key = id === undefined ? null : await findKey(db, id)
  if (!key)
    throw new CommandError(`There is no key ${id ?? ''}. \`authorization-keys list <app id>\` shows them.`)
  const ended = await removeKey({ db, signer: await tools.signer() }, key)
  return `${key.id} is removed. Of ${ended} wallets it could use, it can use none any more.`
}

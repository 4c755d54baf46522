import { readFile } from 'node:fs/promises'
import { POLICY_KINDS, type Policy } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'
import type { Database } from '../database/connect.ts'
import { addPolicy, findPolicy, listPolicies, removePolicy, replacePolicy } from '../delegation/registered.ts'
import { type Command, CommandError, requireApp } from './command.ts'

/** `policies …`: what an app's own keys may be allowed to do with people's wallets. */
export const policiesCommand: Command = {
  usage: [
    'policies add <app id> --file <policy.json>',
    'policies replace <policy id> --file <policy.json>      (who agreed to it keeps what they agreed to)',
    'policies list <app id>',
    'policies remove <policy id>',
  ],
  async run(db, verb, { id, more, options }, tools) {
    if (more.length > 0) return null
    if (verb === 'add' && options.file !== undefined) {
      const app = await requireApp(db, id)
      const read = await readPolicy(options.file)
      return `${await addPolicy({ db, signer: await tools.signer() }, app.id, read)}  ${read.name}`
    }
    if (verb === 'replace' && options.file !== undefined) {
      const known = await requirePolicy(db, id)
      const read = await readPolicy(options.file)
      if (read.chain_type !== known.policy.chain_type)
        throw new CommandError(
          `chain_type: ${known.id} is for ${known.policy.chain_type}. Add another policy.`,
        )
      await replacePolicy({ db, signer: await tools.signer() }, known, read)
      return `${known.id}  ${read.name}\nWho agreed to it before keeps what they agreed to.`
    }
    if (verb === 'list') return list(db, (await requireApp(db, id)).id)
    if (verb !== 'remove') return null
    const known = await requirePolicy(db, id)
    await removePolicy(db, known.id)
    return `${known.id} is removed: nobody agrees to it any more. Who agreed to it keeps what they agreed to.`
  },
}

async function list(db: Database, appId: string): Promise<string> {
  const policies = await listPolicies(db, appId)
  if (policies.length === 0) return 'This app has no policies.'
  return policies
    .map(each => `${each.id}  ${each.policy.name}\n${JSON.stringify(each.policy, null, 2)}`)
    .join('\n')
}

async function requirePolicy(db: Database, id: string | undefined) {
  const found = id === undefined ? null : await findPolicy(db, id)
  if (!found) throw new CommandError(`There is no policy ${id ?? ''}. \`policies list <app id>\` shows them.`)
  return found
}

/** Tells of the first field that does not fit, of the kind that the policy says it is. */
const written = z.discriminatedUnion('chain_type', POLICY_KINDS)

/** @throws CommandError which names the first field that does not fit */
async function readPolicy(path: string): Promise<Policy> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`)
  })
  let json: unknown
  try {
    json = JSON.parse(text, inLowerCase)
  } catch {
    throw new CommandError(`The file ${path} is not JSON.`)
  }
  const { data, error } = written.safeParse(json)
  if (data) {
    requireJudgeable(data)
    return data
  }
  const [issue] = error.issues
  throw new CommandError(`${issue?.path.join('.') || 'The policy'}: ${issue?.message}.`)
}

/** Addresses are compared as text; their checksums (EIP-55) are for who types them. */
const inLowerCase = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? value.toLowerCase() : value

/** What would do nothing, or not what it seems to. @throws CommandError */
function requireJudgeable({ rules }: Policy): void {
  const { spend } = rules
  for (const { chain } of spend)
    if (!spend.some(each => each.chain === chain && each.asset === 'native'))
      throw new CommandError(
        `rules.spend: give ${chain} a limit for native too. Fees are paid in it: without one nothing is sent there.`,
      )
  const contracts = 'contracts' in rules ? (rules.contracts ?? []) : []
  const token = contracts.find(contract => spend.some(({ asset }) => asset === contract))
  if (token !== undefined)
    throw new CommandError(
      `rules.contracts: ${token} is a token with a limit. Leave it out: transfers of it are judged by its limit.`,
    )
}

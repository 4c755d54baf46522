import { readFile } from 'node:fs/promises'
import { POLICY_KINDS, type Policy } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'
import type { Database } from '../database/connect.ts'
import { addPolicy, findPolicy, listPolicies, removePolicy, replacePolicy } from '../delegation/registered.ts'
import { type Answer, type Command, CommandError, Refusal, verb } from './command.ts'
import { recorded } from './recorded.ts'

const file = { takes: 'policy.json', says: 'the policy', isRequired: true } as const
const policyId = { label: 'policy id', says: 'as `policies list` shows it' } as const

/** `policies …`: what an app's own keys may be allowed to do with people's wallets. */
export const policiesCommand: Command = {
  does: 'what an app’s own keys may be allowed to do with people’s wallets',
  verbs: {
    add: verb({
      does: 'adds a policy',
      effect: 'changes',
      app: 'any',
      options: { file },
      json: '{"id", "name"}',
      examples: ['policies add app_1 --file policy.json'],
      async run(call) {
        const policy = await readPolicy(call.options.file)
        const signer = await call.tools.signer()
        const id = await recorded(
          call,
          tx => addPolicy({ db: tx, signer }, call.app.id, policy),
          target => ({ type: 'policy.added', data: { target, name: policy.name } }),
        )
        return { text: `${id}  ${policy.name}`, json: { id, name: policy.name } }
      },
    }),
    replace: verb({
      does: 'replaces a policy; who agreed to it keeps what they agreed to',
      effect: 'changes',
      parameters: { id: policyId },
      options: { file },
      json: '{"id", "name"}',
      examples: ['policies replace policy_1 --file policy.json'],
      async run(call) {
        const known = await requirePolicy(call.db, call.args.id)
        const read = await readPolicy(call.options.file)
        if (read.chain_type !== known.policy.chain_type)
          throw new Refusal(`chain_type: ${known.id} is for ${known.policy.chain_type}. Add another policy.`)
        const signer = await call.tools.signer()
        const { appId } = known
        await recorded(call, tx => replacePolicy({ db: tx, signer }, known, read), {
          type: 'policy.replaced',
          appId,
          data: { target: known.id },
        })
        return {
          text: `${known.id}  ${read.name}\nWho agreed to it before keeps what they agreed to.`,
          json: { id: known.id, name: read.name },
        }
      },
    }),
    list: verb({
      does: 'prints the policies of an app',
      effect: 'reads',
      app: 'any',
      json: '[{"id", "policy"}]',
      examples: ['policies list app_1'],
      run: ({ db, app }) => list(db, app.id),
    }),
    remove: verb({
      does: 'removes a policy; who agreed to it keeps what they agreed to',
      effect: 'destroys',
      parameters: { id: policyId },
      json: '{"id"}',
      examples: ['policies remove policy_1'],
      async ask({ db, args }) {
        const { id, policy } = await requirePolicy(db, args.id)
        return { what: `Nobody agrees to ${id} (${policy.name}) any more, and its id is gone.` }
      },
      async run(call) {
        const { id, appId } = await requirePolicy(call.db, call.args.id)
        await recorded(call, tx => removePolicy(tx, id), {
          type: 'policy.removed',
          appId,
          data: { target: id },
        })
        return {
          text: `${id} is removed: nobody agrees to it any more. Who agreed to it keeps what they agreed to.`,
          json: { id },
        }
      },
    }),
  },
}

async function list(db: Database, appId: string): Promise<Answer> {
  const policies = await listPolicies(db, appId)
  const lines = policies.map(it => `${it.id}  ${it.policy.name}\n${JSON.stringify(it.policy, null, 2)}`)
  return {
    text: lines.length === 0 ? 'This app has no policies.' : lines.join('\n'),
    json: policies.map(({ id, policy }) => ({ id, policy })),
  }
}

async function requirePolicy(db: Database, id: string) {
  const found = await findPolicy(db, id)
  if (!found) throw new CommandError(`There is no policy ${id}. \`policies list <app id>\` shows them.`)
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
export const inLowerCase = (_: string, value: unknown): unknown =>
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

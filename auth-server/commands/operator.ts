import { ENROLMENT_PATH } from '@vitrine/shared/api/console/calls.ts'
import { OPERATOR_ROLES } from '@vitrine/shared/api/console/operator.ts'
import type { OperationType } from '@vitrine/shared/api/operation.ts'
import { recordOperation } from '../audit/record-operation.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { createEnrolment, removeEnrolments } from '../operators/enrolment.ts'
import {
  addOperator,
  giveRight,
  listOperators,
  type Operator,
  type Right,
  removeOperator,
} from '../operators/operators.ts'
import {
  type Answer,
  type Command,
  CommandError,
  requireApp,
  type SecretTools,
  UsageError,
  verb,
} from './command.ts'
import { aligned } from './table.ts'

const ID = { id: { label: 'operator id', says: 'as `operator list` shows it' } } as const
const APPS = {
  apps: { takes: 'id,id…', says: 'the apps that the right is for' },
  'all-apps': { says: 'the right is for every app, also for those that come later' },
} as const
const ROLES = [...OPERATOR_ROLES, 'none'] as const

/** `operator …`: who may use the console (docs/console.md). Nothing else makes an operator, a right or a link. */
export const operatorCommand: Command = {
  does: 'who may use the console, and for which apps',
  verbs: {
    add: verb({
      does: 'makes an operator',
      more: 'Prints a link, once, by which they register a passkey within 24 hours.',
      effect: 'changes',
      parameters: { name: { says: 'what they are called in the console and the audit' } },
      options: { ...APPS, role: { takes: 'role', says: 'viewer when left out', choices: OPERATOR_ROLES } },
      json: '{"id", "name", "link"}',
      examples: ['operator add Ada --apps app_1 --role manager', 'operator add Bob --all-apps'],
      run: async ({ db, args: { name }, options, tools, now }) =>
        add(db, now, name, await readRight(db, options, options.role ?? 'viewer'), tools),
    }),
    list: verb({
      does: 'lists the operators',
      effect: 'reads',
      json: '[{"id", "name", "all_apps", "apps": [{"id", "role"}], "passkeys"}]',
      examples: ['operator list'],
      run: async ({ db }) => list(await listOperators(db)),
    }),
    edit: verb({
      does: 'gives an operator a right, or takes it away',
      effect: 'changes',
      parameters: ID,
      options: {
        ...APPS,
        role: { takes: 'role', says: 'none takes the right away', choices: ROLES, isRequired: true },
      },
      json: '{"id", "name"}',
      examples: ['operator edit operator_1 --apps app_1,app_2 --role none'],
      run: async ({ db, args: { id }, options, now }) =>
        edit(db, now, await requireOperator(db, id), await readRight(db, options, options.role)),
    }),
    invite: verb({
      does: 'prints a link for one more passkey of an operator',
      effect: 'changes',
      parameters: ID,
      json: '{"id", "name", "link"}',
      examples: ['operator invite operator_1'],
      run: async ({ db, args: { id }, tools, now }) =>
        invite(db, now, await requireOperator(db, id), tools, false),
    }),
    reset: verb({
      does: 'prints an operator a new link, and takes their passkeys and sessions',
      effect: 'destroys',
      parameters: ID,
      json: '{"id", "name", "link"}',
      examples: ['operator reset operator_1'],
      async ask({ db, args: { id } }) {
        const { name } = await requireOperator(db, id)
        return { what: `Passkeys and sessions of ${name} work no more.` }
      },
      run: async ({ db, args: { id }, tools, now }) =>
        invite(db, now, await requireOperator(db, id), tools, true),
    }),
    remove: verb({
      does: 'removes an operator, with passkeys and sessions',
      effect: 'destroys',
      parameters: ID,
      json: '{"id", "name"}',
      examples: ['operator remove operator_1'],
      async ask({ db, args: { id } }) {
        const { name } = await requireOperator(db, id)
        return { what: `${name} gets into the console no more.` }
      },
      run: async ({ db, args: { id }, now }) => remove(db, now, await requireOperator(db, id)),
    }),
  },
}

type Named = Pick<Operator, 'id' | 'name'>

async function add(
  db: Database,
  now: number,
  name: string,
  right: Right,
  tools: SecretTools,
): Promise<Answer> {
  if (!/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u.test(name))
    throw new UsageError('Give the operator a name of at most 64 characters.')
  const origin = requireConsole(tools)
  return db.transaction(async tx => {
    const operator = { id: await addOperator(tx, name), name }
    await giveRight(tx, operator.id, right)
    await record(tx, now, 'operator.added', operator, right)
    return linkFor(tx, now, origin, operator, `${name} is ${operator.id}.`)
  })
}

async function edit(db: Database, now: number, { id, name }: Operator, right: Right): Promise<Answer> {
  await db.transaction(async tx => {
    await giveRight(tx, id, right)
    await record(tx, now, 'operator.edited', { id, name }, right)
  })
  return { text: `The rights of ${name} are changed.`, json: { id, name } }
}

/** @param anew takes what they came in by before */
async function invite(
  db: Database,
  now: number,
  { id, name }: Operator,
  tools: SecretTools,
  anew: boolean,
): Promise<Answer> {
  const origin = requireConsole(tools)
  return db.transaction(async tx => {
    if (anew) await removeEnrolments(tx, id)
    await record(tx, now, 'operator.edited', { id, name })
    const said = anew ? `Passkeys and sessions of ${name} work no more.` : `A link for ${name}.`
    return linkFor(tx, now, origin, { id, name }, said)
  })
}

async function remove(db: Database, now: number, { id, name }: Operator): Promise<Answer> {
  await db.transaction(async tx => {
    await removeOperator(tx, id)
    await record(tx, now, 'operator.removed', { id, name })
  })
  return { text: `${name} is removed, with passkeys and sessions.`, json: { id, name } }
}

function list(operators: readonly Operator[]): Answer {
  const rows = operators.map(({ id, name, allAppsRole, apps, passkeys }) => {
    const rights = [
      ...(allAppsRole === null ? [] : [`all apps: ${allAppsRole}`]),
      ...apps.map(app => `${app.id}: ${app.role}`),
    ]
    return [id, name, `passkeys: ${passkeys}`, rights.join(', ') || 'no rights']
  })
  return {
    text: rows.length === 0 ? 'There are no operators yet.' : aligned(rows),
    json: operators.map(({ allAppsRole, ...operator }) => ({ ...operator, all_apps: allAppsRole })),
  }
}

function record(
  tx: Transaction,
  now: number,
  type: OperationType,
  { id: target, name }: Named,
  right?: Right,
): Promise<void> {
  const fields = right && (right.apps ?? ['all-apps']).map(app => `${app}:${right.role}`)
  const data = { target, name, ...(fields && { fields }) }
  return recordOperation(tx, now, { type, actor: 'command', appId: null, data })
}

/** The secret stands behind `#`, which no log of a server sees. */
async function linkFor(
  tx: Transaction,
  now: number,
  origin: string,
  { id, name }: Named,
  said: string,
): Promise<Answer> {
  const link = `${origin}${ENROLMENT_PATH}#${await createEnrolment(tx, now, id)}`
  const told = 'This link registers a passkey, once, within 24 hours. Give it to nobody else:'
  return { text: `${said}\n\n${told}\n${link}`, json: { id, name, link } }
}

/** @throws CommandError */
function requireConsole({ consoleOrigin }: SecretTools): string {
  if (consoleOrigin) return consoleOrigin
  throw new CommandError(
    'VITRINE_CONSOLE_ORIGIN is not set: there is no console to come to. Set it for this command as for the server, e.g. https://console.example.',
  )
}

/** @throws CommandError */
async function requireOperator(db: Database, id: string): Promise<Operator> {
  const operator = (await listOperators(db)).find(it => it.id === id)
  if (operator) return operator
  throw new CommandError(`There is no operator ${id}. \`npm run vitrine -- operator list\` shows them.`)
}

/** @throws UsageError | CommandError */
async function readRight(
  db: Database,
  { apps, 'all-apps': isAll }: { readonly apps: string | undefined; readonly 'all-apps': boolean },
  written: string,
): Promise<Right> {
  const role = ROLES.find(known => known === written)
  if (role === undefined)
    throw new UsageError(`There is no role "${written}". Choose from ${ROLES.join(', ')}.`)
  if (isAll === (apps !== undefined)) throw new UsageError('Say which apps: --apps <id,id…>, or --all-apps.')
  const ids = apps === undefined ? null : [...new Set(apps.split(',').map(id => id.trim()))]
  for (const id of ids ?? []) await requireApp(db, id)
  return { apps: ids, role }
}

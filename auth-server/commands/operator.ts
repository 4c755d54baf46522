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
import { type Command, CommandError, type Given, requireApp, type SecretTools } from './command.ts'

/** `operator …`: who may use the console (docs/console.md). Nothing else makes an operator, a right or a way in. */
export const operatorCommand: Command = {
  usage: [
    'operator add <name> (--app <id,id…> | --all-apps) [--role viewer|manager]      (prints a link, once)',
    'operator list',
    'operator edit <operator id> (--app <id,id…> | --all-apps) --role viewer|manager|none',
    'operator invite <operator id>          (a link for one more passkey)',
    'operator reset <operator id>           (a link; what they came in by works no more)',
    'operator remove <operator id>',
  ],
  async run(db, verb, { id, more, options }, tools) {
    if (more.length > 0) return null
    switch (verb) {
      case 'add':
        return id === undefined ? null : add(db, id, options, tools)
      case 'list':
        return id === undefined ? list(db) : null
      case 'edit':
        return edit(db, id, options)
      case 'invite':
        return invite(db, id, tools, false)
      case 'reset':
        return invite(db, id, tools, true)
      case 'remove':
        return remove(db, id)
      default:
        return null
    }
  },
}

async function add(
  db: Database,
  name: string,
  options: Given['options'],
  tools: SecretTools,
): Promise<string | null> {
  const right = await readRight(db, { role: 'viewer', ...options })
  if (right === null || right.role === 'none') return null
  if (!/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u.test(name))
    throw new CommandError('Give the operator a name of at most 64 characters.')
  const origin = requireConsole(tools)
  return db.transaction(async tx => {
    const id = await addOperator(tx, name)
    await giveRight(tx, id, right)
    await record(tx, 'operator.added', id, name, right)
    return [`${name} is ${id}.`, ...(await linkFor(tx, origin, id))].join('\n')
  })
}

async function edit(db: Database, id: string | undefined, options: Given['options']): Promise<string | null> {
  const right = options.role === undefined ? null : await readRight(db, options)
  if (right === null) return null
  const { name } = await requireOperator(db, id)
  await db.transaction(async tx => {
    await giveRight(tx, id ?? '', right)
    await record(tx, 'operator.edited', id ?? '', name, right)
  })
  const [changed] = (await listOperators(db)).filter(operator => operator.id === id)
  return changed ? describe(changed) : null
}

/** @param anew takes what they came in by before */
async function invite(
  db: Database,
  id: string | undefined,
  tools: SecretTools,
  anew: boolean,
): Promise<string> {
  const operator = await requireOperator(db, id)
  const origin = requireConsole(tools)
  return db.transaction(async tx => {
    if (anew) await removeEnrolments(tx, operator.id)
    await record(tx, 'operator.edited', operator.id, operator.name)
    const said = anew ? `Passkeys and sessions of ${operator.name} work no more.` : operator.name
    return [said, ...(await linkFor(tx, origin, operator.id))].join('\n')
  })
}

async function remove(db: Database, id: string | undefined): Promise<string> {
  const operator = await requireOperator(db, id)
  await db.transaction(async tx => {
    await removeOperator(tx, operator.id)
    await record(tx, 'operator.removed', operator.id, operator.name)
  })
  return `${operator.name} is removed, with passkeys and sessions.`
}

async function list(db: Database): Promise<string> {
  const all = await listOperators(db)
  return all.length === 0 ? 'There are no operators yet.' : all.map(describe).join('\n')
}

const describe = ({ id, name, allAppsRole, apps, passkeys }: Operator): string => {
  const rights = [
    ...(allAppsRole === null ? [] : [`all apps: ${allAppsRole}`]),
    ...apps.map(app => `${app.id}: ${app.role}`),
  ]
  return `${id}  ${name}  ${passkeys} passkeys  ${rights.join('  ') || 'no rights'}`
}

const record = (
  tx: Transaction,
  type: OperationType,
  target: string,
  name: string,
  right?: Right,
): Promise<void> => {
  const fields = right && (right.apps ?? ['all-apps']).map(app => `${app}:${right.role}`)
  const data = { target, name, ...(fields && { fields }) }
  return recordOperation(tx, Date.now(), { type, actor: 'command', appId: null, data })
}

/** The secret stands behind `#`, which no log of a server sees. */
async function linkFor(tx: Transaction, origin: string, id: string): Promise<string[]> {
  const token = await createEnrolment(tx, Date.now(), id)
  return [
    '',
    'This link registers a passkey, once, within 24 hours. Give it to nobody else:',
    `${origin}${ENROLMENT_PATH}#${token}`,
  ]
}

/** @throws CommandError */
function requireConsole({ consoleOrigin }: SecretTools): string {
  if (consoleOrigin) return consoleOrigin
  throw new CommandError(
    'VITRINE_CONSOLE_ORIGIN is not set: there is no console to come to. Set it for this command as for the server, e.g. https://console.example.',
  )
}

/** @throws CommandError */
async function requireOperator(db: Database, id: string | undefined): Promise<Operator> {
  if (id === undefined) throw new CommandError('The operator id is missing.')
  const operator = (await listOperators(db)).find(it => it.id === id)
  if (operator) return operator
  throw new CommandError(`There is no operator ${id}. \`npm run vitrine -- operator list\` shows them.`)
}

const ROLES = [...OPERATOR_ROLES, 'none'] as const

/** @returns `null`: the options do not say which apps. @throws CommandError */
async function readRight(db: Database, options: Given['options']): Promise<Right | null> {
  const { app, 'all-apps': isAll = false } = options
  const role = ROLES.find(known => known === options.role)
  if (role === undefined)
    throw new CommandError(`There is no role "${options.role}". Choose from ${ROLES.join(', ')}.`)
  if (isAll === (app !== undefined)) return null
  const ids = app === undefined ? null : [...new Set(app.split(',').map(id => id.trim()))]
  for (const id of ids ?? []) await requireApp(db, id)
  return { apps: ids, role }
}

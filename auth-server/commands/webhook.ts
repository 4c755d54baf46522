import { randomBytes } from 'node:crypto'
import { isWebhookType, WEBHOOK_TYPES, type WebhookType } from '@vitrine/shared/api/webhook-event.ts'
import { rpcOrigin } from '@vitrine/shared/config/rpc-url.ts'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { addEndpoint, type Endpoint, findEndpoint, openEndpointSecret } from '../webhooks/endpoints.ts'
import { isTaken, post } from '../webhooks/post.ts'
import { replay } from '../webhooks/replay.ts'
import { type Command, CommandError, requireApp, type SecretTools } from './command.ts'

/** `webhook …`: where an app's backend is told what happened to its users. */
export const webhookCommand: Command = {
  usage: [
    'webhook add <app id> --url <https://…> [--events <type,type…>]      (prints the secret, once)',
    'webhook list <app id>',
    'webhook test <webhook id>',
    'webhook replay <webhook id or message id>',
    'webhook remove <webhook id>',
  ],
  async run(db, verb, { id, more, options }, tools) {
    if (more.length > 0) return null
    if (verb === 'add')
      return options.url === undefined ? null : add(db, id, options.url, options.events, tools)
    if (verb === 'list') return list(db, (await requireApp(db, id)).id)
    if (verb === 'test') return test(await requireEndpoint(db, id), tools)
    if (verb === 'replay') return sendAgain(db, id)
    if (verb !== 'remove') return null
    const endpoint = await requireEndpoint(db, id)
    await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id))
    return `${endpoint.id} is removed, with the messages that it had not taken yet.`
  },
}

async function add(
  db: Database,
  appId: string | undefined,
  url: string,
  events: string | undefined,
  tools: SecretTools,
): Promise<string> {
  const app = await requireApp(db, appId)
  if (url.length > 2048 || !/^https?:/.test(url) || rpcOrigin(url) === null)
    throw new CommandError(
      'Write an address that begins with https://, without user name or password; http:// is for this machine alone.',
    )
  const { id, secret } = await addEndpoint(
    { db, signer: await tools.signer() },
    app.id,
    url,
    readTypes(events),
  )
  return `${id} is told of ${app.id} at ${url}.\nIts secret, which is shown only now: ${secret}`
}

function readTypes(text: string | undefined): readonly WebhookType[] {
  if (text === undefined) return WEBHOOK_TYPES
  const names = [...new Set(text.split(',').map(name => name.trim()))]
  const unknown = names.find(name => !isWebhookType(name))
  if (unknown !== undefined)
    throw new CommandError(`There is no event "${unknown}". Choose from ${WEBHOOK_TYPES.join(', ')}.`)
  return names.filter(isWebhookType)
}

async function list(db: Database, appId: string): Promise<string> {
  const { failedAt, nextAt, endpointId } = webhookDeliveries
  const endpoints = await db
    .select({
      endpoint: webhookEndpoints,
      waiting: sql<number>`count(${nextAt})::int`,
      failed: sql<number>`count(${failedAt})::int`,
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, eq(endpointId, webhookEndpoints.id))
    .where(eq(webhookEndpoints.appId, appId))
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(webhookEndpoints.createdAt))
  if (endpoints.length === 0) return 'This app has no webhooks.'
  const failed = await db
    .select({ id: webhookDeliveries.id, type: webhookDeliveries.type, status: webhookDeliveries.lastStatus })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.appId, appId), isNotNull(failedAt)))
    .orderBy(asc(failedAt))
    .limit(20)
  return [
    ...endpoints.map(
      ({ endpoint, waiting, failed }) =>
        `${endpoint.id}  ${endpoint.url}  ${waiting} waiting  ${failed} failed  ${endpoint.events.join(',')}`,
    ),
    ...failed.map(({ id, type, status }) => `  failed: ${id}  ${type}  last answer ${status ?? 'none'}`),
  ].join('\n')
}

/** A message of no user, signed like all: it is sent at once, and kept nowhere. */
async function test(endpoint: Endpoint, tools: SecretTools): Promise<string> {
  const secret = await openEndpointSecret({ signer: await tools.signer() }, endpoint)
  const now = Date.now()
  const data = { app_id: endpoint.appId }
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data })
  const id = `msg_${randomBytes(16).toString('hex')}`
  const status = await post({ url: endpoint.url, secret, id, body, now })
  if (isTaken(status)) return `${endpoint.url} took the test: it answered ${status}.`
  throw new CommandError(
    status === null
      ? `${endpoint.url} did not answer within 10 seconds, or with a redirect. Look at its address and whether it runs.`
      : `${endpoint.url} answered ${status}, where 200 to 299 says that it took the message. Look at its log.`,
  )
}

/** One message by its id, whatever became of it; of an endpoint all that failed. They are sent as what is new. */
async function sendAgain(db: Database, id: string | undefined): Promise<string> {
  const isMessage = id?.startsWith('msg_') === true
  const which = isMessage ? { messageId: id } : { endpointId: (await requireEndpoint(db, id)).id }
  const again = await db.transaction(tx => replay(tx, null, which))
  if (isMessage && again === 0)
    throw new CommandError(`There is no message ${id}. They are kept for 30 days.`)
  return again === 0 ? 'None has failed.' : `${again} will be sent again, within seconds.`
}

/** @throws CommandError */
async function requireEndpoint(db: Database, id: string | undefined): Promise<Endpoint> {
  if (id === undefined) throw new CommandError('The webhook id is missing.')
  const endpoint = await findEndpoint(db, id)
  if (!endpoint)
    throw new CommandError(
      `There is no webhook ${id}. \`npm run vitrine -- webhook list <app id>\` shows them.`,
    )
  return endpoint
}

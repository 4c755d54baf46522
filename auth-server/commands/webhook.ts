import { randomBytes } from 'node:crypto'
import { isWebhookType, WEBHOOK_TYPES, type WebhookType } from '@vitrine/shared/api/webhook-event.ts'
import { rpcOrigin } from '@vitrine/shared/config/rpc-url.ts'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { addEndpoint, type Endpoint, findEndpoint, openEndpointSecret } from '../webhooks/endpoints.ts'
import { isTaken, post } from '../webhooks/post.ts'
import { replay } from '../webhooks/replay.ts'
import {
  type Answer,
  type Call,
  type Command,
  CommandError,
  type SecretTools,
  UsageError,
  verb,
} from './command.ts'
import { recorded } from './recorded.ts'
import { aligned } from './table.ts'

const webhookId = { label: 'webhook id', says: 'as `webhook list` shows it' } as const

/** `webhook …`: where an app's backend is told what happened to its users. */
export const webhookCommand: Command = {
  does: 'where an app’s backend is told what happened to its users',
  verbs: {
    add: verb({
      does: 'adds an address',
      more: 'Prints the secret by which the backend knows our messages, once.',
      effect: 'changes',
      app: 'any',
      options: {
        url: { takes: 'https://…', says: 'where messages go', isRequired: true },
        events: { takes: 'type,type…', says: 'of what; all when left out' },
      },
      json: '{"id", "app_id", "url", "events", "secret"}',
      examples: ['webhook add app_1 --url https://shop.example/vitrine --events user.created,user.deleted'],
      run: call => add(call, call.app, call.options.url, call.options.events),
    }),
    list: verb({
      does: 'lists an app’s addresses, and the last messages that failed',
      effect: 'reads',
      app: 'any',
      json: '{"webhooks": [{"id", "url", "events", "waiting", "failed"}], "failed": [{"id", "type", "status"}]}',
      examples: ['webhook list app_1'],
      run: ({ db, app }) => list(db, app.id),
    }),
    test: verb({
      does: 'sends an address a message, at once',
      effect: 'reads',
      parameters: { id: webhookId },
      json: '{"id", "status"}',
      examples: ['webhook test we_1'],
      run: async ({ db, args, tools }) => test(await requireEndpoint(db, args.id), tools),
    }),
    replay: verb({
      does: 'sends one message again, or all of an address that failed',
      effect: 'changes',
      parameters: { id: { label: 'webhook id or message id', says: 'what is sent again' } },
      json: '{"count"}',
      examples: ['webhook replay we_1', 'webhook replay msg_1'],
      run: call => sendAgain(call, call.args.id),
    }),
    remove: verb({
      does: 'removes an address, with the messages that it had not taken yet',
      effect: 'destroys',
      parameters: { id: webhookId },
      json: '{"id"}',
      examples: ['webhook remove we_1'],
      async ask({ db, args }) {
        const { id, url } = await requireEndpoint(db, args.id)
        return { what: `${id} (${url}) is told nothing more, and what it had not taken yet is gone.` }
      },
      async run(call) {
        const { id, appId } = await requireEndpoint(call.db, call.args.id)
        await recorded(call, tx => tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)), {
          type: 'webhook.removed',
          appId,
          data: { target: id },
        })
        return { text: `${id} is removed, with the messages that it had not taken yet.`, json: { id } }
      },
    }),
  },
}

async function add(call: Call, app: App, url: string, written: string | undefined): Promise<Answer> {
  if (url.length > 2048 || !/^https?:/.test(url) || rpcOrigin(url) === null)
    throw new UsageError(
      'Write an address that begins with https://, without user name or password; http:// is for this machine alone.',
    )
  const events = readTypes(written)
  const signer = await call.tools.signer()
  const { id, secret } = await recorded(
    call,
    tx => addEndpoint({ db: tx, signer }, app.id, url, events),
    made => ({ type: 'webhook.added', data: { target: made.id } }),
  )
  return {
    text: `${id} is told of ${app.id} at ${url}.\nIts secret, which is shown only now: ${secret}`,
    json: { id, app_id: app.id, url, events, secret },
  }
}

function readTypes(text: string | undefined): readonly WebhookType[] {
  if (text === undefined) return WEBHOOK_TYPES
  const names = [...new Set(text.split(',').map(name => name.trim()))]
  const unknown = names.find(name => !isWebhookType(name))
  if (unknown !== undefined)
    throw new UsageError(`There is no event "${unknown}". Choose from ${WEBHOOK_TYPES.join(', ')}.`)
  return names.filter(isWebhookType)
}

async function list(db: Database, appId: string): Promise<Answer> {
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
  const failed = await db
    .select({ id: webhookDeliveries.id, type: webhookDeliveries.type, status: webhookDeliveries.lastStatus })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.appId, appId), isNotNull(failedAt)))
    .orderBy(asc(failedAt))
    .limit(20)
  const webhooks = endpoints.map(({ endpoint: { id, url, events }, waiting, failed }) => ({
    ...{ id, url, events, waiting, failed },
  }))
  if (webhooks.length === 0) return { text: 'This app has no webhooks.', json: { webhooks, failed } }
  const rows = webhooks.map(it => [
    ...[it.id, it.url, `${it.waiting} waiting`, `${it.failed} failed`, it.events.join(',')],
  ])
  const lines = failed.map(
    ({ id, type, status }) => `  failed: ${id}  ${type}  last answer ${status ?? 'none'}`,
  )
  return { text: [aligned(rows), ...lines].join('\n'), json: { webhooks, failed } }
}

/** A message of no user, signed like all: it is sent at once, and kept nowhere. */
async function test(endpoint: Endpoint, tools: SecretTools): Promise<Answer> {
  const secret = await openEndpointSecret({ signer: await tools.signer() }, endpoint)
  const now = Date.now()
  const data = { app_id: endpoint.appId }
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data })
  const id = `msg_${randomBytes(16).toString('hex')}`
  const status = await post({ url: endpoint.url, secret, id, body, now, isCommand: true })
  if (isTaken(status))
    return {
      text: `${endpoint.url} took the test: it answered ${status}.`,
      json: { id: endpoint.id, status },
    }
  throw new CommandError(
    status === null
      ? `${endpoint.url} did not answer within 10 seconds, or with a redirect. Look at its address and whether it runs.`
      : `${endpoint.url} answered ${status}, where 200 to 299 says that it took the message. Look at its log.`,
  )
}

/** One message by its id, whatever became of it; of an endpoint all that failed. They are sent as what is new. */
async function sendAgain(call: Call, id: string): Promise<Answer> {
  const isMessage = id.startsWith('msg_')
  const endpoint = isMessage ? null : await requireEndpoint(call.db, id)
  const which = endpoint ? { endpointId: endpoint.id } : { messageId: id }
  const again = await recorded(
    call,
    tx => replay(tx, null, which),
    replayed =>
      replayed && {
        ...({ type: 'webhook.replayed', appId: replayed.appId } as const),
        data: { target: id, count: replayed.count },
      },
  )
  const count = again?.count ?? 0
  if (isMessage && count === 0)
    throw new CommandError(`There is no message ${id}. They are kept for 30 days.`)
  return {
    text: count === 0 ? 'None has failed.' : `${count} will be sent again, within seconds.`,
    json: { count },
  }
}

/** @throws CommandError */
async function requireEndpoint(db: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, id)
  if (!endpoint)
    throw new CommandError(
      `There is no webhook ${id}. \`npm run vitrine -- webhook list <app id>\` shows them.`,
    )
  return endpoint
}

import { randomBytes } from 'node:crypto'
import type { WebhookType } from '@vitrine/shared/api/webhook-event.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { webhookEndpoints } from '../database/webhook-tables.ts'
import { newWebhookSecret } from './signature.ts'

export type Endpoint = typeof webhookEndpoints.$inferSelect

/** Under which name the signer seals an endpoint's secret: it opens for no other one. */
const providerOf = (endpointId: string) => `webhook:${endpointId}`

/** @returns the new endpoint's id, and its secret, which is nowhere in plain from then on */
export async function addEndpoint(
  { db, signer }: Pick<Context, 'signer'> & { readonly db: Database | Transaction },
  appId: string,
  url: string,
  events: readonly WebhookType[],
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = `webhook_${randomBytes(12).toString('hex')}`
  const secret = newWebhookSecret()
  const { sealed } = await signer.sealProviderSecret({ appId, provider: providerOf(id), secret })
  await db.insert(webhookEndpoints).values({ id, appId, url, sealedSecret: sealed, events: [...events] })
  return { id, secret }
}

export async function findEndpoint(db: Database, id: string): Promise<Endpoint | undefined> {
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return endpoint
}

/** Opened for each message, held while it is signed. @throws SignerRefusal `unknown_key` under a key that is not held */
export async function openEndpointSecret(
  { signer }: Pick<Context, 'signer'>,
  { id, appId, sealedSecret }: Pick<Endpoint, 'id' | 'appId' | 'sealedSecret'>,
): Promise<string> {
  return (await signer.openProviderSecret({ appId, provider: providerOf(id), sealed: sealedSecret })).secret
}

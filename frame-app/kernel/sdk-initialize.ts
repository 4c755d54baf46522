import type { AnalyticsEvent } from '@vitrine/shared/api/analytics.ts'
import { SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import { hexText } from '@vitrine/shared/encoding.ts'
import * as z from 'zod/mini'
import type { EffectiveConfig } from '../config/effective.ts'
import type { HttpClient } from '../http/client.ts'
import type { SessionStorage } from '../session/storage.ts'

/** Configs that this device remembers to have told of: the pages of a site may each have their own. */
const KEPT = 10

/**
 * Tells the operator's server, once per config on this device, that an app runs with it (specification §4). Never
 * rejects: what blocks analytics must not block a login.
 */
export async function announceConfig(
  { http, storage, appId }: { http: HttpClient; storage: SessionStorage; appId: string },
  config: EffectiveConfig,
): Promise<void> {
  try {
    const hash = await sha256(JSON.stringify(config))
    const announced = storage.recall('announced', appId)?.split(',') ?? []
    if (announced.includes(hash)) return
    // Before the call: two pages of one site that start together announce once.
    storage.remember('announced', appId, [hash, ...announced].slice(0, KEPT).join(','))
    await http.request({
      method: 'POST',
      path: '/analytics_events',
      body: {
        event_name: 'sdk_initialize',
        client_id: storage.analyticsId(),
        payload: { config_hash: hash, sdk: SDK_VERSION },
      } satisfies AnalyticsEvent,
      answer: z.literal(null),
    })
  } catch {
    // Blocked, offline or refused: nothing depends on it.
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexText(new Uint8Array(digest))
}

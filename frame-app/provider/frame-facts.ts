import { type FrameFacts, frameFacts } from '@vitrine/shared/bridge/frame-facts.ts'
import * as z from 'zod/mini'

/** Of a database that nothing else uses; it is deleted again at once. */
const PROBE = 'vitrine:probe'
/** A browser may leave the request without an answer where it blocks storage. */
const DATABASE_LIMIT_MS = 3_000

/** Permissions Policy as Chromium shows it; the others have no way to ask. */
interface WithFeaturePolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean }
}

/** What this browser lets the frame do, as it is found by trying. Never rejects for what is missing. */
export async function readFrameFacts(frame: Window & typeof globalThis): Promise<FrameFacts> {
  const { document } = frame
  const { featurePolicy } = document as WithFeaturePolicy
  const hasAccess = await document.hasStorageAccess?.().catch(() => null)
  return frameFacts.parse({
    localStorage: canStore(frame),
    indexedDB: await canOpenDatabase(frame),
    isPartitioned: typeof hasAccess === 'boolean' ? !hasAccess : null,
    hasPasskeys: 'PublicKeyCredential' in frame,
    mayUsePasskeys: featurePolicy
      ? ['publickey-credentials-get', 'publickey-credentials-create'].every(feature =>
          featurePolicy.allowsFeature(feature),
        )
      : null,
    clockDifferenceMs: clockDifference(frame),
  })
}

function canStore(frame: Window): boolean {
  try {
    frame.localStorage.setItem(PROBE, '1')
    frame.localStorage.removeItem(PROBE)
    return true
  } catch {
    return false
  }
}

function canOpenDatabase(frame: Window & typeof globalThis): Promise<boolean> {
  return new Promise(resolve => {
    setTimeout(resolve, DATABASE_LIMIT_MS, false)
    try {
      const request = frame.indexedDB.open(PROBE)
      request.onerror = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        frame.indexedDB.deleteDatabase(PROBE)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

/** The server wrote its time into the document, which began to arrive right after that. */
function clockDifference({ document, performance }: Window): number {
  const block = document.getElementById('vitrine-boot')?.textContent ?? ''
  const { now } = z.object({ now: z.number() }).parse(JSON.parse(block))
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return Math.round(performance.timeOrigin + (arrival?.responseStart ?? 0) - now)
}

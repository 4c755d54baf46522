import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type CloudAnswer,
  type CloudFailure,
  type Interference,
  personPage,
  startCloudServer,
} from './cloud-server.ts'
import { type CloudRecord, type CloudZone, lookUp, modify, RefusedCall } from './cloudkit-records.ts'

/** CloudKit's web services on loopback, and Apple's page on which a person signs in. */
export interface CloudKit extends Interference {
  /** For the app's `icloud`. */
  readonly icloud: {
    readonly container_identifier: string
    readonly api_token: string
    readonly environment: 'development' | 'production'
    readonly url: string
  }
  /** What lies in an account's private database. */
  records(account: string): readonly CloudRecord[]
  /** The person deletes the site's data. */
  empty(account: string): void
  /** The person ends what they had allowed. */
  revoke(account: string): void
  stop(): Promise<void>
}

export interface CloudKitOptions {
  /** Registered with the API token; what the browser asks for besides goes unheard. */
  readonly callbackUrl: string
  readonly environment?: 'development' | 'production'
  /** Types of records that the schema has: in production no other can be made. */
  readonly recordTypes?: readonly string[]
}

/** As people have been: to somebody's web auth token comes a new one, by this header, and the old one is worth nothing. */
const NEXT_TOKEN = 'X-Apple-CloudKit-Web-Auth-Token'

/** What is asked of a database by who signed in. */
type Operation = (zone: CloudZone, body: unknown) => object

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'private/records/modify': modify,
  'private/records/lookup': lookUp,
}

/**
 * As the CloudKit Web Services Reference has it ("Composing Web Service Requests", "Modifying Records", "Fetching Records by
 * Record Name", "Error Codes"). Apple's own servers were seen to take an old web auth token too; the reference says no.
 */
export async function startCloudKit({
  callbackUrl,
  environment = 'development',
  recordTypes = [],
}: CloudKitOptions): Promise<CloudKit> {
  const container = 'iCloud.example.shop'
  const apiToken = randomBytes(32).toString('hex')
  const accounts = new Map<string, string>()
  const zones = new Map<string, CloudZone>()
  const zoneOf = (account: string) => {
    const schema = environment === 'production' ? recordTypes : null
    const zone = zones.get(account) ?? {
      records: [],
      schema,
      userName: `_${randomBytes(16).toString('hex')}`,
    }
    zones.set(account, zone)
    return zone
  }
  /** Has what an address must have escaped, as Apple's have. */
  const newToken = (account: string) => {
    const token = `158__54__${randomBytes(30).toString('base64')}+/${randomBytes(2).toString('base64')}`
    accounts.set(token, account)
    return token
  }

  // Apple's page has an origin of its own.
  const signIn = await startCloudServer(async (request, url) => {
    if (url.pathname !== '/appleauth/signin' || url.searchParams.get('container') !== container)
      return { status: 404 }
    if (request.method !== 'POST') return personPage('Sign in with your Apple Account', {})
    const form = new URLSearchParams(await text(request))
    const account = form.get('account')
    // There is no way back for who says no: they close the window.
    if (form.has('no') || !account) return { status: 200, body: 'You can close this window.' }
    const back = new URL(callbackUrl)
    back.searchParams.set('ckWebAuthToken', newToken(account))
    return { status: 303, headers: { location: back.href } }
  })
  const redirectURL = `${signIn.origin}/appleauth/signin?container=${container}`

  const call = async (request: IncomingMessage, url: URL): Promise<CloudAnswer> => {
    const body = await text(request)
    const [, forContainer, forEnvironment, operation = ''] =
      /^\/database\/1\/([^/]+)\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
    const isApp =
      url.searchParams.get('ckAPIToken') === apiToken &&
      forContainer === container &&
      forEnvironment === environment
    if (!isApp) return failed(401, 'AUTHENTICATION_FAILED', 'no auth method found')
    const perform = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined
    const isCaller = operation === 'public/users/caller'
    if (!perform && !isCaller) return failed(404, 'NOT_FOUND', `unknown endpoint ${operation}`)
    if (perform && request.method !== 'POST') return failed(400, 'BAD_REQUEST', 'POST is required')
    const token = url.searchParams.get('ckWebAuthToken')
    const account = token === null ? undefined : accounts.get(token)
    if (token === null || account === undefined)
      return failed(421, 'AUTHENTICATION_REQUIRED', 'request needs authorization', { redirectURL })
    accounts.delete(token)
    const headers = { [NEXT_TOKEN]: newToken(account) }
    const zone = zoneOf(account)
    if (!perform) return { status: 200, body: { userRecordName: zone.userName }, headers }
    try {
      return { status: 200, body: perform(zone, JSON.parse(body)), headers }
    } catch (error) {
      const reason = error instanceof RefusedCall ? error.message : 'could not parse the request'
      return { ...failed(400, 'BAD_REQUEST', reason), headers }
    }
  }

  const service = await startCloudServer(call, ({ pathname }) => pathname.startsWith('/database/'), failure)
  return {
    icloud: { container_identifier: container, api_token: apiToken, environment, url: service.origin },
    records: account => [...zoneOf(account).records],
    empty: account => void zoneOf(account).records.splice(0),
    revoke(account) {
      for (const [token, owner] of accounts) if (owner === account) accounts.delete(token)
    },
    failNext: service.failNext,
    holdNext: service.holdNext,
    async stop() {
      await Promise.all([service.stop(), signIn.stop()])
    },
  }
}

/** "Error Codes": each with the status that it has there. */
const failed = (status: number, serverErrorCode: string, reason: string, more: object = {}): CloudAnswer => ({
  status,
  body: { uuid: randomUUID(), serverErrorCode, reason, ...more },
})

function failure(of: Exclude<CloudFailure, 'cut'>): CloudAnswer {
  if (of === 'full') return failed(413, 'QUOTA_EXCEEDED', 'Quota exceeded')
  if (of === 'busy') return failed(429, 'THROTTLED', 'Request was throttled', { retryAfter: 30 })
  return failed(500, 'INTERNAL_ERROR', 'An internal error occurred')
}

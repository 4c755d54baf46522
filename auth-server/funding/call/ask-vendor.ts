import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod'
import { apiError } from '../../errors/api-error.ts'
import { logError } from '../../log.ts'
import { limitedText } from '../../outside/limited-text.ts'

/** A person waits for this. */
const TIMEOUT_MS = 8_000
/** A quote with its calldata is well below. */
const MAX_ANSWER_BYTES = 512 * 1024

export interface VendorQuestion<T> {
  /** For the log and for people. */
  readonly vendor: 'MoonPay' | 'Coinbase' | 'Relay'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: a GET. */
  readonly body?: unknown
  readonly timeoutMs?: number
  /** HTTP statuses by which the company says that it has no such thing; 404 when left out. */
  readonly nothing?: readonly number[]
  /** Numbers arrive as text: see `parseExactly`. */
  readonly answer: z.ZodType<T>
}

/**
 * Asks a company by HTTP. No redirect is followed: it would carry what authenticates this server to another place. No more is
 * read, and no longer waited for, than an answer needs.
 * @returns `null` for `nothing`: the company has no such thing
 * @throws `service_unavailable` (503) for whatever else is no answer of the documented form
 */
export async function askVendor<T>(question: VendorQuestion<T>): Promise<T | null> {
  try {
    return await ask(question)
  } catch (error) {
    logError(question.vendor, error instanceof Error ? withoutValues(error) : error)
    throw unavailable(question.vendor)
  }
}

type Vendor = VendorQuestion<unknown>['vendor']

/** For an answer that is of the documented form and counts for nothing. @param why for the operator's log */
export function disbelieve(vendor: Vendor, why: string): VitrineError {
  logError(vendor, new Error(why))
  return unavailable(vendor)
}

const unavailable = (vendor: Vendor) =>
  apiError('service_unavailable', `${vendor} could not be asked. Try again in a moment.`)

async function ask<T>({
  url,
  headers = {},
  body,
  nothing = [404],
  answer,
  timeoutMs,
}: VendorQuestion<T>): Promise<T | null> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    if (nothing.includes(response.status)) return null
    throw new Error(`it answered with status ${response.status}`)
  }
  return answer.parse(parseExactly(await limitedText(response, MAX_ANSWER_BYTES)))
}

/**
 * JSON whose numbers are texts of their own digits: amounts of money are not rounded to what a float holds.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  // A string without an end is read to the end of the text, and once.
  return JSON.parse(
    json.replace(/"(?:[^"\\]|\\[\s\S])*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, token =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  )
}

/** Parsers quote what they read: what a person buys, in the operator's log. */
const withoutValues = (error: Error): Error =>
  error instanceof SyntaxError || error instanceof z.ZodError
    ? new Error('its answer is not of the documented form')
    : error

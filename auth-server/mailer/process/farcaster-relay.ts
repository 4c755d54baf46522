import * as z from 'zod'
import { logError } from '../../log.ts'
import { limitedText } from '../../outside/limited-text.ts'
import { outsidePicture, outsideText } from '../../outside-text.ts'
import type { FarcasterPlaces } from '../../settings.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'

/** A person waits for their login. */
const TIMEOUT_MS = 5000
const MAX_BYTES = 65_536

const opened = z.object({
  channelToken: z.string().regex(/^[\w-]{8,256}$/),
  url: z.string(),
  nonce: z.string(),
})

/** A name that is left out, or is none, is no reason to refuse a login. */
const text = (limit: number) =>
  z
    .unknown()
    .transform(it => outsideText(it, limit))
    .optional()
const completed = z.object({
  message: z.string().min(1).max(4096),
  signature: z.string().regex(/^0x(?:[\da-f]{2}){65,8192}$/i),
  fid: z.number().int().positive(),
  username: text(64),
  displayName: text(128),
  bio: text(512),
  pfpUrl: z.unknown().transform(outsidePicture).optional(),
})

/**
 * Opens a channel (FIP-11, `POST /v1/channel`). What a person is sent to is the relay's word: an address of Farcaster's own
 * hosts for this very channel, or nothing.
 * @throws MailerRefusal `unavailable`
 */
export async function openChannel(
  { relayUrl, hosts }: FarcasterPlaces,
  { domain, uri, nonce, expiresAt, redirectUrl }: MailerRequest<'openChannel'>,
): Promise<MailerResponse<'openChannel'>> {
  return asked('opening a channel', async () => {
    const answer = await ask(`${relayUrl}/v1/channel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        siweUri: uri,
        domain,
        nonce,
        expirationTime: new Date(expiresAt).toISOString(),
        ...(redirectUrl !== null && { redirectUrl }),
      }),
    })
    if (!answer.ok) throw new Error(`the relay answered ${answer.status}`)
    const { channelToken: token, url, nonce: asked } = opened.parse(await json(answer))
    if (asked !== nonce || !isOfChannel(url, token, hosts))
      throw new Error('the relay answered something else')
    return { token, url }
  })
}

/**
 * What came by a channel (`GET /v1/channel/status`), which the relay tells once and then forgets: 401 is as good as nothing.
 * @throws MailerRefusal `unavailable`
 */
export async function readChannel(
  { relayUrl }: FarcasterPlaces,
  { token }: MailerRequest<'readChannel'>,
): Promise<MailerResponse<'readChannel'>> {
  return asked('reading a channel', async () => {
    const answer = await ask(`${relayUrl}/v1/channel/status`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status === 202 || answer.status === 401) return { signIn: null }
    if (answer.status !== 200) throw new Error(`the relay answered ${answer.status}`)
    const { pfpUrl, ...signIn } = completed.parse(await json(answer))
    return { signIn: { ...signIn, pictureUrl: pfpUrl } }
  })
}

const ask = (url: string, init: RequestInit) =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
const json = async (answer: Response): Promise<unknown> => JSON.parse(await limitedText(answer, MAX_BYTES))

/** The relay's words are logged by nobody: they could hold what a person signed. */
async function asked<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    logError(doing, error instanceof z.ZodError ? new Error('the answer does not fit FIP-11') : error)
    throw new MailerRefusal('unavailable', 'The relay cannot be had.')
  }
}

function isOfChannel(written: string, token: string, hosts: readonly string[]): boolean {
  const url = URL.canParse(written) ? new URL(written) : null
  return (
    url?.protocol === 'https:' &&
    hosts.includes(url.host) &&
    url.username + url.password === '' &&
    url.searchParams.get('channelToken') === token
  )
}

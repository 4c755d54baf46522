import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { type FrameConfig, frameConfig } from '../app-config/frame-config.ts'
import { currentRequest, noteApp } from '../current-request.ts'
import { apiError } from '../errors/api-error.ts'
import { REQUEST_ID_HEADER } from '../http/current-route.ts'
import { logError } from '../log.ts'
import type { ApiAddress } from './forward.ts'

/** The database may take its eight seconds. */
const LIMIT_MS = 10_000

/**
 * Asks the API process for an app's config, for each document anew: a change of the operator's counts at once.
 * @returns `null`: there is no such app
 * @throws `service_unavailable` (503), also when what came back is no such config
 */
export async function readConfig(api: ApiAddress, appId: string): Promise<FrameConfig | null> {
  try {
    const { status, body } = await get(api, `/frame/${encodeURIComponent(appId)}`)
    if (status === 404) return null
    if (status !== 200) throw new Error(`the API process answered ${status}`)
    const { data: config, error } = frameConfig.safeParse(body)
    if (!config)
      throw new Error(`the API process answered with \`${error.issues[0]?.path.join('.')}\` that is none`)
    if (config.app.id !== appId) throw new Error('the API process answered with another app')
    noteApp(appId)
    return config
  } catch (error) {
    logError('reading an app’s config', error)
    throw apiError('service_unavailable', 'The service is not available right now. Try again in a moment.')
  }
}

const get = ({ socketPath, agent }: ApiAddress, path: string) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const current = currentRequest()
    const call = request({
      socketPath,
      agent,
      path,
      headers: current ? { [REQUEST_ID_HEADER]: current.id } : {},
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    call.on('response', answer => {
      json(answer).then(body => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
    call.on('error', reject)
    call.end()
  })

import { type Logger, pino } from 'pino'
import { currentRequest } from './current-request.ts'
import { asText } from './log/lines.ts'
import { describeError, placesOf } from './log/scrub.ts'

export const LOG_FORMATS = ['json', 'text'] as const
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const

/** How a process writes its log. */
export interface LogSettings {
  readonly format: (typeof LOG_FORMATS)[number]
  readonly level: (typeof LOG_LEVELS)[number]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * JSON for a program, lines for people in development and at a terminal; requests are not told of in development. A value
 * that is none is refused by `settings.ts`, and counts as left out here.
 */
export function readLogSettings(env: Environment): LogSettings {
  const isForPeople = env.VITRINE_DEV === '1' || process.stderr.isTTY === true
  const format = LOG_FORMATS.find(it => it === env.VITRINE_LOG_FORMAT)
  const level = LOG_LEVELS.find(it => it === env.VITRINE_LOG_LEVEL)
  return {
    format: format ?? (isForPeople ? 'text' : 'json'),
    level: level ?? (env.VITRINE_DEV === '1' ? 'warn' : 'info'),
  }
}

/** What says how a process logs, for those that get an environment of their own. */
export const LOG_VARIABLES = ['VITRINE_DEV', 'VITRINE_LOG_FORMAT', 'VITRINE_LOG_LEVEL']

/** One line at a time and at once: what a process says last before it ends is written. No thread writes it. */
const open = (name: string | null, { format, level }: LogSettings): Logger =>
  pino(
    {
      level,
      base: name === null ? {} : { process: name },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
    },
    { write: line => void process.stderr.write(format === 'json' ? line : asText(line)) },
  )

/** Of a command or a test, until a process of the server says who it is. */
let log = open(null, { format: 'text', level: 'warn' })

/** Called once by each process of the server, before it does anything else. @param name as its lines name it */
export function startLog(name: string, settings: LogSettings = readLogSettings(process.env)): void {
  log = open(name, settings)
}

const ofRequest = () => {
  const request = currentRequest()
  return request === undefined ? {} : { request_id: request.id }
}

/**
 * One line per failure: what was done, then the error and its causes. Bodies, headers and parameters are never logged: they
 * carry codes and tokens.
 */
export function logError(during: string, error: unknown): void {
  log.error({ ...ofRequest(), error: describeError(error) }, `error during ${during}`)
}

/** What an operator should know. */
export function logNote(message: string): void {
  log.warn(ofRequest(), message)
}

/** Why the server does not start, in a sentence for the operator. */
export function logEnd(sentence: string): void {
  log.error({}, sentence)
}

/** Why a process ends: with where, since nobody expected it. */
export function logCrash(error: unknown): void {
  log.error(
    { error: describeError(error), stack: placesOf(error) },
    'the process ends by an error that nobody caught',
  )
}

/** A failure of which only the kind is told, where any message could quote a secret. */
export function logKind(during: string, error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error
  log.error({ ...ofRequest(), error: kind }, `error during ${during}`)
}

/** A request that was answered, or whose caller went away before. */
export interface AnsweredRequest {
  readonly method: string
  /** The pattern; `null`: of no route. */
  readonly route: string | null
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly appId: string | null
  readonly isAborted: boolean
}

/** The one line of a request. No path, no query, no header, no body, nobody's address. */
export function logRequest({
  method,
  route,
  status,
  durationMs,
  requestId,
  appId,
  isAborted,
}: AnsweredRequest): void {
  log.info(
    {
      method,
      ...(route !== null && { route }),
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      request_id: requestId,
      ...(appId !== null && { app_id: appId }),
      ...(isAborted && { aborted: true }),
    },
    'request',
  )
}

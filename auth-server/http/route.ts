import type { Actor } from '@vitrine/shared/api/operation.ts'
import type { StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Hono, Context as RequestContext } from 'hono'
import type { $ZodType } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { currentRequest, noteApp } from '../current-request.ts'
import { spendNonce } from '../database/nonce.ts'
import { requireMethod } from '../entry/require-method.ts'
import { requireTerms } from '../entry/require-terms.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveOperator } from '../operators/session.ts'
import { type BodyGuard, readBody, requireBody } from './body.ts'
import { type Caller, callerOf } from './caller.ts'
import {
  isAtConsole,
  type OperatorGuard,
  requireAppOfOperator,
  requireConfirmation,
  requireNewDevice,
  requireOperator,
} from './console.ts'
import { type DpopProof, requireProof } from './dpop.ts'
import { NOTHING_HERE } from './error-response.ts'
import { type OriginGuard, requireOrigin } from './origin.ts'
import { limitNetwork, limitUser, type NetworkLimit, type UserLimit } from './rate-limit.ts'
import { type AppGuard, requireApp } from './require-app.ts'
import { requireNotResumed, requireUnheld } from './require-unheld.ts'
import { type ActiveSession, requireSession } from './session.ts'
import { requireStepUp, type StepUp, type StepUpBody, type StepUpGuard } from './step-up.ts'

/** Asked for always, or when the body says so. */
type When<Body> = true | ((body: Body) => boolean)

/**
 * The caller holds the device key: of the session, or, where there is none, of the device that logs in. Its proof is used up
 * - `spent`: here, so that it cannot be sent a second time; by a function: where the body says so.
 * - `for-work`: in the work, along with what else that writes.
 * - `for-refresh`: the same, where the work finds the session by its refresh token.
 * - `read`: never. What is read twice does nothing twice.
 */
type ProofGuard<Body> = 'spent' | 'for-work' | 'for-refresh' | 'read' | ((body: Body) => boolean)

/** What every route states. */
interface OpenGuards {
  readonly origin: OriginGuard
  /** Of the network that calls. */
  readonly limit: NetworkLimit | 'none'
  /**
   * On the console's port an operator calls it as well, with a right to the app, in the place of the backend and its secret. Left out:
   * there is no such route on that port, unless its origin is `console`.
   */
  readonly operator?: OperatorGuard
}

/** Who calls in an app's name, for the audit: no device of a person's. */
export interface CalledBy {
  readonly thumbprint: null
  readonly actor: Actor
  readonly caller: Caller
}

/** What a route asks for before its work, in the order in which it is asked. */
interface Guards<Body, Session extends When<Body>, Proof extends ProofGuard<Body>, Step extends StepUpPurpose>
  extends OpenGuards {
  /** Left out: `header`. */
  readonly app?: AppGuard
  /** The app's operator has turned this login method on. */
  readonly method?: LoginMethod
  readonly body?: BodyGuard<Body>
  /** What else the app's config allows or forbids. It throws, and is asked before anything is spent. */
  readonly rule?: (app: App, body: Body) => unknown
  readonly session?: Session
  readonly proof?: Proof
  /** Takes the token of the captcha from the body: `requireCaptcha`. */
  readonly captcha?: Body extends { readonly token?: string | undefined } ? CaptchaCheck : never
  /** The user accepted the app's terms. */
  readonly terms?: [Session] extends [true] ? true : never
  /** The session's device is not held: it may sign, and change ways in. */
  readonly unheld?: [Session] extends [true] ? true : never
  /** A session that a host key resumed may call it. Left out: it may not, whatever else the route asks for. */
  readonly resumed?: [Session] extends [never] ? never : true
  /** A way in is added, changed or removed: the person proves one that they have. Handed to the work, which spends it. */
  readonly stepUp?: StepUpGuard<NoInfer<Body>> & { readonly purpose: Step }
  /** Of the user whose session it is. */
  readonly userLimit?: [Session] extends [true] ? UserLimit : never
}

type CaptchaCheck = (ctx: Context, app: App, token: string | undefined) => Promise<void>

/** What the work gets: what its guards asked for, and nothing else. */
interface Input<Path extends string, Body, Session, Proof, Step> {
  readonly c: RequestContext<object, Path>
  readonly app: App
  readonly body: Body
  readonly session: [Session] extends [never]
    ? never
    : [Session] extends [true]
      ? ActiveSession
      : ActiveSession | null
  readonly proof: [Proof] extends [never] ? never : [Proof] extends [string] ? DpopProof : DpopProof | null
  readonly stepUp: [Step] extends [never] ? never : StepUp
  /** Of a route that a backend or an operator calls. */
  readonly by: CalledBy
  /** The operator who calls a route of the console's port. */
  readonly operator: ActiveOperator
}

type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type PathOf<Pattern> = Pattern extends `${Verb} ${infer Path}` ? Path : never
type Answer = Response | Promise<Response>

/** Of a call of the console that is about no app: who makes it, if that is asked. */
interface ConsoleInput<Path extends string, Body, Session, Device> {
  readonly c: RequestContext<object, Path>
  readonly body: Body
  readonly operator: [Session] extends [never] ? never : ActiveOperator
  /** RFC 7638 thumbprint of the browser's key. */
  readonly device: [Device] extends [never] ? never : string
  readonly caller: Caller
}

/** A route as the server mounts it: see `mount`. */
export interface Route {
  readonly verb: Verb
  /** Below the path where it is mounted. */
  readonly path: string
  readonly guards: OpenGuards & {
    readonly app: AppGuard | 'none'
    readonly method?: LoginMethod
    readonly body?: BodyGuard<unknown> | undefined
    readonly session?: unknown
    readonly proof?: unknown
    readonly captcha?: unknown
    readonly terms?: unknown
    readonly unheld?: unknown
    readonly resumed?: unknown
    readonly stepUp?: unknown
    readonly userLimit?: UserLimit | undefined
  }
  /** Who calls it as the app's backend comes here: see `forBackendToo`. */
  readonly backend?: Route
  handle(ctx: Context, c: RequestContext): Promise<Response>
}

/** A route of no app: a file, or a document that says itself what is wrong. */
export function openRoute<const Pattern extends `${Verb} /${string}`>(
  pattern: Pattern,
  guards: OpenGuards,
  work: (c: RequestContext<object, PathOf<Pattern>>) => Answer,
): Route {
  return {
    ...parse(pattern),
    guards: { ...guards, app: 'none' },
    async handle(ctx, c) {
      await enter(ctx, c, guards)
      return work(c)
    },
  }
}

/** A route of the console that is about no app. The order is that of `route`. */
export function consoleRoute<
  const Pattern extends `${Verb} /${string}`,
  Body = never,
  const Session extends true = never,
  const Device extends true = never,
>(
  pattern: Pattern,
  guards: {
    readonly limit: NetworkLimit
    readonly body?: $ZodType<Body>
    /** An operator is logged in. */
    readonly session?: Session
    /** The browser shows a key of its own, to which the session that it opens belongs. */
    readonly device?: Device
  },
  work: (input: ConsoleInput<PathOf<Pattern>, Body, Session, Device>) => Answer,
): Route {
  const open: OpenGuards = { origin: 'console', limit: guards.limit }
  return {
    ...parse(pattern),
    guards: { ...open, app: 'none', body: guards.body, session: guards.session, proof: guards.device },
    async handle(ctx, c) {
      await enter(ctx, c, open)
      const body = guards.body && (await readBody(c, guards.body))
      const operator = guards.session ? await requireOperator(ctx, c) : null
      const device = guards.device ? await requireNewDevice(ctx, c) : null
      const caller = callerOf(ctx.settings, c)
      // The types of `body`, `operator` and `device` follow from the guards.
      return work({ c, body, operator, device, caller } as ConsoleInput<
        PathOf<Pattern>,
        Body,
        Session,
        Device
      >)
    },
  }
}

/**
 * A route of the API: what it asks for, as data, then its work. The one order, whatever a route asks for: origin → rate
 * limit → app → login method → body → rule → session → single use (proof, then captcha) → terms → held device → step-up →
 * the user's rate limit → work. What is cheap and says nothing comes first, and nothing is spent on a call that is refused for its form.
 *
 * An operator comes in where the app is asked for: session, then the right to the app; a confirmation is used up after the rule.
 *
 * Where a proof is for the work, and where there is a one-time code, the work spends them before it verifies them. So it
 * does with a step-up, right before the change that it is for.
 */
export function route<
  const Pattern extends `${Verb} /${string}`,
  Body = never,
  const Session extends When<Body> = never,
  const Proof extends ProofGuard<Body> = never,
  const Step extends StepUpPurpose = never,
>(
  pattern: Pattern,
  guards: Guards<Body, Session, Proof, Step>,
  work: (input: Input<PathOf<Pattern>, Body, Session, Proof, Step>) => Answer,
): Route {
  const asks = (when: unknown, body: Body) => (typeof when === 'function' ? when(body) : when !== undefined)
  return {
    ...parse(pattern),
    guards: { app: 'header', ...guards },
    async handle(ctx, c) {
      await enter(ctx, c, guards)
      const operator = guards.operator && isAtConsole(c) ? await requireOperator(ctx, c) : null
      const app = await appOf(ctx, c, guards, operator)
      noteApp(app.id)
      if (guards.method) requireMethod(app, guards.method)
      const body = (guards.body && (await requireBody(ctx, c, app, guards.body))) as Body
      guards.rule?.(app, body)
      if (operator && guards.operator?.confirm) {
        const { operation, target } = guards.operator.confirm
        const named = target === undefined ? '' : (c.req.param(target) ?? '')
        await requireConfirmation(ctx, c, operator, app.id, { operation, target: named })
      }
      const session = asks(guards.session, body) ? await requireSession(ctx, c, app.id) : null
      const proof = asks(guards.proof, body) ? await proofOf(ctx, c, session, guards.proof) : null
      await guards.captcha?.(ctx, app, (body as { token?: string }).token)
      if (session && guards.terms) await requireTerms(ctx, app, session)
      if (session && !guards.resumed) requireNotResumed(session)
      if (session && guards.unheld) requireUnheld(ctx, session)
      const stepUp =
        session && guards.stepUp
          ? await requireStepUp<Body & StepUpBody>(
              ctx,
              session,
              guards.stepUp,
              body as Body & StepUpBody,
              name => c.req.param(name) ?? '',
            )
          : null
      if (session && guards.userLimit) await limitUser(ctx, session.userId, guards.userLimit)
      // The types of `session`, `proof` and `stepUp` follow from the guards that were asked just now.
      const isAudited = guards.app === 'secret' || guards.app === 'operator'
      const by = isAudited && {
        ...{ thumbprint: null, actor: operator?.actor ?? 'backend' },
        caller: callerOf(ctx.settings, c),
      }
      return work({ c, app, body, session, proof, stepUp, by, operator } as Input<
        PathOf<Pattern>,
        Body,
        Session,
        Proof,
        Step
      >)
    },
  }
}

/**
 * One path for people's frames and for the app's backend, each with its own guards: who sends the app's credentials is a backend.
 * No page can make a browser send them, whose value it does not know.
 */
export const forBackendToo = (frame: Route, backend: Route): Route => ({
  ...frame,
  backend,
  handle: (ctx, c) => (/^Basic /i.test(c.req.header('authorization') ?? '') ? backend : frame).handle(ctx, c),
})

/** Registers routes below a path. */
export function mount(server: Hono, ctx: Context, base: string, routes: readonly Route[]): void {
  for (const { verb, path, handle } of routes) {
    const pattern = path === '/' ? base : `${base}${path}`
    server.on(verb, pattern, c => {
      // The router knows of all that fit, such as `/users/me` and `/users/:user_id`; this one answers.
      const request = currentRequest()
      if (request) request.route = pattern
      return handle(ctx, c)
    })
  }
}

async function enter(
  ctx: Context,
  c: RequestContext,
  { origin, limit, operator }: OpenGuards,
): Promise<void> {
  // Each of the two ports has its own routes; those of a backend that an operator may call are on both.
  const isHere = isAtConsole(c) ? origin === 'console' || operator !== undefined : origin !== 'console'
  if (!isHere) throw apiError('not_found', NOTHING_HERE)
  requireOrigin(ctx.settings, c, isAtConsole(c) ? 'console' : origin)
  if (limit !== 'none') await limitNetwork(ctx, c, limit)
}

function appOf(
  ctx: Context,
  c: RequestContext,
  { app: guard = 'header', operator: needs }: { readonly app?: AppGuard; readonly operator?: OperatorGuard },
  operator: ActiveOperator | null,
): Promise<App> {
  if (operator && needs) return requireAppOfOperator(ctx, c, operator, needs.role)
  // Such a route is on the console's port alone, where an operator is asked for.
  if (guard === 'operator') throw apiError('not_found', NOTHING_HERE)
  return requireApp(ctx, c, guard)
}

async function proofOf(
  ctx: Context,
  c: RequestContext,
  session: ActiveSession | null,
  guard: unknown,
): Promise<DpopProof> {
  const withoutSession = guard === 'for-refresh' ? 'session-of-refresh-token' : 'new-device'
  const proof = await requireProof(ctx, c, session ?? withoutSession)
  const isLeft = guard === 'for-work' || guard === 'for-refresh' || guard === 'read'
  if (!isLeft && !(await spendNonce(ctx.db, proof.nonce))) throw proof.refused()
  return proof
}

function parse(pattern: `${Verb} /${string}`): Pick<Route, 'verb' | 'path'> {
  const [verb, path] = pattern.split(' ')
  return { verb: verb as Verb, path: path ?? '' }
}

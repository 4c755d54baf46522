import type { EventData } from '@vitrine/shared/api/activity.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import type { WebhookType } from '@vitrine/shared/api/webhook-event.ts'
import { camelCase, toClientUser } from '../client-user.ts'

type Camel<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name

/** What the event says besides its type; which of it there is, docs/embedding.md says for each type. */
type EventFacts = { readonly [Name in keyof EventData as Camel<Name>]?: NonNullable<EventData[Name]> }

/** What happened to a user of yours. */
export interface UserEvent {
  /** Of the message: the same each time that it comes. */
  readonly id: string
  readonly type: WebhookType
  /** When it happened. */
  readonly timestamp: Date
  readonly data: EventFacts & {
    /** Which happened first: messages come in any order. */
    readonly eventId: number
    readonly appId: string
    readonly userId: string
    /** As they were when the message was first sent; `null` once they are deleted. */
    readonly user: User | null
  }
}

/** The operator's `webhook test`. */
export interface TestEvent {
  readonly id: string
  readonly type: 'webhook.test'
  readonly timestamp: Date
  readonly data: { readonly appId: string }
}

export type WebhookEvent = UserEvent | TestEvent

interface WireEvent {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>> & {
    readonly app_id: string
    readonly user?: WireUser | null
  }
}

/** @param message whose signature was checked, so it is of the server's shape */
export function toWebhookEvent(id: string, { type, timestamp, data }: WireEvent): WebhookEvent {
  const { user, ...facts } = data
  const told = Object.fromEntries(Object.entries(facts).map(([name, value]) => [camelCase(name), value]))
  return {
    id,
    type,
    timestamp: new Date(timestamp),
    data: { ...told, ...(user !== undefined && { user: user && toClientUser(user) }) },
  } as unknown as WebhookEvent
}

/** @returns `null` for what is no message */
export function readMessage(body: string): WireEvent | null {
  try {
    const message: unknown = JSON.parse(body)
    const { type, timestamp, data } = Object(message)
    const isMessage =
      typeof type === 'string' && typeof timestamp === 'string' && typeof Object(data).app_id === 'string'
    return isMessage ? (message as WireEvent) : null
  } catch {
    return null
  }
}

export type { User } from '@vitrine/shared/api/client-user.ts'
export type { CustomMetadata } from '@vitrine/shared/api/users.ts'
export type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
export { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
export { createVitrineServer, type VitrineServer } from './create-server.ts'
export type { ExistingUser, ExpectedAccount, ExpectedUser, ExpectedUserOptions } from './expected-users.ts'
export type { IdentityClaims } from './identity-token.ts'
export type { RedeemedLogin, RedeemOptions } from './login-code.ts'
export type { CallOptions, VitrineServerOptions } from './server-options.ts'
export type { BackendSession, SessionActivity } from './sessions.ts'
export { createMemoryEndedSessions, type EndedSessions } from './site/ended-sessions.ts'
export { type NodeRequest, type NodeResponse, type VitrineExpress, vitrineExpress } from './site/express.ts'
export { type HonoContext, type VitrineHono, vitrineHono } from './site/hono.ts'
export { type NextCookies, type VitrineNext, vitrineNext } from './site/next.ts'
export type { SiteSession } from './site/sealed-session.ts'
export type { SiteOptions } from './site/site-options.ts'
export { type VitrineWeb, vitrineWeb } from './site/web.ts'
export type {
  BackendUser,
  ExportedUser,
  MetadataChanges,
  PageOptions,
  UserListing,
  UserPage,
  UserSearch,
} from './users.ts'
export { createMemoryReplayStore, type ReplayStore } from './webhooks/replay-store.ts'
export type { WebhookHeaders, Webhooks } from './webhooks/verify-webhook.ts'
export type { TestEvent, UserEvent, WebhookEvent } from './webhooks/webhook-event.ts'

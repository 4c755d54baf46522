import { type activityResponse, reportRequest } from '@vitrine/shared/api/activity.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { languageOf } from '../words/language.ts'
import { readActivity } from './read-activity.ts'
import { reportActivity } from './report.ts'

/** `/api/v1/users/me/activity`: what was done in the user's account, and what their devices say of it. */
export const activityRoutes = (ctx: Context): readonly Route[] => [
  route(
    'GET /',
    {
      origin: 'own-read',
      limit: { scope: 'activity-network', perLogin: 10 },
      session: true,
      proof: 'read',
      userLimit: { scope: 'activity-user', calls: 300 },
    },
    async ({ c, session }) => {
      const language = languageOf(c.req.header('accept-language'))
      const activity = await readActivity(ctx, session, c.req.query('cursor'), language)
      return c.json(activity satisfies output<typeof activityResponse>)
    },
  ),

  route(
    'POST /',
    {
      origin: 'own',
      limit: { scope: 'activity-report-network', perLogin: 10 },
      body: reportRequest,
      session: true,
      proof: 'spent',
      unheld: true,
      userLimit: { scope: 'activity-report-user', calls: 600 },
    },
    async ({ c, app, session, body }) => {
      await reportActivity(ctx, app, session, body)
      return c.json({})
    },
  ),
]

import * as apps from '@vitrine/shared/api/console/apps.ts'
import { consoleAuditQuery, consoleAuditResponse } from '@vitrine/shared/api/console/audit.ts'
import { confirmInitResponse, confirmResponse } from '@vitrine/shared/api/console/confirm.ts'
import { consoleHealthResponse } from '@vitrine/shared/api/console/health.ts'
import * as operator from '@vitrine/shared/api/console/operator.ts'
import * as webhooks from '@vitrine/shared/api/console/webhooks.ts'
import * as z from 'zod/mini'
import { type DescribedRoutes, described } from './described.ts'

export const CONSOLE_ROUTES: DescribedRoutes = {
  'POST /console/login/init': described(
    'The challenge for an operator’s passkey',
    operator.loginInitResponse,
  ),
  'POST /console/login': described('Logs an operator in', operator.meResponse),
  'POST /console/enrolment/init': described(
    'The challenge for an operator’s new passkey',
    operator.enrolmentInitResponse,
  ),
  'POST /console/enrolment': described('Registers it, and logs in', operator.meResponse),
  'POST /console/logout': described('Ends the operator’s session', z.object({})),
  'GET /console/me': described('The operator, and their apps', operator.meResponse),
  'POST /console/confirm/init': described('The challenge that confirms a call', confirmInitResponse),
  'POST /console/confirm': described('Confirms one call', confirmResponse),
  'GET /console/apps/:app_id': described('The config of an app', apps.appResponse),
  'POST /console/apps/:app_id/check': described('What would be wrong with a config', apps.checkResponse),
  'POST /console/apps/:app_id': described('Saves a config', apps.appResponse),
  'POST /console/apps/:app_id/secret': described('Makes a new app secret', apps.secretResponse),
  'GET /console/apps/:app_id/webhooks': described('The app’s webhooks', webhooks.webhooksResponse),
  'GET /console/apps/:app_id/deliveries': described(
    'What was sent to them',
    webhooks.deliveriesResponse,
    webhooks.deliveriesQuery,
  ),
  'POST /console/apps/:app_id/deliveries/:id/replay': described(
    'Sends one message again',
    webhooks.replayResponse,
  ),
  'POST /console/apps/:app_id/webhooks/:id/replay': described(
    'Sends what one missed again',
    webhooks.replayResponse,
  ),
  'GET /console/audit_events': described('What was done', consoleAuditResponse, consoleAuditQuery),
  'GET /console/health': described('How the server is', consoleHealthResponse),
}

import * as apps from '@vitrine/shared/api/console/apps.ts'
import { consoleAuditQuery, consoleAuditResponse } from '@vitrine/shared/api/console/audit.ts'
import { confirmInitResponse, confirmResponse } from '@vitrine/shared/api/console/confirm.ts'
import { consoleHealthResponse } from '@vitrine/shared/api/console/health.ts'
import * as operator from '@vitrine/shared/api/console/operator.ts'
import * as webhooks from '@vitrine/shared/api/console/webhooks.ts'
import * as z from 'zod/mini'
import type { DescribedRoutes } from './described.ts'
import { IN_MS } from './values.ts'

const APP = {
  config: { name: 'Shop', allowed_domains: ['https://shop.example'] },
  version: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k',
}
const ADA = { ...IN_MS, id: 'operator_1', name: 'Ada' }
const APPS = { ...ADA, apps: [{ id: 'app_3f9c1d2e4b5a6978', name: 'Shop', role: 'manager' }] }
const LINK_TOKEN = { token: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k' }
const MANAGER_ONLY = 'It needs the role manager.'

/** Calls of the operator's console. */
export const CONSOLE_ROUTES: DescribedRoutes = {
  'POST /console/login/init': {
    summary: 'Start an operator login',
    description:
      'Returns the WebAuthn options for `navigator.credentials.get`. Any passkey of this console may answer.',
    answer: operator.loginInitResponse,
  },
  'POST /console/login': {
    summary: 'Log an operator in',
    description:
      'Verifies the passkey’s assertion and sets the session cookie. A challenge is valid for five minutes.',
    answer: operator.meResponse,
    codes: ['invalid_credentials'],
    values: APPS,
  },
  'POST /console/enrolment/init': {
    summary: 'Start the enrolment of an operator',
    description:
      'Returns the WebAuthn options for a new passkey. `token` is the fragment of the link that `vitrine operator add` printed.',
    answer: operator.enrolmentInitResponse,
    codes: ['expired_or_invalid_authorization'],
    values: { ...LINK_TOKEN, name: 'Ada' },
  },
  'POST /console/enrolment': {
    summary: 'Enrol an operator',
    description: 'Registers the passkey, uses up the link and logs the operator in.',
    answer: operator.meResponse,
    codes: ['expired_or_invalid_authorization', 'invalid_credentials', 'resource_conflict'],
    values: { ...APPS, ...LINK_TOKEN },
  },
  'POST /console/logout': {
    summary: 'Log an operator out',
    description: 'Ends the session of the cookie and removes the cookie.',
    answer: z.object({}),
  },
  'GET /console/me': {
    summary: 'Get the operator',
    description:
      'Returns the logged-in operator, their apps with a role for each, and the times of the session.',
    answer: operator.meResponse,
    values: APPS,
  },
  'POST /console/confirm/init': {
    summary: 'Start a confirmation',
    description:
      'Returns the WebAuthn options that confirm one critical operation, such as deleting a user. It needs the role manager for the app.',
    answer: confirmInitResponse,
    codes: ['not_found', 'policy_violation'],
    values: { target: 'user_9b74c9897bac770ffc029102a200c5de' },
  },
  'POST /console/confirm': {
    summary: 'Confirm an operation',
    description:
      'Verifies the passkey’s assertion. Send `confirmation` in the header `vitrine-confirmation` of the one call that it was made for, within five minutes.',
    answer: confirmResponse,
    codes: ['invalid_credentials', 'not_found', 'policy_violation'],
    values: {
      ...IN_MS,
      target: 'user_9b74c9897bac770ffc029102a200c5de',
      confirmation: 'Zk3xV0m1Q2w4E5r6T7y8U9i0O1p2A3s4D5f6G7h8J9k',
    },
  },
  'GET /console/apps/:app_id': {
    summary: 'Get the config of an app',
    description:
      'Returns the whole editable config with its version. `sealed` lists the fields that a command of the server changes, and the console does not.',
    answer: apps.appResponse,
    values: { ...IN_MS, ...APP, id: 'app_3f9c1d2e4b5a6978', sealed: ['custom_jwt_config'], notes: [] },
  },
  'POST /console/apps/:app_id/check': {
    summary: 'Check a config',
    description:
      'Reports the problems of a whole config without saving it. A config without problems can be saved.',
    answer: apps.checkResponse,
    codes: ['not_supported'],
    values: {
      config: APP.config,
      problems: [{ field: 'allowed_domains', reason: 'Write an origin, e.g. https://shop.example.' }],
      notes: [],
      confirmation: { target: 'c2VhbGVkLWNvbmZpZy12ZXJzaW9uLWluLWJhc2U2NHVy', fields: ['allowed_domains'] },
    },
  },
  'POST /console/apps/:app_id': {
    summary: 'Save a config',
    description: `Replaces the config if \`version\` is the one that was read. ${MANAGER_ONLY}`,
    answer: apps.appResponse,
    codes: ['resource_conflict', 'not_supported'],
    values: { ...IN_MS, ...APP, id: 'app_3f9c1d2e4b5a6978', sealed: ['custom_jwt_config'], notes: [] },
  },
  'POST /console/apps/:app_id/secret': {
    summary: 'Rotate the app secret',
    description: `Makes a new app secret and returns it once. The former secret stops working. ${MANAGER_ONLY}`,
    answer: apps.secretResponse,
  },
  'GET /console/apps/:app_id/webhooks': {
    summary: 'List webhooks',
    description:
      'Returns the webhook endpoints of the app, oldest first, with the number of waiting and failed messages.',
    answer: webhooks.webhooksResponse,
    values: {
      ...IN_MS,
      id: 'webhook_1',
      url: 'https://shop.example/webhooks/vitrine',
      events: ['user.created', 'user.authenticated'],
    },
  },
  'GET /console/apps/:app_id/deliveries': {
    summary: 'List webhook deliveries',
    description: 'Returns messages to the app’s webhooks of the last 30 days, newest first.',
    answer: webhooks.deliveriesResponse,
    query: webhooks.deliveriesQuery,
    values: {
      ...IN_MS,
      id: 'message_1',
      type: 'user.created',
      attempts: 1,
      status: 'delivered',
      last_status: 200,
      next_at: null,
      delivered_at: IN_MS.at,
      failed_at: null,
    },
  },
  'POST /console/apps/:app_id/deliveries/:id/replay': {
    summary: 'Replay a delivery',
    description: `Sends one message again, whatever its state. ${MANAGER_ONLY}`,
    answer: webhooks.replayResponse,
    values: { id: 'message_1', replayed: 1 },
  },
  'POST /console/apps/:app_id/webhooks/:id/replay': {
    summary: 'Replay failed deliveries',
    description: `Sends all failed messages of one endpoint again. ${MANAGER_ONLY}`,
    answer: webhooks.replayResponse,
    values: { id: 'webhook_1', replayed: 3 },
  },
  'GET /console/audit_events': {
    summary: 'List audit events of an operator’s apps',
    description:
      'Returns events, newest first. Without `app_id` it covers all apps of the operator. Times are in Unix milliseconds.',
    answer: consoleAuditResponse,
    query: consoleAuditQuery,
    codes: ['not_found'],
    values: {
      ...IN_MS,
      id: 4711,
      type: 'app.edited',
      actor: 'operator:operator_1',
      actor_name: 'Ada',
      user_id: null,
      data: {},
      from: String(IN_MS.at),
      until: String(IN_MS.expires_at),
    },
  },
  'GET /console/health': {
    summary: 'Get the health of the server',
    description:
      'Returns whether a login could work now, which parts answer, and how many messages wait. Times are in Unix milliseconds.',
    answer: consoleHealthResponse,
    values: {
      version: '0.1.0',
      count: 42,
      last: '0042_audit',
      oldest_delivery_at: null,
      swept_at: IN_MS.at,
      now: IN_MS.at,
    },
  },
}

import { EVENT_TYPES } from '@vitrine/shared/api/activity.ts'
import { OPERATION_TYPES } from '@vitrine/shared/api/operation.ts'
import { expect, it } from 'vitest'
import { sentenceOf, type Told } from './sentence.ts'

const told = (own: Partial<Told>): Told => ({
  type: 'user.viewed',
  actor: null,
  actor_name: null,
  user_id: null,
  data: {},
  ...own,
})

it.each<[string, Partial<Told>]>([
  [
    'Ada changed the config: name, enforce_wallet_uis (true → false) and chains',
    {
      ...{ type: 'app.edited', actor: 'operator:1', actor_name: 'Ada' },
      data: {
        fields: ['name', 'enforce_wallet_uis', 'chains'],
        changes: [
          { field: 'enforce_wallet_uis', before: true, after: false },
          { field: 'chains', before: [], after: [{ rpc_url: `https://${'x'.repeat(200)}` }] },
        ],
      },
    },
  ],
  ['An operator who is gone looked at a user', { type: 'user.viewed', actor: 'operator:1', user_id: 'u' }],
  [
    'The site’s backend ended 3 sessions of a user',
    { type: 'user.sessions_revoked', actor: 'backend', data: { count: 3 } },
  ],
  [
    'The site’s backend signed a user out',
    { type: 'user.session_ended', actor: 'backend', user_id: 'u', data: { ended_by: 'site' } },
  ],
  [
    'Somebody at the command line removed the secret “twilio”',
    { type: 'secret.removed', actor: 'command', data: { name: 'twilio' } },
  ],
  [
    'The person logged in with email a…a@shop.example',
    {
      type: 'user.authenticated',
      user_id: 'u',
      data: { account: { type: 'email', name: 'a…a@shop.example' } },
    },
  ],
  [
    'Ada searched users by email prefix, 2 found',
    {
      type: 'user.searched',
      actor: 'operator:1',
      actor_name: 'Ada',
      data: { searched_by: 'email_prefix', count: 2 },
    },
  ],
  [
    'Ada deleted a user, with the wallets 0x1 and 0x2',
    { type: 'user.deleted', actor: 'operator:1', actor_name: 'Ada', data: { addresses: ['0x1', '0x2'] } },
  ],
  ['The server did “user.of_tomorrow”', { type: 'user.of_tomorrow' }],
])('tells: %s', (sentence, event) => {
  expect(sentenceOf(told(event))).toBe(sentence)
})

it('has words for everything that is written down, with or without what it names', () => {
  for (const type of [...OPERATION_TYPES, ...EVENT_TYPES]) {
    const sentence = sentenceOf(told({ type }))
    expect(sentence).not.toMatch(/undefined|null|did “| {2}|\s$/)
  }
})

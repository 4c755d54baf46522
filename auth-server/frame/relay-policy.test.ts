import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { publicConfig } from '../apps/registry.ts'
import { frameHeaders } from './headers.ts'

const PROJECT = { wallet_connect_cloud_project_id: 'project' }
const OWN = { wallet_connect_relay_url: 'ws://127.0.0.1:5555/relay' }

const configOf = (config: Partial<EditableAppConfig>) =>
  publicConfig(
    { id: 'app_1', secretHash: '', config: editableAppConfig.parse({ name: 'Shop', ...config }) },
    '',
  )
const reached = (app: ReturnType<typeof configOf>) =>
  /connect-src ([^;]*)/.exec(frameHeaders(app, 'https://c.example')['Content-Security-Policy'] ?? '')?.[1]

describe('the frame reaches of WalletConnect', () => {
  test.each<[string, Partial<EditableAppConfig>, string]>([
    ['its relay', { ...PROJECT, wallet_auth: true }, ' wss://relay.walletconnect.com'],
    ['a relay of the operator’s', { ...PROJECT, solana_wallet_auth: true, ...OWN }, ' ws://127.0.0.1:5555'],
    ['nothing without a project', { ...OWN, wallet_auth: true }, ''],
    ['nothing without a login by wallet', { ...PROJECT, ...OWN }, ''],
  ])('%s', (_, config, added) => {
    expect(reached(configOf(config))).toBe(`'self'${added}`)
  })

  test.each(['wss://a;sandbox', "wss://a 'unsafe-inline'", 'wss://*.example', 'ws://relay.example', '*'])(
    'nothing by an address like %s that was written past the checks',
    wallet_connect_relay_url => {
      const app = configOf({ ...PROJECT, wallet_auth: true })
      expect(reached({ ...app, wallet_connect_relay_url })).toBe("'self'")
    },
  )

  test.each(['https://relay.example', 'ws://relay.example', 'wss://key@relay.example'])(
    'nothing by %s, which is no relay',
    wallet_connect_relay_url => {
      expect(() => configOf({ wallet_connect_relay_url })).toThrow()
    },
  )
})

/**
 * The frame of the benchmark: the product's bridge and vault, and between them nothing but a method that lets the vault
 * authorize a request, without the person who approves in the product.
 */
import { serveFrame } from '@vitrine/shared/bridge/frame.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { METHOD_POLICIES } from '@vitrine/shared/bridge/policies.ts'
import { PROTOCOL_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createVaultClient } from '../../frame-app/vault/client.ts'
import { spawnVaultWorker } from '../../frame-app/vault/spawn-worker.ts'

const vault = createVaultClient(() => spawnVaultWorker('app_bench'))
const absent = () => {
  throw clientError('invalid_data', 'The frame of the benchmark only signs.')
}

serveFrame({
  host: window.parent,
  hostOrigin: new URLSearchParams(location.search).get('origin') ?? '',
  isAuthenticated: () => true,
  handlers: {
    ...(Object.fromEntries(
      Object.keys(METHOD_POLICIES).map(name => [name, absent]),
    ) as unknown as FrameHandlers),
    hello: () => ({
      protocol: PROTOCOL_VERSION,
      version: 'bench',
      features: [],
      app: { id: 'app_bench', name: 'Bench', icon: null },
      state: { authenticated: true, user: null, wallets: [] },
    }),
    async signMessage({ message, encoding = 'utf-8' }) {
      const url = `${location.origin}/api/v1/wallets/wallet_bench/rpc`
      const payload = {
        version: 1,
        method: 'POST',
        url,
        body: { method: 'personal_sign', params: { message, encoding } },
        headers: {
          'vitrine-app-id': 'app_bench',
          'vitrine-idempotency-key': crypto.randomUUID(),
          'vitrine-request-expiry': String(Date.now() + 120_000),
        },
      } as const
      const iat = Math.floor(Date.now() / 1000)
      const { signature } = await vault.use(it => it.authorize(payload, { method: 'POST', url, iat }))
      return { signature }
    },
  },
})

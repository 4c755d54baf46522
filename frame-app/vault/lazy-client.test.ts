import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { expect, it, vi } from 'vitest'
import type { VaultClient } from './client.ts'
import { createLazyVaultClient } from './lazy-client.ts'

const working = (): VaultClient => ({ use: async operation => operation({} as never) })

it('starts no vault before one is used, and then one for all uses', async () => {
  const load = vi.fn(async () => working())
  const vault = createLazyVaultClient(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([vault.use(async () => 1), vault.use(async () => 2)])).toEqual([1, 2])
  expect(load).toHaveBeenCalledOnce()
})

it('fails as a vault that does not start when its code does not come, and tries again at the next use', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn<() => Promise<VaultClient>>().mockRejectedValueOnce(cause).mockResolvedValue(working())
  const vault = createLazyVaultClient(load)
  await expect(vault.use(async () => 1)).rejects.toMatchObject({
    code: 'unknown_embedded_wallet_error',
    message: WALLET_PROXY_FAILED,
    cause,
  })
  expect(await vault.use(async () => 1)).toBe(1)
})

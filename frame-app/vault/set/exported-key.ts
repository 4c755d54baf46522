import type { HpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import { VaultRefusal } from './refusal.ts'

/**
 * Encrypts what is exported for the document that shows it. The cipher comes with the first export.
 * @param secret wiped
 * @throws VaultRefusal `unsupported-request` for a recipient that is no public key
 */
export async function sealExport(recipient: string, secret: Uint8Array): Promise<HpkeSealed> {
  try {
    const { sealKey } = await import('@vitrine/shared/hpke/key-transport.ts')
    return await sealKey(recipient, secret)
  } catch {
    throw new VaultRefusal('unsupported-request')
  } finally {
    secret.fill(0)
  }
}

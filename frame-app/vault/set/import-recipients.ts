import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { IMPORT_LIFETIME_MS } from '@vitrine/shared/wallet/import-export.ts'
import { type BroughtKey, keyOf } from './brought-key.ts'
import { KEY_FAMILIES } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'
import { createShortMemory } from './short-memory.ts'

/** More than one tab of a person may import at once. */
const MAX_WAITING = 16

export interface ImportRecipients {
  /** A P-256 public key that a key is encrypted to, base64 SPKI. It opens for ten minutes: an import may be tried again. */
  create(): Promise<string>
  /**
   * The key that was brought. The caller wipes its 32 bytes.
   * @throws VaultRefusal `locked` for a recipient that is not waiting, `damaged`, and those of `keyOf`
   */
  open(brought: BroughtKey): Promise<Uint8Array>
  forget(): void
}

/** Key pairs of imports, which open nothing else; their private halves cannot be exported. @param now unix ms */
export function createImportRecipients(now: () => number): ImportRecipients {
  const waiting = createShortMemory<HpkeRecipient>(IMPORT_LIFETIME_MS, now)
  const names: string[] = []
  /** Its cipher comes with the first import. */
  const transport = () => import('@vitrine/shared/hpke/key-transport.ts')
  return {
    async create() {
      const made = await (await transport()).makeRecipient()
      if (names.length >= MAX_WAITING) waiting.delete(names.shift() ?? '')
      names.push(made.spki)
      waiting.set(made.spki, made)
      return made.spki
    },
    async open(brought) {
      const recipient = waiting.get(brought.recipient)
      if (!recipient) throw new VaultRefusal('locked')
      const [{ openKey }, family] = await Promise.all([transport(), KEY_FAMILIES[brought.chainType]()])
      const plaintext = await openKey(recipient, brought.sealed)
      if (!plaintext) throw new VaultRefusal('damaged')
      try {
        return await keyOf(plaintext, brought, family)
      } finally {
        plaintext.fill(0)
      }
    },
    forget() {
      waiting.clear()
      names.length = 0
    },
  }
}

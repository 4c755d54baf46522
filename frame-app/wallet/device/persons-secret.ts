import { type KeyMaterial, RECOVERY_METHODS, RECOVERY_TYPES } from '@vitrine/shared/wallet/embedded.ts'
import type { GivenSecret } from '../../vault/set/given-secret.ts'
import type { RecoveryFacts } from '../../vault/set/recovery-facts.ts'
import type { RecoverySecret } from '../recovery-secret.ts'
import { refusalOf } from './vault-problem.ts'

/** The site's own recovery key, sealed for the vault's recipient. */
export interface SealedSiteKey {
  readonly recipient: string
  readonly sealed: string
}

/** What a person, or their site, opens a recovery with, as the vault takes it. */
export interface PersonsSecret {
  /** Absent: none was given, which is enough where recovery is automatic. */
  readonly method: RecoverySecret['method'] | undefined
  /** For a new recovery. */
  fresh(): Promise<GivenSecret | null>
  /**
   * For one that is there. `null`: it is automatic.
   * @throws VitrineError `embedded_wallet_needs_recovery` for a secret that is not of its kind
   */
  opening(facts: RecoveryFacts): Promise<GivenSecret | null>
}

/** @param claim takes the site's own key out of the server, which gives it once */
export function createPersonsSecret(
  secret: RecoverySecret | null,
  claim: () => Promise<SealedSiteKey>,
): PersonsSecret {
  let claimed: Promise<SealedSiteKey> | undefined
  const given = async (salt: string | null): Promise<GivenSecret | null> => {
    if (secret?.method === 'user-passcode') return { ...secret, salt }
    if (secret?.method !== 'recovery-encryption-key') return secret
    claimed ??= claim()
    return { method: secret.method, ...(await claimed) }
  }
  return {
    method: secret?.method,
    fresh: () => given(null),
    async opening(facts) {
      if (facts.method === 'privy') return null
      // What is asked of a person fits what the server said when the screen came; it may have changed since.
      if (secret?.method !== facts.method) throw refusalOf('needs-recovery')
      return given(facts.salt)
    },
  }
}

/** How a set is recovered, as the server tells it. */
export function factsOf(material: KeyMaterial): RecoveryFacts {
  const method = RECOVERY_METHODS.find(it => RECOVERY_TYPES[it] === material.recovery_type)
  // The schema knows no other type.
  if (!method) throw refusalOf('internal')
  return {
    method,
    fileId: material.file_id,
    recordName: material.icloud_record_name,
    credentialId: material.credential_id,
    salt: material.recovery_key_derivation_salt,
  }
}

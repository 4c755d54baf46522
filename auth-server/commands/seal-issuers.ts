import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import {
  countUnsealed,
  findIssuer,
  removeIssuer,
  type SealedIssuer,
  sealIssuers,
  storeIssuer,
  type TokenMethod,
} from '../apps/issuers.ts'
import { replaceConfig } from '../apps/registry.ts'
import { connectDatabase, type Database, type Transaction } from '../database/connect.ts'
import { writesIssuers } from '../database/roles.ts'
import { LOGIN_ISSUERS } from '../login/issuers.ts'
import type { MasterKeys } from '../master-key.ts'
import type { SignerClient } from '../signer/operations.ts'
import { startOperatorSigner } from './operator-signer.ts'

/**
 * Replaces an app's config, and has a signer seal whose tokens log people in where that changes: the master key is asked
 * for then alone.
 * @param also in the transaction that does it
 */
export async function replaceSealedConfig(
  db: Database,
  appId: string,
  config: EditableAppConfig,
  openSigner: () => Promise<SignerClient>,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const sealed: [TokenMethod, SealedIssuer | null][] = []
  for (const method of provenBy('token')) {
    const settings = LOGIN_ISSUERS[method](config)
    const known = await findIssuer(db, appId, method)
    if (isSealed(known, settings)) continue
    const seal = settings && (await (await openSigner()).sealIssuer({ appId, method, settings })).seal
    sealed.push([method, settings && { settings, seal }])
  }
  await db.transaction(async tx => {
    await replaceConfig(tx, appId, config)
    for (const [method, issuer] of sealed) {
      if (issuer) await storeIssuer(tx, appId, method, issuer)
      else await removeIssuer(tx, appId, method)
    }
    await also(tx)
  })
}

function isSealed(known: SealedIssuer | null, settings: TokenIssuer | null): boolean {
  if (known === null || settings === null) return known === settings
  return known.seal !== null && canonicalJson(known.settings) === canonicalJson(settings)
}

export interface StartedDatabase {
  /** As whom the API process works. */
  readonly apiUrl: string
  /** As whom the tables are changed. */
  readonly ownerUrl: string
}

/**
 * Before the API process starts, seals what an earlier release set: an upgrade leaves nothing to do. Not where the API
 * process can write it, for who took that over would have settings of their own sealed at the next start.
 * @param keys `null`: the signer runs apart
 * @returns what the operator is to do; `null`: nothing
 */
export async function sealIssuersAtStart(
  { apiUrl, ownerUrl }: StartedDatabase,
  keys: MasterKeys | null,
  code: Uint8Array,
): Promise<string | null> {
  const { db, close } = connectDatabase(ownerUrl, 1)
  try {
    if ((await countUnsealed(db)) === 0) return null
    if (keys === null || (await writesIssuers(apiUrl))) return ASK_OPERATOR
    const signer = await startOperatorSigner(db, keys, code)
    try {
      await sealIssuers(db, signer)
    } finally {
      await signer.close()
    }
    return null
  } finally {
    await close()
  }
}

const ASK_OPERATOR =
  'Nobody can log in by a site’s own login before its settings are sealed: run `npm run vitrine -- app seal` once, with the master key.'

import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import type { Custody } from './custody.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { isSealOf, sealStatement } from './seal.ts'

interface AppIssuer {
  readonly appId: string
  readonly method: string
  readonly settings: TokenIssuer
}

/** Says that an app's tokens are checked by these settings. The operator's own signer alone is asked: see `serve.ts`. */
export const sealIssuer = (
  { keyring }: Pick<Custody, 'keyring'>,
  issuer: SignerRequest<'sealIssuer'>,
): SignerResponse<'sealIssuer'> => ({
  seal: sealStatement(keyring.issuerSeal, { kind: 'issuer', ...issuer }),
})

/** Whether the operator said so. */
export const isIssuerOf = ({ keyring }: Custody, issuer: AppIssuer, seal: string): boolean =>
  isSealOf(keyring.issuerSeal, { kind: 'issuer', ...issuer }, seal)
